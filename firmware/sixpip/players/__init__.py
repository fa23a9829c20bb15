"""Who decides, and what helps to decide: the odds. No rule is played here."""
