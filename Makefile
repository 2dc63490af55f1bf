# Shortcuts for the commands that CONTRIBUTING.md describes. `make help` lists the targets.
# PYTHON, TESTS and SANITIZERS can be set: make test TESTS=tests/fast/pig PYTHON=python3

PYTHON ?= .venv/bin/python
TESTS ?= tests
SANITIZERS ?= address,undefined

# Tools beside that Python, such as ruff, come first in the search path.
ifneq (,$(findstring /,$(PYTHON)))
export PATH := $(abspath $(dir $(PYTHON))):$(PATH)
endif

# Instrumented kernels need the runtimes of the sanitizers and of C++ to be loaded before any other library.
RUNTIME = $(foreach library,libasan.so libubsan.so libstdc++.so,$(shell gcc -print-file-name=$(library)))

.PHONY: help venv build test slow debug sanitize lint format docs figures stubs hooks

help:      ## List the targets
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 12

venv:      ## Create a virtual environment for development, with an editable installation
	python3 -m venv .venv
	.venv/bin/python -m pip install 'setuptools>=77' 'cython>=3.1' wheel
	.venv/bin/python -m pip install --no-build-isolation -e '.[test,lint]' pre-commit

build:     ## Build in place the kernels whose source changed
	$(PYTHON) setup.py -q build_ext --inplace

test: build ## Run the tests, or some of them: make test TESTS=tests/fast/pig
	$(PYTHON) -m pytest -q $(TESTS)

slow: build ## Run all tests, including slow ones; a missing extra is a failure (pip install '.[all]')
	$(PYTHON) -m pytest -q -n 2 -m "slow or not slow" --no-missing-extra $(TESTS)

debug:     ## Test kernels that check every index, then build the usual kernels again
	TRUEODDS_DEBUG=1 $(PYTHON) setup.py -q build_ext --inplace --force
	$(PYTHON) -m pytest -q $(TESTS); status=$$?; \
	$(PYTHON) setup.py -q build_ext --inplace --force && exit $$status

sanitize:  ## Test kernels with the compiler's sanitizers, then build the usual kernels again (GCC)
	TRUEODDS_SANITIZE=$(SANITIZERS) $(PYTHON) setup.py -q build_ext --inplace --force
	LD_PRELOAD="$(RUNTIME)" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 \
	UBSAN_OPTIONS=halt_on_error=1 $(PYTHON) -m pytest -q $(TESTS); status=$$?; \
	$(PYTHON) setup.py -q build_ext --inplace --force && exit $$status

lint:      ## Run the linters and the type checker, as CI does
	ruff check .
	ruff format --check .
	mypy
	cython-lint src

format:    ## Format Python files and apply simple fixes
	ruff check --fix .
	ruff format .

docs: build ## Build the site of the docs in build/docs; warnings are errors (extra docs)
	$(PYTHON) -m mkdocs build --strict

figures: build ## Redraw the figures of the docs and execute the notebooks (extras plot, notebooks)
	$(PYTHON) docs/figures.py
	$(PYTHON) notebooks/execute.py

stubs:     ## Update the type stub src/trueodds/__init__.pyi from the registry
	$(PYTHON) tools/make_stubs.py

hooks:     ## Run the linters before each commit
	pre-commit install
