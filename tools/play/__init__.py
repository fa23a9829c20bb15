"""`python -m tools.play`: the console in a browser. The firmware runs here unchanged; the page paints and presses."""
