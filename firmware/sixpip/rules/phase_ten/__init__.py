"""The engine of Phase 10: its dice, its phases, the best use of a roll, the turns."""
