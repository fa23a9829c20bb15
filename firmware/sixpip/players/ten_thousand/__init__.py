"""The computer players and the coach of the ten-thousand family. The folder is loaded while they play."""
