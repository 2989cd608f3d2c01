# Everything runs in .venv, which the first target that needs it sets up. Only Python 3.11+ and make are required.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TORCH := torch==2.13.0
WORKERS ?= 2

.PHONY: help demo test test-slow test-plain check lint types imports golden bench clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet "$(TORCH)"
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $@

demo: $(VENV)/.installed ## train a small bot by self-play, play it against the built-in bots, write runs/demo/report.md
	$(BIN)/overseers demo

test: $(VENV)/.installed ## all tests but the slow ones, rules compiled
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

test-slow: $(VENV)/.installed ## the slow ones: thousands of games beside the plain twin
	$(BIN)/python -m pytest -n $(WORKERS) -m slow

test-plain: $(VENV)/.installed ## the rules' tests with the JIT off, with coverage of the rules
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(WORKERS) -m "not slow" tests/engine --cov=overseers_env/games --cov=overseers_env/engine --cov-report=term

check: lint types imports test ## what CI runs

lint: $(VENV)/.installed ## ruff: style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.installed ## which folder may import which
	$(BIN)/lint-imports

golden: $(VENV)/.installed ## write the golden games anew; read the diff
	$(BIN)/python -m tests.golden.regenerate

bench: $(VENV)/.installed ## speed beside the peers, in one run
	$(BIN)/python -m pip install --quiet --editable ".[bench]"
	$(BIN)/python -m benchmarks

clean: ## remove the virtual environment and what was built
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
