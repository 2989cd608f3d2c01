"""A digest of some hundred steps of a mixed batch: `python -m tests.properties.digest`, compiled or plain."""

import hashlib

from overseers_env import BatchedGames, Ruleset

PLAYERS = [3, 4, 5, 6, 4, 6]
RULES = [
    "french",
    "english",
    Ruleset("french", character_draft=True, num_rounds=2, discussion_rounds=0),
    Ruleset("english", alternating_direction=True, num_rounds=2),
    Ruleset("french", characters="none", num_rounds=1),
    Ruleset("english", characters="french", discussion_rounds=2, num_rounds=1),
]
STEPS = 300


def digest() -> str:
    """What is drawn, decided, shown and paid in these games."""
    games, found = BatchedGames(len(PLAYERS), PLAYERS, list(RULES), seed=2024), hashlib.sha256()
    for _ in range(STEPS):
        finished, returns = games.step(games.random_actions())
        for array in (games.states, games.observations, games.action_masks, games.seats, finished, returns):
            found.update(array.tobytes())
    found.update(games.final_states.tobytes())
    assert (games.final_states["num_players"] > 0).any(), "some game has ended"
    return found.hexdigest()


if __name__ == "__main__":
    print(digest())
