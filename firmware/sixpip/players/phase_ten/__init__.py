"""The computer players and the coach of Phase 10 dice. The folder is loaded while they play."""
