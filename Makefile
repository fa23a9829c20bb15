# `make` or `make help` lists the targets. Each target installs what it needs into .venv.

# The first Python on PATH that is new enough; `make PYTHON=...` selects another one.
find_python = $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done),python3)
PYTHON = $(find_python)
RUN = .venv/bin/python
# Extra arguments for pytest: make test ARGS="-k menu"
ARGS ?=
# The parts that `make hardware` generates; empty: all of them
PARTS ?=

# The tests of make quick, by the markers in pyproject.toml
quick = not long and not emulator and not micropython and not browser and not hardware_tools

# Prints a hint; with `make -s` nothing
say := $(if $(findstring s,$(firstword -$(filter-out --%,$(MAKEFLAGS)))),@:,@echo)
# Not empty if the Python of .venv is gone (upgraded or moved): .venv is created again
fresh := $(if $(realpath .venv/bin/python),,always)
# The stamp file of an installed dependency group, such as .venv/play.stamp
stamps = .venv/$(1).stamp

.DEFAULT_GOAL := help
.PHONY: help setup play quick test check build image flash flash-dry backup restore doctor repl uf2 release bench
.PHONY: league soak docs wear pictures hardware clean always
.DELETE_ON_ERROR:

help: ## list the targets
	@echo "Sixpip: a dice console on a Raspberry Pi Pico, with a simulator in the browser."
	@echo
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '%-17s %s\n' "$$name" "$$text"; done
	@echo
	@echo "Start with: make play"

play: $(call stamps,play) ## play in the browser (PORT=8617, NO_BROWSER=1, VARIANTS=folder)
	@$(RUN) -m tools.play

quick: $(call stamps,dev) ## run the tests that need only Python packages, in about a minute (ARGS="-k menu")
	@$(RUN) -m pytest -q -n auto --dist worksteal -m "$(quick)" --hypothesis-profile=quick $(ARGS)
	$(say) "Next: make test, which also runs those on MicroPython, on an emulated Pico and in a browser."

test: setup ## run all tests on all cores (ARGS="-k menu"; ARGS="-n 0": one process)
	@$(RUN) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)
	$(say) "All tests passed; skipped tests are listed above with the reason. Next: make check"

check: $(call stamps,dev) ## check format, lint, types and imports
	@$(RUN) -m tools.check
	$(say) "Next: make test"

docs: $(call stamps,dev) ## update the generated tables and diagrams in the documents
	@$(RUN) -m tools.docs

build: $(call stamps,pico) ## compile the firmware for the Pico into build/firmware
	@$(RUN) -m tools.build

image: build ## create the file system image build/sixpip.img (BOARD=pico-w)
	@$(RUN) -m tools.image
	$(say) "Next: install it as described in README.md."

setup: $(call stamps,dev) ## install the tools for tests and checks into .venv
	@$(RUN) -m tools.emulator.fast_build || echo "Continuing with the slower emulator."
	@$(RUN) -m tools.micropython.fetch || echo "Continuing without it: the tests that need it are skipped."

flash: $(call stamps,pico) ## install or update the firmware on a Pico (PORT=...)
	@$(RUN) -m tools.flash flash

flash-dry: $(call stamps,pico) ## show what make flash would do
	@$(RUN) -m tools.flash dry

backup: $(call stamps,pico) ## copy saves, records, settings, logs and custom variants from a Pico (TO=file)
	@$(RUN) -m tools.flash backup

restore: $(call stamps,pico) ## copy a backup to a Pico (FROM=file)
	@$(RUN) -m tools.flash restore

doctor: $(call stamps,pico) ## check the connected Pico and its files
	@$(RUN) -m tools.flash doctor

repl: $(call stamps,pico) ## open the MicroPython prompt of a Pico
	@$(RUN) -m tools.flash repl

uf2: $(call stamps,pico) ## create a file for the BOOTSEL drive in dist (BOARD=pico-w, MICROPYTHON=file to include it)
	@$(RUN) -m tools.uf2

release: $(call stamps,pico) ## create the folder for `mpremote mip install`
	@$(RUN) -m tools.release

bench: $(call stamps,dev) ## measure speed and memory on the emulated Pico against the budgets
	@$(RUN) -m tools.bench

league: $(call stamps,solve) ## measure how strong Master is (GAMES=200000, VARIANTS="pure farkle", PLAYERS="2 3", SAVE=file)
	@$(RUN) -m tools.league $(VARIANTS) $(if $(GAMES),--games $(GAMES)) $(if $(PLAYERS),--players $(PLAYERS)) \
		$(if $(SAVE),--save $(SAVE))

soak: $(call stamps,dev) ## press buttons at random, with power cuts and full disks (MINUTES=5 SEED=1 JOBS=2, REPLAY=file)
	@$(RUN) -m tools.soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) \
		$(if $(JOBS),--jobs $(JOBS)) $(if $(REPLAY),--replay $(REPLAY))

wear: $(call stamps,dev) ## estimate the life of the flash from games on the emulated Pico
	@$(RUN) -m tools.flash_wear
	$(say) "Next: make bench"

pictures: $(call stamps,dev) ## make the pictures in the documents (needs Chromium)
	@$(RUN) -m tools.pictures

hardware: $(call stamps,hardware) ## generate pages, drawings, boards and case of hardware/ (PARTS="documents drawings")
	@$(RUN) -m hardware $(PARTS)

clean: ## delete build results and caches (not .venv and saved games)
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find firmware tools host_tests hardware -name __pycache__ -type d -prune -exec rm -rf {} +
	$(say) "To delete the installed tools, too: rm -rf .venv tools/micropython/node_modules"

.venv/%.stamp: pyproject.toml tools/venv.py $(fresh)
	@command -v $(PYTHON) >/dev/null || { echo "Sixpip needs Python 3.11 or newer: install it first."; exit 1; }
	@$(PYTHON) tools/venv.py $*
	@touch $@
