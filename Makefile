# Two commands for a newcomer: `make demo` and `make test`. Each does all the set-up that it needs.
PYTHON ?= python3
BIN := .venv/bin
PYTEST_ARGS ?=
# Two test processes; tests that share a server stay in one of them (tests/conftest.py).
WORKERS ?= 2
STORE ?= sqlite:///./graphmem.db
DATA ?= ../shared/data/dev
export DAGSTER_HOME ?= $(CURDIR)/.dagster
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test check lint format docs set-up set-up-st bench neo4j neo4j-stop dagster nightly lock licences clean

help:  ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo:  ## install, and tell the story of three records about one rule
	@$(PYTHON) scripts/set_up.py --venv .venv --lock requirements/base.lock
	$(BIN)/graphmem demo

set-up:
	@$(PYTHON) scripts/set_up.py --venv .venv --lock requirements/dev.lock

set-up-st:
	@$(PYTHON) scripts/set_up.py --venv .venv-st --lock requirements/st.lock

test: set-up set-up-st  ## install all that the tests need, and run them
	@scripts/system_packages.sh
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(PYTEST_ARGS)
	.venv-st/bin/python -m pytest tests/with_torch

lint: set-up  ## format, lint, types, import borders
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test  ## all that CI checks

format: set-up  ## format and fix what can be fixed
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

docs: set-up  ## write what the examples of the documentation answer now, and the reference pages
	$(BIN)/python scripts/documentation.py --write

bench: set-up  ## figures of quality and speed (DATA=folder of the development sets); wants idle cores
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/bench.sh "$(DATA)"

neo4j: set-up  ## a local Neo4j with its Browser, without Docker
	$(BIN)/python -m graphmem.neo4j_local start

neo4j-stop:  ## stop it
	$(BIN)/python -m graphmem.neo4j_local stop

dagster: set-up  ## Dagster's web server and daemon (DAGSTER_HOME, STORE)
	GRAPHMEM_STORE="$${GRAPHMEM_STORE:-$(STORE)}" $(BIN)/python -m graphmem.orchestration serve

nightly: set-up  ## the nightly job, headless; its exit code is the job's
	GRAPHMEM_STORE="$${GRAPHMEM_STORE:-$(STORE)}" $(BIN)/python -m graphmem.orchestration run nightly

lock:  ## re-make the lock files (UPGRADE=1 takes newer versions), then the list of licences
	scripts/lock.sh
	@$(MAKE) --no-print-directory licences

licences: set-up set-up-st  ## re-make THIRD_PARTY_LICENSES.md from the lock files
	$(BIN)/python scripts/licences.py --write

clean:  ## remove what the targets made, but no store
	rm -rf .venv .venv-st .dagster .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
