"""The game screen of the ten-thousand family: dice, prompts, results, calls."""
