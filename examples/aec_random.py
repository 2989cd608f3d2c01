"""One game in PettingZoo's AEC loop, every seat at random among its legal actions; the record at the end."""

import numpy as np

from overseers_env import overseers_v0

rng = np.random.default_rng(1)
env = overseers_v0.env(num_players=4, rules="french")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(agent, "gets", round(reward, 3))
        action = None
    else:
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
    env.step(action)
print(env.unwrapped.game_record())
