"""sb3-contrib's MaskablePPO with this project's network: learn against the heuristic, play a match, keep a checkpoint."""

import sys
from datetime import datetime
from pathlib import Path

from sb3_contrib import MaskablePPO

from overseers_env import Ruleset
from overseers_env.agents.learned import LearnedAgent
from overseers_env.arena import play_match
from overseers_env.envs.sb3 import OverseersVecEnv
from training.checkpoints import write_player
from training.networks import used_columns
from training.sb3_policy import export_network, policy_kwargs

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
env = OverseersVecEnv(num_envs=64, num_players=4, rules="french", opponents=["heuristic", "heuristic", "random"])
network = policy_kwargs(used_columns([4], [Ruleset("french")]), hidden=(256, 256))
model = MaskablePPO(
    "MlpPolicy", env, n_steps=128, batch_size=1024, learning_rate=1e-3, gamma=1.0, policy_kwargs=network
)
model.learn(steps)

learned = export_network(model.policy)  # safetensors and no pickles; says what the policy says
print(play_match(LearnedAgent(learned, "mine"), "heuristic", 100, 4).summary())
folder = Path(f"runs/sb3-{datetime.now():%Y%m%d-%H%M%S}")
write_player(folder, learned, {"steps": steps}, "# Mine\n")
print(f"overseers evaluate {folder} --against heuristic")
