"""What a run is told: YAML read into frozen, validated dataclasses. An unknown key or a wrong value is an error."""

from dataclasses import asdict, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import yaml

from overseers_env import Ruleset

MAX_SEED = 2**63 - 1
"""Training's seeds end here; the arena's begin at 2**63, so no deal that is measured was ever learned from."""


def bounded(default: Any, low: float, high: float) -> Any:
    """A number, or a list of numbers, within low to high."""
    return field(default=default, metadata={"low": low, "high": high})


def one_of(default: str, *others: str) -> Any:
    """A text from a few."""
    return field(default=default, metadata={"allowed": (default, *others)})


@dataclass(frozen=True)
class GamesConfig:
    """What is played, and how much of it before each update."""

    num_games: int = bounded(512, 1, 1_000_000)
    """Games side by side."""
    players: tuple[int, ...] = bounded((4,), 3, 6)
    """Numbers of players, mixed evenly over the games."""
    rules: tuple[str, ...] = ("french",)
    """Editions as `Ruleset.parse` reads them ("french discussion_rounds=0"), mixed evenly over the games."""
    decisions_each: int = bounded(64, 1, 100_000)
    """Decisions made in each game before an update."""

    @property
    def measured_rules(self) -> Ruleset:
        """The first ruleset: the one that matches are played by."""
        return Ruleset.parse(self.rules[0])


@dataclass(frozen=True)
class NetworkConfig:
    """The policy's shape."""

    hidden: tuple[int, ...] = bounded((256, 256), 1, 8192)


@dataclass(frozen=True)
class RewardConfig:
    """What a seat is paid: its win share - 1/n at the end, and while it learns its margin at each round's end."""

    shaping: float = bounded(0.1, 0.0, 10.0)
    """Pay shaping * (round score - table's mean) / 10. Points are not wins: much of it breeds bots that score and lose."""
    last_shaping: float = bounded(0.0, 0.0, 10.0)
    """It is annealed linearly over the run, to this."""


@dataclass(frozen=True)
class PPOConfig:
    """Proximal policy optimisation; a pair first -> last is annealed linearly over the run."""

    learning_rate: float = bounded(5e-4, 0.0, 1.0)
    last_learning_rate: float = bounded(5e-5, 0.0, 1.0)
    entropy: float = bounded(0.03, 0.0, 1.0)
    last_entropy: float = bounded(0.005, 0.0, 1.0)
    clip: float = bounded(0.2, 0.01, 1.0)
    epochs: int = bounded(3, 1, 100)
    minibatch: int = bounded(4096, 1, 10_000_000)
    value_weight: float = bounded(0.5, 0.0, 100.0)
    max_gradient: float = bounded(0.5, 1e-6, 1e6)
    gae_lambda: float = bounded(0.95, 0.0, 1.0)


@dataclass(frozen=True)
class CriticConfig:
    """Where advantages are taken from."""

    whole_state: bool = True
    """From a critic that sees all cards while training; false: from the value head that is shipped."""
    hidden: int = bounded(64, 1, 8192)
    """The width of its one hidden layer."""


@dataclass(frozen=True)
class AuxiliaryConfig:
    """Heads that guess which seat is the highest and what lies face down, so that the trunk learns to see it."""

    weight: float = bounded(0.1, 0.0, 100.0)
    """0: none."""


@dataclass(frozen=True)
class PullConfig:
    """A pull towards a slow copy of the policy (magnetic mirror descent, Sokota et al., 2206.05825)."""

    weight: float = bounded(0.0, 0.0, 100.0)
    """Of the KL divergence from the slow copy; 0: none."""
    rate: float = bounded(0.05, 0.0, 1.0)
    """How far the slow copy moves towards the policy in each update."""


@dataclass(frozen=True)
class PoolConfig:
    """Opponents in a share of the games: snapshots of the learner and scripted bots (league.py)."""

    share: float = bounded(0.2, 0.0, 1.0)
    """Of the games, how many have an opponent in one to all but one of their seats; 0: pure self-play."""
    every: int = bounded(500_000, 1, 10**12)
    """Decisions between two snapshots."""
    size: int = bounded(8, 0, 100)
    """Snapshots that are kept, the latest ones."""
    active: int = bounded(2, 1, 100)
    """Opponents that the new games of one rollout may meet."""
    bots: tuple[str, ...] = ("heuristic",)
    """Any names that make_agent takes."""
    bot_share: float = bounded(0.5, 0.0, 1.0)
    """How many of the opponents are bots, on average; the others are snapshots."""


