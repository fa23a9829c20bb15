"""The console: screens and their flow. It is handed a Board and knows no hardware; no rule is played here."""
