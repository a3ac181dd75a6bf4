# The front door: `make run` serves, `make test` checks everything. `make` alone lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= 2
COVERED := graphmem/domain/*,graphmem/services/*,graphmem/store/*
ON_ENGINE := tests/store tests/services tests/api tests/crash

.PHONY: help run test lint types schema tests coverage lock vendor-js resolution gates supersede-review notebooks bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 26

# ---------------------------------------------------------------- set-up

# Debian's python3 may come without ensurepip; any pip of 22.3 or later can then fill the environment.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "graphmem needs Python 3.11 or later")'
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { $(PYTHON) -m venv --clear --without-pip $(VENV) \
		&& $(PYTHON) -m pip --quiet --python $(BIN)/python install pip; }

# hatchling and editables come from the lock, so that the build itself downloads nothing.
$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/python
	@echo "installing from requirements.lock"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(BIN)/python
	@echo "installing from requirements-dev.lock"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.run

# ---------------------------------------------------------------- everyday

run: $(VENV)/.run ## start the service on 127.0.0.1:8321 with its store in ./data (ARGS= takes flags)
	@exec $(BIN)/graphmem serve $(ARGS)

test: lint types schema tests coverage ## lint, types, schema comparison, all tests, coverage

lint: $(VENV)/.dev ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## mypy --strict
	$(BIN)/mypy

schema: $(VENV)/.dev ## compare schema.graphql with the code; to renew it: graphmem schema > schema.graphql
	$(BIN)/graphmem schema | diff -u schema.graphql -

# The browser's driver keeps an event loop running in its process, which tests of our own loops can't share.
tests: $(VENV)/.dev ## all tests on Kuzu, then store, services and API again on Ladybug
	@rm -f .coverage .coverage.*
	GRAPHMEM_ENGINE=kuzu $(BIN)/pytest -n $(WORKERS) --cov --cov-report= --ignore tests/browser
	GRAPHMEM_ENGINE=kuzu $(BIN)/pytest -n $(WORKERS) tests/browser
	GRAPHMEM_ENGINE=ladybug $(BIN)/pytest -n $(WORKERS) $(ON_ENGINE)

coverage: ## hold branch coverage of domain, services and store
	$(BIN)/coverage report --include '$(COVERED)' --skip-covered --skip-empty --fail-under=95

# ---------------------------------------------------------------- figures and pictures

resolution: $(VENV)/.dev ## precision and recall of entity resolution, per kind
	$(BIN)/python benchmarks/resolution.py

gates: $(VENV)/.dev ## how often each gate refuses on real text, with examples
	$(BIN)/python benchmarks/gate_rates.py

supersede-review: $(VENV)/.dev ## every supersession that was detected on real text, for review
	$(BIN)/python benchmarks/supersede_review.py

bench: $(VENV)/.dev ## write, read, recall quality and gate cost
	@missed=0; for each in write read recall_quality gates; do $(BIN)/python benchmarks/$$each.py || missed=1; done; exit $$missed

notebooks: $(VENV)/.dev ## run every notebook and keep its outputs
	$(BIN)/python notebooks/run.py

# ---------------------------------------------------------------- upkeep

lock: $(VENV)/.dev ## resolve both lock files from pyproject.toml (UPGRADE=--upgrade takes newer releases)
	$(BIN)/uv pip compile $(UPGRADE) pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command 'make lock' --quiet -o requirements.lock
	$(BIN)/uv pip compile $(UPGRADE) pyproject.toml --group build --group dev --extra ladybug --extra notebooks --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command 'make lock' \
		--constraint requirements.lock --quiet -o requirements-dev.lock

vendor-js: ## take the explorer's third-party scripts from npm anew, as tools/vendor_js.py pins them
	$(PYTHON) tools/vendor_js.py

clean: ## remove the environment and everything generated; the store in ./data stays
	rm -rf $(VENV) .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis artefacts build dist
