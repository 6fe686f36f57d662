# make run: the virtual table in the browser.  make test: every test.  Needs Python 3.11 or newer; .venv is made here.
SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
NEWEST_OK = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$p -c '$(NEWEST_OK)' >/dev/null 2>&1 && { echo $$p; break; }; done)
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
ARGS ?=

.PHONY: help setup run table test test-train soak soak-referee mutants films films-quick lint check bench wheel audit constraints clean
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer was found; install it or say make PYTHON=/path/to/python3" >&2; exit 2; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
		$(PYTHON) -m pip install --quiet --target build/virtualenv virtualenv && \
		PYTHONPATH=build/virtualenv $(PYTHON) -m virtualenv --quiet $(VENV); }

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) setuptools
	$(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(PIP_INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

$(VENV)/.train: $(VENV)/.dev
	$(PIP_INSTALL) --no-build-isolation --editable '.[dev,train]'
	@touch $@

setup: $(VENV)/.dev ## make .venv with the product and the tools for tests

run: $(VENV)/.run ## serve the virtual table on port 8000; more options: make run ARGS="--players 3"
	$(BIN)/hwatupan serve --port 8000 --source twin $(ARGS)

table: $(VENV)/.run ## serve your own table on port 8000: set up in five steps the first time, one tap from then on
	$(BIN)/hwatupan serve --port 8000 $(ARGS)

test: $(VENV)/.dev ## run the tests (not those of the training code); choose: make test ARGS="-k score"
	$(BIN)/python -m pytest --ignore tests/models/training $(ARGS)

test-train: $(VENV)/.train ## types and tests of the training code (installs torch)
	$(BIN)/mypy --package models.training
	$(BIN)/python -m pytest tests/models/training $(ARGS)

soak: $(VENV)/.dev ## 10,000 random rounds of each preset and player count, and as many mixes of options; ARGS="--only mix"
	$(BIN)/python -m tests.soak $(ARGS)

soak-referee: $(VENV)/.dev ## 10,000 honest rounds seen by perfect eyes: no alert, every turn right; ARGS="--rounds 100"
	$(BIN)/python -m tests.soak_referee $(ARGS)

mutants: $(VENV)/.dev ## break rules and referee on purpose, a fifth of all ways, and see which no test notices; ARGS="'engine.settle*'"
	$(PIP_INSTALL) mutmut==3.8.1
	$(BIN)/python -m mutmut run --max-children 1 $(or $(ARGS),'engine.*__mutmut_*[37]')
	$(BIN)/python -m mutmut results

films: $(VENV)/.dev ## 48 honest and clumsy rounds and 75 fouls, watched by the real eyes; two hours on two cores; ARGS="--deck DECK"
	$(BIN)/python -m benchmarks.films $(ARGS)

films-quick: $(VENV)/.dev ## a sample of them for a quarter of an hour
	$(BIN)/python -m benchmarks.films --quick $(ARGS)

lint: $(VENV)/.dev ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

check: lint test ## lint, then test

bench: $(VENV)/.dev ## measure rounds a second of the engine, and how right and fast cards are read; photographs: make bench ARGS=FOLDER
	$(BIN)/python -m benchmarks $(ARGS)

wheel: $(VENV)/.dev ## build the wheel, install it into an empty environment elsewhere, run its demo there, measure it
	$(BIN)/python scripts/try_wheel.py $(ARGS)

audit: $(VENV)/.run ## known faults of the pinned libraries, as the Python Packaging Authority lists them (needs the internet)
	$(PIP_INSTALL) --upgrade --target build/audit pip-audit
	PYTHONPATH=build/audit $(BIN)/python -m pip_audit --strict --requirement constraints.txt --no-deps --disable-pip $(ARGS)

constraints: ## renew constraints.txt from the newest versions that pyproject.toml allows
	scripts/pin_versions.sh $(PYTHON)

clean: ## remove .venv and caches
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
