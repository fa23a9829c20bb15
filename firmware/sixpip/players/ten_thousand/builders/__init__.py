"""Builds the tables of the turn solver and of the chances to win; loaded only while that works."""
