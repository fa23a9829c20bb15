"""Boards that run on a computer: what the page's simulator and the fake of the tests share, and the fake itself."""
