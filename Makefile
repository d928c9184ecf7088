# Every target installs what it needs into .venv. `make help` lists the targets.

PYTHON ?= python3
PORT ?= 8501
HOST ?= 127.0.0.1
BIN := .venv/bin
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
MODULES := tests/browser/node_modules
# Containers often set it; then each worker compiles all tests again.
export PYTHONDONTWRITEBYTECODE :=
# The versions to install; `make LOCK=` takes the newest ones that requirements.txt allows.
LOCK ?= --constraint deploy/constraints.txt

.PHONY: help run test quick lint scripts mutants docs messages bench load pictures shots clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: .venv/run.done .venv/compiled.log ## run the app; HOST=0.0.0.0 PORT=8600 is another address
	$(BIN)/python serve.py --host $(HOST) --port $(PORT)

# One worker more than cores, because browser tests are mostly idle. tests/conftest.py says which tests
# share a worker, and in which order they run.
PYTEST = -m pytest --numprocesses $(JOBS) --dist loadgroup --no-loadscope-reorder
COVERED = -m slipcover --source wordpiece,pages --skip-covered

# Quick tests come first.
test: lint scripts .venv/compiled.log ## run all that CI runs
	$(BIN)/python $(COVERED) $(PYTEST) --durations=20

# Property tests use few examples, and tests marked as slow are left out. Almost all of its tests keep
# a processor busy, so one worker per core is enough. It takes less than a minute.
QUICK := wordpiece pages tests/wordpiece tests/pages tests/test_house.py \
	tests/browser/test_train.py::test_three_clicks_back_and_reload

quick: JOBS = $(shell getconf _NPROCESSORS_ONLN)
quick: lint .venv/compiled.log ## lint, and test the engine, the pages and one click in a browser
	$(BIN)/python $(PYTEST) --hypothesis-profile=quick -m "not slow" $(QUICK)

lint: .venv/dev.done $(MODULES) ## check style, imports, scripts and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/node $(MODULES)/@biomejs/biome/bin/biome lint --error-on-warnings
	$(BIN)/mypy

scripts: .venv/dev.done ## test the pure parts of the scripts with node's test runner
	$(BIN)/node --test --test-reporter=dot --disable-warning=MODULE_TYPELESS_PACKAGE_JSON \
		tests/scripts/*.test.js

# It takes hours; `make mutants MUTANTS='wordpiece.scoring.*'` tests a part.
# The compiled module would run in place of the changed source; the next `make run` compiles it again.
mutants: .venv/dev.done ## change the engine in many places, to see whether a test fails
	rm -f $(COMPILED).*.so .venv/compiled.log
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

docs: .venv/dev.done ## write the reference of the engine, from its docstrings, to build/docs
	rm -rf build/docs
	$(BIN)/python -m docs.reference build/docs

# A changed sentence counts as a new one; there is no fuzzy matching.
BABEL := $(BIN)/python -m babel.messages.frontend --quiet
CATALOGS := --input-file build/messages.pot --output-dir pages/locale/translations --no-wrap
messages: .venv/dev.done ## update the translation catalogs; NEW=it creates another
	mkdir -p build
	$(BABEL) extract --mapping-file babel.cfg --add-location file --project "Merge by Merge" \
		--output-file build/messages.pot .
	$(if $(NEW),$(BABEL) init $(CATALOGS) --locale $(NEW))
	$(BABEL) update $(CATALOGS) --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

bench: .venv/dev.done .venv/compiled.log ## measure the engine, a click, a page and a key
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.click
	$(BIN)/python -m bench.paint

# `python -m bench.load --help` lists the options.
load: .venv/dev.done .venv/compiled.log ## measure classes that arrive, click, vote on phones, or open texts
	$(BIN)/python -m bench.cold
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.phones
	$(BIN)/python -m bench.load --own

shots: lint ## take screenshots of all layouts, light and dark, in test-artifacts/
	SHOTS=1 $(BIN)/python $(PYTEST) tests/browser

pictures: .venv/dev.done ## take the pictures of the README
	$(BIN)/python -m docs.pictures

.venv/run.done: requirements.txt deploy/constraints.txt
	$(call install,requirements.txt)
	touch $@

.venv/dev.done: requirements.txt requirements-dev.txt deploy/constraints.txt
	$(call install,requirements-dev.txt)
	touch .venv/run.done $@

# pip treats a partial install as complete. So the marks of finished installs are removed before it
# starts, and .venv without a mark is made again. Where pip fails by itself, as without a network, it
# has installed nothing.
define install
	@ls .venv/*.done >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv || { \
		echo "Python could not make .venv. On Debian: apt-get install python3-venv"; exit 1; }
	@rm -f .venv/*.done
	trap 'exit 130' INT TERM; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(LOCK) -r $(1) || { \
		touch .venv/old.done; exit 1; }
endef

# Compile the merge loop if there are a C compiler and Python's headers.
COMPILED := wordpiece/training/_pair_index
.venv/compiled.log: wordpiece/training/pair_index.py $(COMPILED).pxd | .venv/run.done
	@rm -f $(COMPILED).*.so
	@$(BIN)/python -m wordpiece.training._compile >$@ 2>&1 || echo "The merge loop could not be" \
		"compiled ($@ says why). Training makes the same merges without it, more slowly."

# Install axe-core, the accessibility checker of the browser tests, and Biome, which lints scripts. npm is
# one of the requirements.
$(MODULES): tests/browser/package.json tests/browser/package-lock.json | .venv/dev.done
	$(BIN)/npm ci --loglevel=error --prefix tests/browser
	touch $@

clean: ## remove all that was installed or written
	rm -rf $(COMPILED).*.so .venv build dist *.egg-info .pytest_cache .hypothesis \
		.mypy_cache .ruff_cache .import_linter_cache test-artifacts \
		mutants $(MODULES)
