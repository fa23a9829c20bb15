"""The engine of Phase 10 dice (RULES.md section 9): its dice, its phases, the best use of a roll, the turns."""
