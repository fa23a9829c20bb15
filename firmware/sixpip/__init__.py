"""Sixpip: an electronic dice console. The packages and what each may import: see CONTRIBUTING.md."""

VERSION = "0.1.0"
