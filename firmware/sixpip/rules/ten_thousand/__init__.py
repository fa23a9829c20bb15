"""The engine of the ten-thousand family: its scorer, its turns, its house rules."""
