"""The 3D-printed case: OpenSCAD models, and the code that exports, checks and renders them.

`python -m hardware.case` runs all of it. The shapes are in the .scad files, the dimensions in hardware/dimensions.csv.
"""
