"""How to play: short pages in plain words, made from the options of a game, so that they are right for house rules."""
