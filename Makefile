# The project's commands. `make` alone lists them.
# Needs Python >= 3.11 and a C compiler; everything else is fetched into .venv and ui/node_modules.

PYTHON ?= python3
# How many processes the tests use; they wait a lot, for servers and browsers.
JOBS ?= 4

VENV := .venv
BIN := $(VENV)/bin
STAMPS := build/stamps

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# Compiled files are kept even where the environment says otherwise: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

# Two builds in one tree would mix up each other's files; where flock exists the second one waits. uv has a lock of its own.
LOCK := $(if $(shell command -v flock),flock build/lock)
INSTALL := scripts/uv pip install --quiet
# As a reader of lock files: exactly what they say, each file checked against its hash.
LOCKED := $(INSTALL) --no-deps --require-hashes

COMPILED := $(shell grep -v '^\#' scripts/compiled.txt | xargs -I{} find {} -name '*.py' 2>/dev/null | sort)
UI_SOURCES := $(shell find ui src/praefectus/data -type f -not -path '*/node_modules/*' 2>/dev/null)
PACKAGED := $(shell find src/praefectus -name static -prune -o -type f -not -name '*.so' -not -name '*.pyc' -print)
# Only training needs PyTorch, and whoever checks its types.
TORCH := $(if $(wildcard examples/*.py),$(STAMPS)/torch)
UI := $(if $(wildcard ui/package.json),$(STAMPS)/ui)
# Says what is being done while it is done: step "what" "how long" command.
STEP := @scripts/step
# The time of all files in packages: that of the last commit, so that the same sources give the same bytes.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1577836800)

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-9s %s\n", $$1, $$2}'

# --- setting up ---------------------------------------------------------------------------------

.PHONY: build
build: $(STAMPS)/engine $(STAMPS)/editable $(UI) ## set everything up; leaves .venv/bin/praefectus

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "praefectus needs Python 3.11 or later; say which one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@command -v "$${CC:-cc}" >/dev/null || { \
	    echo "praefectus needs a C compiler (on Debian: apt-get install gcc python3-dev)" >&2; exit 1; }
	@echo "Setting up praefectus in $(VENV), build and ui/node_modules: once, one to three minutes."
	$(STEP) "Making an environment for Python" "5 s" $(PYTHON) -m venv $(VENV)

# The only thing that pip installs.
$(STAMPS)/uv: requirements/uv.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes -r requirements/uv.txt
	@mkdir -p $(@D) && touch $@

# What playing needs, and what compiles the engine.
$(STAMPS)/play: requirements/play.txt requirements/build.txt $(STAMPS)/uv
	$(STEP) "Installing Python packages" "5 s" $(LOCKED) -r requirements/play.txt -r requirements/build.txt
	@mkdir -p $(@D) && touch $@

$(STAMPS)/test: requirements/test.txt $(STAMPS)/play
	$(STEP) "Installing what the tests need" "20 s" $(LOCKED) -r requirements/test.txt
	@mkdir -p $(@D) && touch $@

$(STAMPS)/docs: requirements/docs.txt $(STAMPS)/play
	$(STEP) "Installing what builds the documentation" "5 s" $(LOCKED) -r requirements/docs.txt
	@mkdir -p $(@D) && touch $@

$(STAMPS)/torch: requirements/torch.txt $(STAMPS)/test
	$(STEP) "Installing PyTorch for training" "20 s" $(INSTALL) -r requirements/torch.txt
	@mkdir -p $(@D) && touch $@

# The package is installed as a link to src/. The engine is compiled by the rule below, not here.
$(STAMPS)/editable: pyproject.toml src/praefectus.pth $(STAMPS)/play | $(STAMPS)/engine
	@PRAEFECTUS_COMPILE=0 $(INSTALL) --no-deps --no-build-isolation --editable .
	@# What a wheel puts beside the package.
	@cp src/praefectus.pth "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
	@mkdir -p $(@D) && touch $@

# A compiled module hides its source, so that an edited source counts only after this rule.
$(STAMPS)/engine: $(COMPILED) $(STAMPS)/compiled.list scripts/compiled.txt setup.py $(STAMPS)/play
	@mkdir -p $(@D)
	$(STEP) "Compiling the engine" "40 s" $(LOCK) $(BIN)/python setup.py --quiet build_ext --inplace
	@for module in $$(find src/praefectus -name '*.so'); do \
	    grep -qxF "$${module%%.*}.py" $(STAMPS)/compiled.list || rm "$$module"; done
	@mkdir -p $(@D) && touch $@

# Changes only when a module is added or removed, which no time of a file would show.
$(STAMPS)/compiled.list: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(COMPILED) | cmp -s - $@ || printf '%s\n' $(COMPILED) >$@

.PHONY: FORCE
FORCE:

.PHONY: ui
ui: $(UI) ## build the page that the server shows

# What builds the page; what checks it is added by the rule after this one, and kept where it is. Where Node.js is missing uv
# gets it. Whoever asks for both gets both at once: npm takes as long for a part as for the whole.
ALL_OF_NODE := $(or $(filter %/node_modules-test,$(MAKECMDGOALS)),$(wildcard ui/node_modules/eslint))
$(STAMPS)/node_modules: ui/package-lock.json | $(STAMPS)/uv
	$(STEP) "Installing what builds the page" "10 s" scripts/npm ci $(if $(ALL_OF_NODE),,--omit=dev) --loglevel=error
	@mkdir -p $(@D) && touch $@

# After the page is built: npm takes packages away for a moment.
$(STAMPS)/node_modules-test: $(STAMPS)/node_modules | $(UI)
	@[ -d ui/node_modules/eslint ] || \
	    scripts/step "Installing what checks the page" "15 s" scripts/npm install --no-save --include=dev --loglevel=error
	@touch $@

$(STAMPS)/ui: $(UI_SOURCES) $(STAMPS)/node_modules
	$(STEP) "Building the page" "10 s" scripts/npm run build --silent -- --logLevel error
	@touch $@

# --- using --------------------------------------------------------------------------------------

.PHONY: play
play: build ## play in the browser
	@$(BIN)/praefectus play

.PHONY: bench
bench: build ## measure the engine's speed
	@$(BIN)/praefectus bench

# The variable silences the theme's advertisement; warnings about pages and links end the build.
.PHONY: docs
docs: $(STAMPS)/docs ## build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "open build/site/index.html"

# --- releasing ----------------------------------------------------------------------------------

.PHONY: dist
dist: $(STAMPS)/dist ## make the packages for others to install: dist/*.tar.gz, dist/*.whl

# From the tree as it is built: the engine is not compiled again.
$(STAMPS)/dist: $(STAMPS)/engine $(UI) MANIFEST.in pyproject.toml README.md $(PACKAGED) | $(STAMPS)/editable
	@rm -rf dist
	$(STEP) "Packing the sdist and the wheel" "15 s" $(LOCK) $(BIN)/python -m build --quiet --no-isolation --sdist --wheel
	@ls dist/*
	@touch $@

# --- checking -----------------------------------------------------------------------------------

.PHONY: check check-python check-page test-page test-pure
check: check-python $(if $(UI),check-page) ## format, lint, types

check-python: build $(STAMPS)/test $(TORCH)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-page: $(STAMPS)/node_modules-test
	scripts/npm run --silent lint
	scripts/npm run --silent check

test-page: $(STAMPS)/node_modules-test
	scripts/npm test --silent

# The rules' own tests on the uncompiled sources.
test-pure: build $(STAMPS)/test
	PRAEFECTUS_PURE=1 $(BIN)/pytest -q -p no:cacheprovider tests/rules

.PHONY: format
format: $(STAMPS)/test $(if $(UI),$(STAMPS)/node_modules-test) ## put the sources into the formatter's shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(if $(UI),scripts/npm run --silent format)

# Once through all tests without running one: Python keeps what it compiles of them and of what they import. The processes that
# run them all begin with the same, and would do it each for itself.
.PHONY: collect
collect: build $(STAMPS)/test $(STAMPS)/docs $(TORCH)
	@$(BIN)/pytest -qq --collect-only >build/collected.txt || { cat build/collected.txt; exit 1; }

# What the tests need is done side by side, each part told in one piece. So is the rest, beside the tests: those of servers and
# browsers wait a lot.
BEFORE_TESTS := system-packages collect $(if $(UI),$(STAMPS)/node_modules-test) $(STAMPS)/docs $(STAMPS)/dist
BESIDE_TESTS := check-python $(if $(UI),check-page test-page) test-pure

.PHONY: test test-python
test: ## everything CI runs: check, all tests, the page's tests
	@$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync=target $(BEFORE_TESTS)
	@$(MAKE) --no-print-directory --jobs=2 test-python $(BESIDE_TESTS)

# Only as a part of the above, which makes what it needs.
test-python:
	$(BIN)/pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations=40

.PHONY: test-long
test-long: check $(STAMPS)/dist ## what takes too long for every change: packages built from nothing, more chaos, …
	$(BIN)/pytest -q -m long

# One server on SQLite, or several on PostgreSQL and Redis.
KILLS ?= 20
SERVERS ?= 1

.PHONY: chaos
chaos: build $(STAMPS)/test ## kill servers and services while people play: make chaos KILLS=300 SERVERS=3
	$(BIN)/python -m tests.chaos --kills $(KILLS) --servers $(SERVERS)

.PHONY: system-packages
system-packages:
	@scripts/system-packages

.PHONY: clean
clean: ## remove everything that was made
	rm -rf $(VENV) build dist ui/node_modules src/praefectus/server/static src/*.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests scripts -name '__pycache__' -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete
