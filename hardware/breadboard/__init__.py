"""The cheapest console that plays: a Pico, stock modules and buttons on two breadboards, without a cell."""
