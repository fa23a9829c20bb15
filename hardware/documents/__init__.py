"""Pages that are written by code: their text is made here from pins, netlist and tables, and a test says when stale."""
