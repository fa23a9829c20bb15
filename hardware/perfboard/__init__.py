"""The tabletop's perfboard, hole by hole: layout, checks and drawings of both sides."""
