"""The exact solver for the ten-thousand family, with any house rules."""
