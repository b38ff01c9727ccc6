# `make score` and `make test` need nothing but Python 3.10+ with venv: each sets up .venv first, a second run nothing.
PYTHON ?= python3
OWNER ?= OWNER
BIN := .venv/bin
SOURCES := $(shell find smile -type f -not -name '*.pyc') pyproject.toml
# Three processes of one thread each, as some wait for a browser; tests/conftest.py says which tests share a process.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses 3 --no-loadscope-reorder

.PHONY: score test test-slow lint app space clean

score: .venv/.project
	$(BIN)/python -m smile score assets/sample_qa.jsonl

# The tests of "slow" take minutes: ten kills, training, the loss of a node. .ci/run runs them with the others, so that
# models are loaded and the app started once.
MARKED ?= not slow

test: .venv/.project .venv/.dev lint
	$(PYTEST) -m "$(MARKED)"

test-slow: .venv/.project .venv/.dev
	$(PYTEST) -m slow

lint: .venv/.project .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

app: .venv/.project
	$(BIN)/python app.py

space: .venv/.project
	$(BIN)/python -m tools.space build/space $(OWNER)

clean:
	rm -rf .venv build

.venv/.requirements: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --requirement requirements.txt
	touch $@

.venv/.dev: requirements-dev.txt .venv/.requirements
	$(BIN)/python -m pip install --requirement requirements-dev.txt
	touch $@

.venv/.project: $(SOURCES) .venv/.requirements
	$(BIN)/python -m pip install --no-deps --force-reinstall .
	touch $@
