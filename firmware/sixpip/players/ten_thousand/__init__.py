"""Decisions in the games of the ten-thousand family: what can be done, what it is worth, what it risks."""
