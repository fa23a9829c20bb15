"""`python -m tools.play`: the console in a browser, with the unchanged firmware."""
