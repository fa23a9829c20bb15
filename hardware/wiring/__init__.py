"""The wiring: cables, connections from end to end, and the simulation of the off latch."""
