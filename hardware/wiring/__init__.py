"""What is joined to what: cables, traces from end to end, schematic, Wokwi diagram, and the rules they must keep."""