@dataclass(frozen=True)
class ImitationConfig:
    """A start by imitation, before self-play (imitation.py)."""

    teacher: str = "heuristic"
    """Any name that make_agent takes."""
    decisions: int = bounded(0, 0, 10**12)
    """Of the teacher, to learn from; 0: self-play starts from random play."""
    epochs: int = bounded(2, 1, 100)
    learning_rate: float = bounded(1e-3, 0.0, 1.0)


@dataclass(frozen=True)
class MeasureConfig:
    """The short match that is played now and then, for the progress bar and TensorBoard."""

    every: int = bounded(500_000, 1, 10**12)
    """Decisions between two matches."""
    opponent: str = "heuristic"
    """Any name that make_agent takes."""
    players: int = bounded(4, 3, 6)
    deals: int = bounded(100, 1, 1_000_000)


@dataclass(frozen=True)
class ResponseConfig:
    """What only `overseers best-response` reads."""

    games: int = bounded(10_000, 1, 10_000_000)
    """Games of the last match, rounded up to whole deals."""


@dataclass(frozen=True)
class RunConfig:
    """What every trainer is told."""

    name: str = "base"
    """Its folder below `folder`."""
    folder: str = "runs"
    seed: int = bounded(1, 0, MAX_SEED)
    start: str = ""
    """A checkpoint or run to start from; none: fresh weights, or those of the victim that is responded to."""
    decisions: int = bounded(10_000_000, 1, 10**12)
    checkpoint_every: int = bounded(2_000_000, 1, 10**12)
    """Decisions between two checkpoints."""
    games: GamesConfig = GamesConfig()
    network: NetworkConfig = NetworkConfig()
    reward: RewardConfig = RewardConfig()
    measure: MeasureConfig = MeasureConfig()

    def __post_init__(self) -> None:
        if self.name != Path(self.name).name or self.name in ("", ".", ".."):
            raise ValueError(f"name={self.name!r} is not allowed; allowed: the name of one folder")
        for rules in self.games.rules:
            Ruleset.parse(rules)

    @property
    def run_folder(self) -> Path:
        """Where the run is kept."""
        return Path(self.folder) / self.name

    def as_dict(self) -> dict[str, Any]:
        """Plain nested values, as YAML writes them."""
        return {key: _plain(value) for key, value in asdict(self).items()}


@dataclass(frozen=True)
class Config(RunConfig):
    """A run of self-play, `overseers train`, or of `overseers best-response`."""

    device: str = one_of("auto", "cpu", "cuda")
    """Where the network is; auto: on a GPU when torch sees one."""
    autocast: str = one_of("off", "auto", "bf16")
    """Multiply in bfloat16: never, where the hardware can, or always."""
    ppo: PPOConfig = PPOConfig()
    critic: CriticConfig = CriticConfig()
    auxiliary: AuxiliaryConfig = AuxiliaryConfig()
    pull: PullConfig = PullConfig()
    pool: PoolConfig = PoolConfig()
    imitation: ImitationConfig = ImitationConfig()
    response: ResponseConfig = ResponseConfig()


Kind = TypeVar("Kind", bound=RunConfig)
RESUMABLE = ("decisions", "checkpoint_every", "measure")
"""What may differ between a run and its resumption."""


def load_config(path: str | Path, overrides: tuple[str, ...] = ()) -> Config:
    """Read a YAML file, then set each `key=value` on top (a nested key as `ppo.clip`).

    Raises ValueError for an unknown key, naming the nearest known one, and for a wrong value, naming what is allowed.
    """
    return load_config_of(Config, path, overrides)


def load_config_of(kind: type[Kind], path: str | Path, overrides: tuple[str, ...] = ()) -> Kind:
    """`load_config` for another trainer's keys."""
    try:
        settings = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"config {str(path)!r} can't be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"config {str(path)!r} is no YAML: {' '.join(str(error).split())}") from None
    settings = {} if settings is None else settings
    if not isinstance(settings, dict):
        raise ValueError(f"config {str(path)!r} must be a list of keys and values; got {settings!r}")
    for override in overrides:
        _override(kind, settings, override)
    return config_of(kind, settings)


