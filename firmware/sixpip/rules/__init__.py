"""The rules core: pure, no hardware, no clock, no files, no randomness of its own.

A game is made by `game.Game`, from a row of `variants` over the defaults of `options`.
"""
