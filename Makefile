# Every target installs what it needs into .venv.

PYTHON ?= python3
PORT ?= 8501
HOST ?= 127.0.0.1
BIN := .venv/bin
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
MODULES := tests/browser/node_modules

.PHONY: run test quick lint scripts mutants docs messages bench load pictures shots clean

run: .venv/run.done .venv/compiled.log
	$(BIN)/python serve.py --host $(HOST) --port $(PORT)

# One worker more than cores, because browser tests are mostly idle. tests/conftest.py says which tests
# share a worker, and in which order they run.
PYTEST = -m pytest --numprocesses $(JOBS) --dist loadgroup --no-loadscope-reorder
COVERED = -m slipcover --source wordpiece,pages --skip-covered

# All that CI runs. Quick tests come first.
test: lint scripts .venv/compiled.log
	$(BIN)/python $(COVERED) $(PYTEST) --durations=20

# For use while working: lint, types, the engine, the pages without a browser, and one browser test.
# Property tests use few examples, and tests marked as slow are left out. It takes about a minute.
QUICK := wordpiece pages tests/wordpiece tests/pages tests/test_house.py \
	tests/browser/test_train.py::test_three_clicks_back_and_reload

quick: lint .venv/compiled.log
	$(BIN)/python $(PYTEST) --hypothesis-profile=quick -m "not slow" $(QUICK)

lint: .venv/dev.done $(MODULES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/node $(MODULES)/@biomejs/biome/bin/biome lint --error-on-warnings
	$(BIN)/mypy

# Test the pure parts of the scripts with node's test runner.
scripts: .venv/dev.done
	$(BIN)/node --test --test-reporter=dot --disable-warning=MODULE_TYPELESS_PACKAGE_JSON \
		tests/scripts/*.test.js

# Mutation testing: change the engine in one place at a time, and see whether a test fails. It takes
# hours; `make mutants MUTANTS='wordpiece.scoring.*'` tests a part.
mutants: .venv/dev.done .venv/compiled.log
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

# Write the reference: a page for each module of the engine, from its docstrings.
docs: .venv/dev.done
	rm -rf build/docs
	$(BIN)/python -m docs.reference build/docs

# Update the translation catalogs from the sources; `make messages NEW=it` creates another.
messages: .venv/dev.done
	$(BIN)/python -m pages.locale.extraction $(NEW)

bench: .venv/dev.done .venv/compiled.log
	$(BIN)/python -m bench

# Take screenshots of all layouts, light and dark, in test-artifacts/, to look at after a change.
shots: lint
	SHOTS=1 $(BIN)/python $(PYTEST) tests/browser

# Take the pictures of the README.
pictures: .venv/dev.done
	$(BIN)/python -m docs.pictures

# Simulate a class that clicks, one that votes on phones, and one with private texts; see
# `python -m bench.load --help`.
load: .venv/dev.done
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.phones
	$(BIN)/python -m bench.phones --phones 300 --rooms 10 --processes 2
	$(BIN)/python -m bench.load --own

.venv/run.done: requirements.txt
	$(call install,requirements.txt)
	touch $@

.venv/dev.done: requirements.txt requirements-dev.txt
	$(call install,requirements-dev.txt)
	touch $@ .venv/run.done

# Compile the merge loop if there are a C compiler and Python's headers.
COMPILED := wordpiece/training/_pair_index
.venv/compiled.log: wordpiece/training/pair_index.py $(COMPILED).pxd | .venv/run.done
	@rm -f $(COMPILED).*.so
	@$(BIN)/python -m wordpiece.training._compile >$@ 2>&1 || echo "The merge loop could not be" \
		"compiled ($@ says why). Training makes the same merges without it, more slowly."

# pip treats a partial install as complete, so .venv/begun marks an install in progress. If the mark is
# left over, or pip is missing, create .venv again.
define install
	@{ [ ! -e .venv/begun ] && $(BIN)/python -m pip --version; } >/dev/null 2>&1 || { \
		rm -rf .venv && mkdir .venv && touch .venv/begun && $(PYTHON) -m venv .venv || { \
		rm -rf .venv; \
		echo "Python could not make .venv. On Debian: apt-get install python3-venv"; exit 1; }; }
	@touch .venv/begun
	trap 'exit 130' INT TERM; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(1) || { \
		rm .venv/begun; exit 1; }
	@rm .venv/begun
endef

# Install axe-core, the accessibility checker of the browser tests, and Biome, which lints scripts. npm is
# one of the requirements.
$(MODULES): tests/browser/package.json tests/browser/package-lock.json | .venv/dev.done
	$(BIN)/npm ci --loglevel=error --prefix tests/browser
	touch $@

clean:
	rm -rf $(COMPILED).*.so .venv build dist *.egg-info .pytest_cache .hypothesis \
		.mypy_cache .ruff_cache .import_linter_cache test-artifacts \
		mutants $(MODULES)