def config_from(settings: dict[str, Any]) -> Config:
    """A Config from nested dictionaries; raises ValueError as `load_config`."""
    return config_of(Config, settings)


def config_of(kind: type[Kind], settings: dict[str, Any]) -> Kind:
    """`config_from` for another trainer's keys."""
    config: Kind = _build(kind, kind, settings, "")
    return config


def known_keys(section: Any = Config, prefix: str = "") -> list[str]:
    """Every key that can be set, nested ones with dots."""
    keys: list[str] = []
    for one in fields(section):
        inner = get_type_hints(section)[one.name]
        keys += known_keys(inner, f"{prefix}{one.name}.") if is_dataclass(inner) else [prefix + one.name]
    return keys


def _override(kind: type[RunConfig], settings: dict[str, Any], override: str) -> None:
    key, separator, value = override.partition("=")
    if not separator:
        raise ValueError(f"{override!r} sets nothing; allowed: key=value, for instance ppo.clip=0.1")
    *sections, last = key.strip().split(".")
    for section in sections:
        settings = settings.setdefault(section, {})
        if not isinstance(settings, dict):
            raise _unknown(kind, key)
    try:
        settings[last] = yaml.safe_load(value)
    except yaml.YAMLError:
        settings[last] = value


def _unknown(kind: type[RunConfig], key: str) -> ValueError:
    known = known_keys(kind)
    by_last_word = {name.rpartition(".")[2]: name for name in known}
    sections = {name.partition(".")[0] for name in known if "." in name}
    near = get_close_matches(key, [*known, *sorted(sections)], n=1) or [
        by_last_word[word] for word in get_close_matches(key.rpartition(".")[2], by_last_word, n=1)
    ]
    hint = f", did you mean {near[0]!r}?" if near else ""
    return ValueError(f"config has no key {key!r}{hint}; it has: {', '.join(known)}")


def _build(root: type[RunConfig], section: Any, settings: Any, prefix: str) -> Any:
    if not isinstance(settings, dict):
        raise ValueError(f"{prefix.rstrip('.')}={settings!r} is not allowed; allowed: a section of keys and values")
    hints = get_type_hints(section)
    for key in settings:
        if key not in hints:
            raise _unknown(root, f"{prefix}{key}")
    values = {}
    for one in fields(section):
        if one.name in settings:
            kind, value, key = hints[one.name], settings[one.name], prefix + one.name
            values[one.name] = (
                _build(root, kind, value, f"{key}.") if is_dataclass(kind) else _value(key, kind, value, one.metadata)
            )
    return section(**values)


def _value(key: str, kind: Any, value: Any, bounds: Any) -> Any:
    """`value` as the field's type, within its bounds."""
    item = {tuple[int, ...]: int, tuple[str, ...]: str}.get(kind)
    if item is not None:
        items = value if isinstance(value, list) else [value]
        if not items:
            raise ValueError(f"{key}={value!r} is not allowed; allowed: one or more")
        return tuple(_value(key, item, one, bounds) for one in items)
    if kind is float:
        value = _as_float(value)
    if kind is str and value is False and "off" in bounds.get("allowed", ()):
        value = "off"  # YAML reads a bare off as false
    if kind is bool:
        if not isinstance(value, bool):
            raise ValueError(f"{key}={value!r} is not allowed; allowed: true, false")
        return value
    is_right = isinstance(value, kind) and not isinstance(value, bool)
    if kind is str:
        if not is_right:
            raise ValueError(f"{key}={value!r} is not allowed; allowed: a text")
        if value not in bounds.get("allowed", (value,)):
            raise ValueError(f"{key}={value!r} is not allowed; allowed: {', '.join(bounds['allowed'])}")
        return value
    if not is_right or not bounds["low"] <= value <= bounds["high"]:
        noun = "a whole number" if kind is int else "a number"
        raise ValueError(f"{key}={value!r} is not allowed; allowed: {noun} from {bounds['low']} to {bounds['high']}")
    return value


def _as_float(value: Any) -> Any:
    """A whole number as a float, and 5e-4 too, which YAML takes for a text."""
    if isinstance(value, bool):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        return value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value
