"""Mutation tests: whether the tests notice one small fault at a time in the firmware (`make mutants`)."""
