"""The generated pages: their text is built here from pins, netlist and tables. A test fails when one is stale."""
