"""The pictures of the documents, made by `make pictures` and committed in firmware/pictures."""
