"""For research: the best play of each game, how strong the computer players are, and whether the dice are fair."""
