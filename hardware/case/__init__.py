"""The case: parts for a 3D printer as OpenSCAD files, and the commands that export, check and picture them.

`python -m hardware.case` does it all. The shapes are in the .scad files, the lengths in hardware/dimensions.py.
"""
