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

.PHONY: help venv build test long browser everything debug sanitize lint format docs figures map stubs hooks

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

long: build ## The tests that take minutes
	$(PYTHON) -m pytest -q -m long $(TESTS)

browser: build ## The pages to explore, in a real browser (needs chromium and playwright)
	$(PYTHON) -m pytest -q -rs -m "long or not long" tests/browser

everything: build ## Every test, the long ones too; one that is skipped is a failure (needs all extras and programs)
	$(PYTHON) -m pytest -q --skip-none -m "long or not long"

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

format:    ## Python files, formatted, with the simple mends
	ruff check --fix .
	ruff format .

docs: build ## These pages, into build/docs; warnings are errors
	$(PYTHON) -m mkdocs build --strict

figures: build ## The figures of the docs and the outputs of the notebooks, made anew
	$(PYTHON) docs/figures.py
	$(PYTHON) notebooks/execute.py

map:       ## The map in docs/ARCHITECTURE.md, made anew from the imports
	$(PYTHON) tests/test_architecture.py --write

stubs:     ## src/trueodds/__init__.pyi, what editors know, made anew from the registry
	$(PYTHON) tools/make_stubs.py

hooks:     ## The linters before each commit
	pre-commit install
