"""A million decisions and more a second: 1,024 games side by side, a table of 3 to 6 players mixed."""

import time

import numpy as np

from overseers_env import OBSERVATION, BatchedGames

games = BatchedGames(num_games=1024, num_players=np.array([3, 4, 5, 6] * 256), rules="french", seed=1)
num_finished, start = 0, time.perf_counter()
for _ in range(1000):
    actions = games.random_actions()  # your policy: from games.observations and games.action_masks, for games.seats
    finished, returns = games.step(actions)
    num_finished += int(finished.sum())
print(f"{1000 * len(games) / (time.perf_counter() - start):,.0f} decisions a second, {num_finished} games")

seen = OBSERVATION.read(games.observations[0])
print(
    "the first game's seat to act holds",
    seen["hand"],
    "and has picked",
    seen["picks"].argmax(axis=1)[seen["picks"].any(axis=1)],
)
