# `make run` and `make test` do all set-up themselves, in .venv.

PYTHON ?= python3
PORT ?= 8501
HOST ?= 127.0.0.1
BIN := .venv/bin
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
MODULES := tests/browser/node_modules

.PHONY: run test quick lint scripts mutants docs messages bench load pictures shots clean

run: .venv/run.done .venv/compiled.log
	$(BIN)/python serve.py --host $(HOST) --port $(PORT)

# A process more than there are cores, as tests in a browser often wait. tests/conftest.py says which
# tests stay together, and in which order they run.
PYTEST = -m pytest --numprocesses $(JOBS) --dist loadgroup --no-loadscope-reorder
COVERED = -m slipcover --source wordpiece,pages --skip-covered

# Everything that CI runs. Quick tests come first.
test: lint scripts .venv/compiled.log
	$(BIN)/python $(COVERED) $(PYTEST) --durations=20

# For use while working: lint, types, the engine, the pages without a browser, and one journey in a
# browser. Properties are tried on few examples, and tests marked as slow are left out. It takes about
# a minute.
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

# The pure parts of the scripts, by node's own test runner.
scripts: .venv/dev.done
	$(BIN)/node --test --test-reporter=dot --disable-warning=MODULE_TYPELESS_PACKAGE_JSON \
		tests/scripts/*.test.js

# Change the engine in many places, one at a time, to see whether a test notices. It takes hours;
# `make mutants MUTANTS='wordpiece.scoring.*'` takes a part.
mutants: .venv/dev.done .venv/compiled.log
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

# The reference: a page for each module of the engine, made of its docstrings.
docs: .venv/dev.done
	rm -rf build/docs
	$(BIN)/python -m docs.reference build/docs

# The catalogs of the languages, from the sources; `make messages NEW=it` begins another.
messages: .venv/dev.done
	$(BIN)/python -m pages.locale.extraction $(NEW)

bench: .venv/dev.done .venv/compiled.log
	$(BIN)/python -m bench

# Pictures of all layouts, light and dark, in test-artifacts/, to look at after a change.
shots: lint
	SHOTS=1 $(BIN)/python $(PYTEST) tests/browser

# The pictures of the README.
pictures: .venv/dev.done
	$(BIN)/python -m docs.pictures

# A class at once, one on its phones, and one with private texts; see `python -m bench.load --help`.
load: .venv/dev.done
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.phones
	$(BIN)/python -m bench.phones --phones 300 --rooms 10 --processes 2
	$(BIN)/python -m bench.private

.venv/run.done: requirements.txt
	$(call install,requirements.txt)
	touch $@

.venv/dev.done: requirements.txt requirements-dev.txt
	$(call install,requirements-dev.txt)
	touch $@ .venv/run.done

# The merge loop, compiled where there are a C compiler and Python's headers.
COMPILED := wordpiece/training/_pair_index
.venv/compiled.log: wordpiece/training/pair_index.py $(COMPILED).pxd | .venv/run.done
	@rm -f $(COMPILED).*.so
	@$(BIN)/python -m wordpiece.training._compile >$@ 2>&1 || echo "The merge loop could not be" \
		"compiled ($@ says why). Training makes the same merges without it, more slowly."

# What is half there, pip takes for whole. So as long as something is being installed there is a
# mark, .venv/begun; where one was left, or where there is no pip, all is made anew.
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

# axe-core, which checks accessibility, and Biome, which lints scripts; npm comes with the requirements.
$(MODULES): tests/browser/package.json tests/browser/package-lock.json | .venv/dev.done
	$(BIN)/npm ci --loglevel=error --prefix tests/browser
	touch $@

clean:
	rm -rf $(COMPILED).*.so .venv build dist *.egg-info .pytest_cache .hypothesis \
		.mypy_cache .ruff_cache .import_linter_cache test-artifacts \
		mutants $(MODULES)
