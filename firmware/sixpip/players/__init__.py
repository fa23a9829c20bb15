"""What helps a player to decide: the odds. No rule is applied here."""
