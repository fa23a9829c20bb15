"""House rules of the ten-thousand family: one small class each. house_rule.py has the hooks."""
