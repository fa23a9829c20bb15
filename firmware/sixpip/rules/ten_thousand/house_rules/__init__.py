"""House rules: one small class each. houses.py says what one answers."""
