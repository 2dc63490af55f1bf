# What CONTRIBUTING.md describes. `make help` lists the targets.
# PYTHON, TESTS and SANITIZERS can be set: make test TESTS=tests/fast/pig PYTHON=python3

PYTHON ?= .venv/bin/python
TESTS ?= tests
SANITIZERS ?= address,undefined

# The tools that stand beside that Python, and what they call themselves, are found first.
ifneq (,$(findstring /,$(PYTHON)))
export PATH := $(abspath $(dir $(PYTHON))):$(PATH)
endif

# Programs instrumented with sanitizers need their runtime, and C++'s, before everything else.
RUNTIME = $(foreach library,libasan.so libubsan.so libstdc++.so,$(shell gcc -print-file-name=$(library)))

.PHONY: help venv build test slow debug sanitize lint format docs figures stubs hooks

help:      ## This list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 12

venv:      ## A virtual environment with all that development needs, the package in place
	python3 -m venv .venv
	.venv/bin/python -m pip install 'setuptools>=77' 'cython>=3.1' wheel
	.venv/bin/python -m pip install --no-build-isolation -e '.[test,lint]' pre-commit

build:     ## Kernels in place; only those whose source changed are built
	$(PYTHON) setup.py -q build_ext --inplace

test: build ## The tests, or some of them: make test TESTS=tests/fast/pig
	$(PYTHON) -m pytest -q $(TESTS)

slow: build ## All tests, also those that are slow; skips for missing extras fail (pip install '.[all]')
	$(PYTHON) -m pytest -q -n 2 -m "slow or not slow" --no-missing-extra $(TESTS)

debug:     ## Kernels that check every index, tested; then the usual ones again
	TRUEODDS_DEBUG=1 $(PYTHON) setup.py -q build_ext --inplace --force
	$(PYTHON) -m pytest -q $(TESTS); status=$$?; \
	$(PYTHON) setup.py -q build_ext --inplace --force && exit $$status

sanitize:  ## Kernels under the compiler's sanitizers, tested; then the usual ones again (GCC)
	TRUEODDS_SANITIZE=$(SANITIZERS) $(PYTHON) setup.py -q build_ext --inplace --force
	LD_PRELOAD="$(RUNTIME)" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 \
	UBSAN_OPTIONS=halt_on_error=1 $(PYTHON) -m pytest -q $(TESTS); status=$$?; \
	$(PYTHON) setup.py -q build_ext --inplace --force && exit $$status

lint:      ## Linters and types, as CI runs them
	ruff check .
	ruff format --check .
	mypy
	cython-lint src

format:    ## Python files, formatted, with simple fixes
	ruff check --fix .
	ruff format .

docs: build ## The docs as a site, in build/docs; warnings are errors (extra docs)
	$(PYTHON) -m mkdocs build --strict

figures: build ## Redraw the figures of the docs, execute the notebooks (extras plot, notebooks)
	$(PYTHON) docs/figures.py
	$(PYTHON) notebooks/execute.py

stubs:     ## Update src/trueodds/__init__.pyi, the type stubs, from the registry
	$(PYTHON) tools/make_stubs.py

hooks:     ## The linters before each commit
	pre-commit install
