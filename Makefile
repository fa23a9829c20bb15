# `make` or `make help` lists the targets. tools/targets.py describes them, and tools/sixpip.py runs them:
# without make, `python tools/sixpip.py TARGET` does the same.

TARGETS = help play demo quick test sweep check docs build image setup flash flash-dry backup restore doctor repl uf2 release \
	bench league soak mutants wear lock pictures hardware clean

# The first Python on PATH that is new enough; `make PYTHON=...` selects another one for .venv.
find_python = $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done),python3)
# The Python of .venv, unless it is gone (upgraded or moved). -S below: it starts faster without packages.
PYTHON := $(or $(and $(realpath .venv/bin/python),.venv/bin/python),$(find_python))

# The names of make's NAME=value arguments: make puts the values into the environment
given := $(filter-out PYTHON SIXPIP_PYTHON,$(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name))))

.DEFAULT_GOAL := help
.PHONY: $(TARGETS)
.NOTPARALLEL:

$(TARGETS):
	@command -v $(PYTHON) >/dev/null || { echo "Sixpip needs Python 3.11 or newer: install it first."; exit 1; }
	@exec $(PYTHON) -S tools/sixpip.py --given "$(given)" $@
