# `make run` is all a stranger needs. Each target says what it does; `make` alone lists them.
PYTHON ?= python3
WORKERS ?= 2
PY = .venv/bin/python
PURE = $(wildcard tests/engine tests/roles tests/reach tests/memory tests/prompts tests/terms tests/shape)
# One process a core (tests/conftest.py says how many at most); a file's tests stay together, for what they share.
SPREAD = -n auto --dist loadfile --no-loadscope-reorder
.DEFAULT_GOAL := help
.PHONY: help setup run ask demo model fast test explore load check fix bench clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

# A folder without pip is begun again: Debian's Python without python3-venv leaves one behind, and so does an interruption.
NEW_ENOUGH = -c 'import sys; sys.exit(sys.version_info < (3, 11))'
define venv
if ! $(1)/bin/python -m pip --version >/dev/null 2>&1; then \
	found=$$($(PYTHON) --version 2>&1) || found="not there"; \
	$(PYTHON) $(NEW_ENOUGH) 2>/dev/null || { \
		echo "Redthread needs Python 3.11 or newer; $(PYTHON) is $$found. Say which: make PYTHON=python3.13 $(MAKECMDGOALS)"; exit 1; }; \
	$(PYTHON) -m venv $(1) || { echo "Python's venv module is missing (Debian: apt-get install python3-venv)."; exit 1; }; \
fi; \
$(1)/bin/python $(NEW_ENOUGH) || { echo "$(1) is of $$($(1)/bin/python --version), and Redthread needs 3.11 or newer: make clean"; exit 1; }
endef

setup: .venv/stamp ## make .venv with everything in requirements-dev.txt

# The stamp carries the time of the last complete installation, so an interrupted one is begun again.
.venv/stamp: requirements.txt requirements-dev.txt
	@$(call venv,.venv)
	@echo 'Installing what requirements-dev.txt lists into .venv; this takes a minute or two.'
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: setup ## start everything and print the address
	@exec $(PY) manage.py up --workers $(WORKERS)

# The question goes to the shell as it was typed, quotes and dollar signs included: by the environment, and never through
# make's own expansion, which would run a $(shell …) in it. LANGUAGE, FROM, TO and OUT count only on make's command line,
# since shells often have a LANGUAGE of their own.
override Q := $(value Q)
$(foreach name,OUT LANGUAGE FROM TO,$(if $(filter command line,$(origin $(name))),\
	$(eval override $(name) := $$(value $(name)))$(eval ASK_$(name) := $$(value $(name)))))
export Q ASK_OUT ASK_LANGUAGE ASK_FROM ASK_TO
ask: setup ## ask from the shell: make ask Q="…" [OUT=report.md] [LANGUAGE=zh] [FROM=2023-01-01] [TO=2024-12-31]
	@exec $(PY) manage.py ask "$$Q" $${ASK_OUT:+--out "$$ASK_OUT"} $${ASK_LANGUAGE:+--language "$$ASK_LANGUAGE"} \
		$${ASK_FROM:+--from "$$ASK_FROM"} $${ASK_TO:+--to "$$ASK_TO"}

demo: setup ## one question to the sample library, to a report on the screen
	@exec $(PY) manage.py ask --demo

# A small .venv of its own: it can be made on a machine that only serves models.
MODEL_PORT ?= 8080
override GGUF := $(value GGUF)
export GGUF
model: .venv-model/stamp ## serve a GGUF file on loopback: make model GGUF=path/to/file.gguf [MODEL_PORT=8080]
	@test -n "$$GGUF" || { echo 'Say which file: make model GGUF=path/to/file.gguf'; exit 1; }
	@exec .venv-model/bin/python research/management/serve_gguf.py "$$GGUF" --port $(MODEL_PORT) $(OPTIONS)

.venv-model/stamp: requirements-model.txt
	@$(call venv,.venv-model)
	@echo 'Installing what requirements-model.txt lists into .venv-model.'
	@.venv-model/bin/python -m pip install --quiet --disable-pip-version-check --only-binary=:all: -r requirements-model.txt
	@touch $@

fast: setup ## the pure parts' tests: no database, no Django
	$(PY) -m pytest -p no:django -q $(SPREAD) $(PURE)

test: setup ## every test, on every core; those with a browser are skipped loudly where there is none
	$(PY) -m pytest $(SPREAD)

explore: setup ## the pure parts' rules with new examples, a thousand for each that names no number of its own
	$(PY) -m pytest -p no:django -q $(SPREAD) --hypothesis-profile explore $(PURE)

load: setup ## the tests that take minutes and that make test leaves out: 200 schedules of 16 processes on one ledger
	$(PY) -m pytest -q -m load

check: setup ## style, types, import rules, Django's own checks, missing migrations, the docs
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	$(PY) manage.py check --fail-level WARNING
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pytest -q $(wildcard tests/docs) tests/research/test_settings.py

fix: setup ## let ruff repair what it can
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: setup ## measure reading, rewording, claims, overhead, 500 steps and the samples' questions; ends after 30 minutes
	@mkdir -p .data
	@exec $(PY) manage.py bench --runs 1 --minutes 30 --out .data/bench.jsonl

clean: ## remove what can be made again; never the data
	rm -rf .venv .venv-model .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
