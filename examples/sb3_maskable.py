"""Stable-Baselines3: sb3-contrib's MaskablePPO straight on the batched engine, against three random bots."""

import sys

from sb3_contrib import MaskablePPO

from overseers_env.envs.sb3 import OverseersVecEnv

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
env = OverseersVecEnv(num_envs=64, num_players=4, rules="french", opponents="random")
model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=2048, learning_rate=5e-4, gamma=1.0, seed=1, verbose=1)
model.learn(total_timesteps=steps)
model.save("runs/maskable_ppo")
