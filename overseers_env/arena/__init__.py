"""The arena: how strong a player is, with an interval."""

from overseers_env.arena.interval import Estimate, bootstrap
from overseers_env.arena.match import MatchResult, play_match
from overseers_env.arena.report import match_table

__all__ = ["Estimate", "MatchResult", "bootstrap", "match_table", "play_match"]
