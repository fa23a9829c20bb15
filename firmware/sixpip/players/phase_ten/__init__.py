"""Decisions in Phase 10 dice: what the dice make, and what can be done with them."""
