"""The computer players, the coach, and the odds that they and the screens use. No rule is applied here."""
