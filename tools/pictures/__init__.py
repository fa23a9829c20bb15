"""The pictures in the documents, taken of the real page by `python -m tools.pictures`."""
