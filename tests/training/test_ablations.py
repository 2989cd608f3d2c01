"""Every ablation is a config that can be trained, and differs from the first in what its name says."""

import pytest

from benchmarks.ablations import VARIANTS, main, short_config


def test_every_variant_is_a_config_of_its_own() -> None:
    configs = {name: short_config(name, 1000, 7, "runs") for name in VARIANTS}
    assert {config.decisions for config in configs.values()} == {1000}
    assert {config.seed for config in configs.values()} == {7}
    base = configs["all parts"].as_dict()
    for name, config in configs.items():
        differing = [key for key, value in config.as_dict().items() if key != "name" and value != base[key]]
        assert len(differing) == (name != "all parts"), name


def test_an_unknown_variant_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["no luck"])
    assert "unknown: no luck" in capsys.readouterr().err
