"""The PettingZoo module: env, raw_env, parallel_env, raw_parallel_env, and replay. Options: see envs/seated.py."""

from typing import Any

from overseers_env.envs.aec import CheckedAEC, RawAEC
from overseers_env.envs.parallel import CheckedParallel, RawParallel
from overseers_env.games.overseers.notation import read_record, replay_record

__all__ = ["env", "parallel_env", "raw_env", "raw_parallel_env", "replay"]


def env(**options: Any) -> CheckedAEC:
    """The AEC environment as PettingZoo wraps its own: an illegal action ends the game, -1 for who played it."""
    return CheckedAEC(**options)


def raw_env(**options: Any) -> RawAEC:
    """The bare AEC environment: an illegal action raises IllegalActionError and changes nothing."""
    return RawAEC(**options)


def parallel_env(**options: Any) -> CheckedParallel:
    """Every seat that has a decision acts, the others play 0; an illegal action ends the game as in `env`."""
    return CheckedParallel(**options)


def raw_parallel_env(**options: Any) -> RawParallel:
    """The bare parallel environment: an illegal action raises IllegalActionError and changes nothing."""
    return RawParallel(**options)


def replay(text: str, **options: Any) -> RawAEC:
    """A raw environment that has played a recorded game again, state for state. It takes its players and rules from it.

    Raises RecordError with the line that is wrong.
    """
    record = read_record(text)
    states, decisions = replay_record(record)
    again = RawAEC(num_players=record.num_players, rules=record.rules, **options)
    again.adopt(states, decisions)
    return again
