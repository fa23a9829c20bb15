"""`python -m tools.play.simulator`: the console in a browser, with the unchanged firmware."""
