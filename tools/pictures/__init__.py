"""The pictures in the documents, made by `python -m tools.pictures`."""
