"""make_agent: a player from its name or from the folder of its checkpoint."""

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, cast

from overseers_env.agents.agent import Agent

SCRIPTED = {
    "random": "overseers_env.agents.random:RandomAgent",
    "heuristic": "overseers_env.agents.heuristic:HeuristicAgent",
    "search": "overseers_env.agents.search:SearchAgent",
}
PROJECT = Path(__file__).resolve().parents[2]
"""Where `checkpoints/NAME` is looked for after the working directory."""


def known_checkpoints() -> list[str]:
    """The bots that come with the project, as `checkpoints/NAME`."""
    folders = {
        path.parent.name for base in (Path(), PROJECT) for path in base.glob("checkpoints/*/weights.safetensors")
    }
    return [f"checkpoints/{name}" for name in sorted(folders)]


def make_agent(name_or_path: str | Path, **kwargs: Any) -> Agent:
    """The player of this name: "random", "heuristic", "search", "checkpoints/NAME", or the path of a checkpoint or a run.

    kwargs go to its class: a learned agent takes seed, name and greedy; search takes worlds or milliseconds, and guide.
    Raises ValueError for an unknown name, naming the known ones and the nearest, for a keyword that this agent does not
    take, or for a checkpoint that doesn't fit; ImportError for a learned agent where torch is missing.
    """
    name = str(name_or_path)
    if name in SCRIPTED:
        module, _, scripted = SCRIPTED[name].partition(":")
        return _made(name, getattr(import_module(module), scripted), kwargs)
    for folder in (Path(name), PROJECT / name):
        if folder.is_dir():
            return _made(name, _loader(), {"folder": folder, "name": name, **kwargs})
    known = [*SCRIPTED, *known_checkpoints()]
    near = get_close_matches(name, known, n=1)
    hint = f", did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"there is no agent {name!r}{hint}; allowed: {', '.join(known)}, or the folder of a checkpoint")


def _loader() -> Callable[..., Agent]:
    try:
        return cast(Callable[..., Agent], import_module("overseers_env.agents.learned").LearnedAgent.load)
    except ModuleNotFoundError as error:
        raise ImportError(f"a learned agent needs {error.name}: pip install 'overseers-env[train]'") from error


def _made(name: str, make: Callable[..., Agent], kwargs: dict[str, Any]) -> Agent:
    try:
        signature(make).bind(**kwargs)
    except TypeError as error:
        raise ValueError(f"agent {name!r}: {error}; allowed: {', '.join(signature(make).parameters)}") from None
    return make(**kwargs)
