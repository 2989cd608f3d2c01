import json
from pathlib import Path

import pytest

from overseers_env.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_evaluate_prints_a_table_and_writes_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    code, out, _ = run(
        capsys, "evaluate", "random", "--against", "random", "--games", "30", "--reverse", "--json", str(file)
    )
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 4
    assert "win share" in lines[0]
    assert "0.250" in lines[2]
    results = json.loads(file.read_text())
    assert [result["num_games"] for result in results] == [32, 32]
    assert f"{results[0]['win_share']['mean']:.3f}" in lines[2]


def test_the_same_command_prints_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    command = (
        "evaluate",
        "random",
        "--against",
        "random",
        "--players",
        "3",
        "--rules",
        "english discussion_rounds=0",
        "--games",
        "30",
    )
    first, second = (run(capsys, *command)[1].splitlines()[2].rpartition("|")[0].rpartition("|")[0] for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("evaluate", "randm"), "did you mean 'random'"),
        (("evaluate", "random", "--against", "random", "--players", "9"), "allowed: 3 to 6"),
        (("evaluate", "random", "--against", "random", "--rules", "dutch"), "'french', 'english'"),
        (("evaluate", "random", "--against", "random", "--games", "0"), "1 or more games"),
        (("evaluate", "random", "--against", "random", "--greedy"), "'greedy'"),
        (("train", "nowhere.yaml"), "can't be read"),
        (("train", "configs/demo.yaml", "ppo.clp=1"), "did you mean 'ppo.clip'"),
    ],
)
def test_an_error_is_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    command: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(request.config.rootpath)
    code, out, err = run(capsys, *command)
    assert (code, out) == (2, "")
    assert err.startswith("overseers: error: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    "command", [(), ("evaluate",), ("fly",), ("train", "x", "--not"), ("evaluate", "random", "a=1")]
)
def test_a_command_that_is_none_exits_with_2(command: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(command)
    assert stopped.value.code == 2


@pytest.mark.parametrize("command", ["train", "best-response", "evaluate", "demo"])
def test_help_has_examples(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        main((command, "--help"))
    assert f"overseers {command}" in capsys.readouterr().out


def test_train_then_evaluate_then_resume(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "tiny.yaml"
    settings = "decisions: 400\ngames: {num_games: 20, decisions_each: 10}\nnetwork: {hidden: 8}"
    config.write_text(f"name: tiny\nfolder: {tmp_path}\n{settings}\n")
    assert run(capsys, "train", str(config))[0] == 0
    assert run(capsys, "train", str(config))[0] == 2
    assert run(capsys, "train", str(config), "--resume", "decisions=600")[0] == 0
    code, out, _ = run(capsys, "evaluate", str(tmp_path / "tiny"), "--against", "random", "--games", "8", "--greedy")
    assert code == 0
    assert "tiny" in out


def test_demo_writes_its_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.demo.OPPONENTS", ("random",))
    monkeypatch.setattr("training.demo.NUM_DEALS", 5)
    settings = ("decisions=400", "games.num_games=20", "games.decisions_each=10", "network.hidden=8")
    code, out, _ = run(capsys, "demo", f"folder={tmp_path}", *settings)
    assert code == 0
    assert (tmp_path / "demo" / "report.md").read_text().strip() == out.strip()
    assert "3 x random" in out
    assert "overseers evaluate" in out
