from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path

import pytest

from training.config import MAX_SEED, Config, config_from, known_keys, load_config, load_config_of
from training.sb3_config import SB3Config

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


def test_base_states_every_default() -> None:
    assert load_config(CONFIGS / "base.yaml") == Config()
    text = (CONFIGS / "base.yaml").read_text()
    assert all(f"{key.rpartition('.')[2]}:" in text for key in known_keys())


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.name)
def test_every_config_loads_and_names_its_run(path: Path) -> None:
    kind = SB3Config if path.stem == "sb3" else Config
    assert load_config_of(kind, path).name == path.stem


def test_sb3_states_every_key() -> None:
    text = (CONFIGS / "sb3.yaml").read_text()
    assert all(f"{key.rpartition('.')[2]}:" in text for key in known_keys(SB3Config))


def test_each_trainer_has_its_own_keys() -> None:
    with pytest.raises(ValueError, match=r"config has no key 'pool.scripte', did you mean 'pool.scripted'"):
        load_config_of(SB3Config, CONFIGS / "sb3.yaml", ("pool.scripte=random",))
    with pytest.raises(ValueError, match="there is no agent 'randm'"):
        load_config_of(SB3Config, CONFIGS / "sb3.yaml", ("pool.scripted=[heuristic, randm]",))


def test_overrides_set_nested_keys_and_convert() -> None:
    config = load_config(
        CONFIGS / "demo.yaml",
        (
            "ppo.learning_rate=1e-3",
            "games.players=[3, 6]",
            "games.rules=english discussion_rounds=0",
            "network.hidden=64",
            "ppo.clip=1",
        ),
    )
    assert config.ppo.learning_rate == 1e-3
    assert config.games.players == (3, 6)
    assert config.games.rules == ("english discussion_rounds=0",)
    assert config.network.hidden == (64,)
    assert isinstance(config.ppo.clip, float)
    assert config_from(config.as_dict()) == config


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("ppo.clp=0.1", "no key 'ppo.clp', did you mean 'ppo.clip'?"),
        ("clip=0.1", "no key 'clip', did you mean 'ppo.clip'?"),
        ("game.players=4", "no key 'game', did you mean 'games'?"),
        ("name.first=4", "no key 'name.first'"),
        ("zzz=1", "no key 'zzz'; it has: name, folder, seed"),
        ("decisions", "'decisions' sets nothing; allowed: key=value"),
        ("device=tpu", "device='tpu' is not allowed; allowed: auto, cpu, cuda"),
        ("critic.whole_state=1", "critic.whole_state=1 is not allowed; allowed: true, false"),
        ("games=3", "games=3 is not allowed; allowed: a section"),
        ("games.players=7", "games.players=7 is not allowed; allowed: a whole number from 3 to 6"),
        ("games.players=[4, 2]", "games.players=2 is not allowed"),
        ("games.players=[]", "games.players=[] is not allowed; allowed: one or more"),
        ("games.num_games=1.5", "games.num_games=1.5 is not allowed; allowed: a whole number from 1"),
        ("games.num_games=true", "games.num_games=True is not allowed"),
        ("games.rules=dutch", "edition='dutch' is not allowed; allowed: 'french', 'english'"),
        ("games.rules=french discussion_round=1", "did you mean 'discussion_rounds'?"),
        ("ppo.clip=yes", "ppo.clip=True is not allowed; allowed: a number from 0.01 to 1.0"),
        ("ppo.clip=.nan", "ppo.clip=nan is not allowed"),
        ("ppo.clip=big", "ppo.clip='big' is not allowed"),
        ("name=../up", "name='../up' is not allowed; allowed: the name of one folder"),
        ("name=7", "name=7 is not allowed; allowed: a text"),
        (f"seed={MAX_SEED + 1}", "seed=.* is not allowed"),
    ],
)
def test_wrong_settings_say_what_is_allowed(override: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        load_config(CONFIGS / "demo.yaml", (override,))
    for part in message.split(".*"):
        assert part in str(error.value)


def test_files_that_are_no_config(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't be read: No such file"):
        load_config(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_text("a: [")
    with pytest.raises(ValueError, match="is no YAML"):
        load_config(tmp_path / "bad.yaml")
    (tmp_path / "list.yaml").write_text("- a")
    with pytest.raises(ValueError, match="must be a list of keys and values"):
        load_config(tmp_path / "list.yaml")


def test_configs_are_frozen() -> None:
    config = Config()
    for section in (
        config,
        *(getattr(config, one.name) for one in fields(config) if is_dataclass(getattr(config, one.name))),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(section, fields(section)[0].name, 1)


def test_a_bare_off_is_not_false() -> None:
    assert load_config(CONFIGS / "base.yaml", ("autocast=off",)).autocast == "off"
    with pytest.raises(ValueError, match="device=False is not allowed"):
        load_config(CONFIGS / "base.yaml", ("device=off",))
