"""Sixpip: an electronic dice console. The packages and what each may import: see README.md."""

VERSION = "0.1.0"
