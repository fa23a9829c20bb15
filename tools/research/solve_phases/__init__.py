"""The exact optimum of Phase 10 dice: one turn of each phase, the game alone, and the firmware's advice against it."""
