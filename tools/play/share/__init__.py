"""Shares a game as a link: its log in the fragment, and what each decision cost."""
