"""The inner loop of the turn solver on the Pico: the viper version of passes.py, which documents the function.

turn_solver.py imports it on the Pico only, because MicroPython's WebAssembly build cannot compile viper. viper
functions have at most four parameters and no `None` annotation. OUTCOME and NEXT of passes.py are numbers here.
"""

import micropython


@micropython.viper
def solve_points(stream: ptr16, values: ptr16, job: ptr32) -> object:
    """See passes.solve_points."""
    points = job[0]
    most = job[1]
    shift = job[2]
    i = job[3]
    rows_end = job[4]
    while i < rows_end:
        at = job[i + 1]
        end = job[i + 2]
        total = 0
        while at < end:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = 0
            while at <= last:
                code = stream[at]
                at += 1
                row = code & 15
                then = code >> 5
                if row:
                    then += points
                    if then > most:
                        then = most
                    value = values[226 + (then << shift) + row]
                    if not code & 16:
                        bank = values[then]
                        if bank > value:
                            value = bank
                else:
                    value = values[221 + then]
                if value > best:
                    best = value
            total += weight * best
        values[226 + (points << shift) + job[i]] = total // job[i + 3]
        i += 4
    return None
