"""Tests whether dice are fair, and what the health tests of the firmware find: see firmware/RANDOMNESS.md."""
