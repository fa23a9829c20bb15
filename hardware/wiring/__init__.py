"""The wiring: cables, connections from end to end, schematic, and the electrical rules."""
