# Sixpip. `make` or `make help` lists what there is; every target sets up what it needs, in .venv.

# The first Python on PATH that is new enough. Another one: make PYTHON=...
find_python = $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done),python3)
PYTHON = $(find_python)
RUN = .venv/bin/python
# Extra arguments for pytest: make test ARGS="-k menu"
ARGS ?=
# What of the hardware to make; nothing: all of it
PARTS ?=

# The tests of make quick, by the markers in pyproject.toml
quick = not emulator and not micropython and not browser and not hardware_tools

# make -s: no closing words
say := $(if $(findstring s,$(firstword -$(filter-out --%,$(MAKEFLAGS)))),@:,@echo)
# a .venv whose Python is gone (upgraded, moved) is made anew
fresh := $(if $(realpath .venv/bin/python),,always)
# What is installed by group: .venv/play.stamp and so on
stamps = .venv/$(1).stamp

.DEFAULT_GOAL := help
.PHONY: help setup play quick test check build image flash flash-dry backup restore doctor repl uf2 release bench
.PHONY: wear pictures hardware clean always
.DELETE_ON_ERROR:

help: ## list the targets
	@echo "Sixpip: a dice console on a Raspberry Pi Pico, and in your browser."
	@echo
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '%-14s %s\n' "$$name" "$$text"; done
	@echo
	@echo "Start with: make play"

play: $(call stamps,play) ## play it in the browser (PORT=8617, NO_BROWSER=1, VARIANTS=folder)
	@$(RUN) -m tools.play

quick: $(call stamps,dev) ## run the tests that need only Python packages, in about a minute (ARGS="-k menu")
	@$(RUN) -m pytest -q -n auto --dist worksteal -m "$(quick)" --hypothesis-profile=quick $(ARGS)
	$(say) "Next: make test, which also runs those on MicroPython, on an emulated Pico and in a browser."

test: setup ## run everything that can run, on all cores (ARGS="-k menu"; ARGS="-n 0": on one)
	@$(RUN) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)
	$(say) "Skipped tests are listed above with the reason. Next: make check"

check: $(call stamps,dev) ## check format, lint, types and import walls
	@$(RUN) -m tools.check
	$(say) "Next: make test"

build: $(call stamps,pico) ## compile the firmware for the Pico into build/firmware
	@$(RUN) -m tools.build

image: build ## make the Pico's file system image build/sixpip.img
	@$(RUN) -m tools.image
	$(say) "Next: README.md says how to put it on a Pico."

setup: $(call stamps,dev) ## install what tests and checks need into .venv
	@$(RUN) -m tools.emulator.fast_build || echo "Going on with the slower emulator."
	@$(RUN) -m tools.micropython.fetch || echo "Going on without it: the tests that need it will be skipped."

flash: $(call stamps,pico) ## put the console on a Pico, or bring it up to date (PORT=...)
	@$(RUN) -m tools.flash flash

flash-dry: $(call stamps,pico) ## say what make flash would do
	@$(RUN) -m tools.flash dry

backup: $(call stamps,pico) ## fetch saves, settings, logs and own variants from a Pico (TO=file)
	@$(RUN) -m tools.flash backup

restore: $(call stamps,pico) ## put a backup back on a Pico (FROM=file)
	@$(RUN) -m tools.flash restore

doctor: $(call stamps,pico) ## say what is connected, and whether all of it is well
	@$(RUN) -m tools.flash doctor

repl: $(call stamps,pico) ## open the MicroPython prompt of a Pico
	@$(RUN) -m tools.flash repl

uf2: $(call stamps,pico) ## make dist/sixpip-fs.uf2 to drop on a Pico (MICROPYTHON=file: with MicroPython in one)
	@$(RUN) -m tools.uf2

release: $(call stamps,pico) ## make the folder that `mpremote mip install` installs from
	@$(RUN) -m tools.release

bench: $(call stamps,dev) ## measure speed and memory on the emulated Pico against the budgets
	@$(RUN) -m tools.bench

wear: $(call stamps,dev) ## estimate the life of the flash from games on the emulated Pico
	@$(RUN) -m tools.flash_wear
	$(say) "Next: make bench"

pictures: $(call stamps,dev) ## make the pictures in the documents (needs Chromium)
	@$(RUN) -m tools.pictures

hardware: $(call stamps,hardware) ## make pages, drawings, boards and case of hardware/ anew (PARTS="documents drawings")
	@$(RUN) -m hardware $(PARTS)

clean: ## remove what was built (.venv and saved games stay)
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find firmware tools host_tests hardware -name __pycache__ -type d -prune -exec rm -rf {} +
	$(say) "Clean. To start from nothing: rm -rf .venv tools/micropython/node_modules"

.venv/%.stamp: pyproject.toml tools/venv.py $(fresh)
	@command -v $(PYTHON) >/dev/null || { echo "Sixpip's tools need Python 3.11 or newer: install it first."; exit 1; }
	@$(PYTHON) tools/venv.py $*
	@touch $@
