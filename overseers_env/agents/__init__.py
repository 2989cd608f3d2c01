"""Players: random, heuristic, search, learned. `learned` is the one file here that may import torch."""

from overseers_env.agents.agent import Agent
from overseers_env.agents.registry import make_agent

__all__ = ["Agent", "make_agent"]
