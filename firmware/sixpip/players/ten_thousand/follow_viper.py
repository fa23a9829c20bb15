"""The viper version of passes.follow_points, which documents it; see passes_viper.py.

Loaded only while the win table is built.
"""

import micropython


@micropython.viper
def follow_points(stream: ptr16, values: ptr16, chances: ptr16, job: ptr32) -> object:
    """See passes.follow_points."""
    points = job[0]
    most = job[1]
    shift = job[2]
    i = job[3]
    rows_end = job[4]
    while i < rows_end:
        chance = chances[226 + (points << shift) + job[i]]
        at = job[i + 1]
        end = job[i + 2] if chance else at
        weights = job[i + 3]
        rest = (points * 40503 + i * 9973) % weights
        while at < end:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = -1
            place = 0
            while at <= last:
                code = stream[at]
                at += 1
                row = code & 15
                then = code >> 5
                there = 221 + then
                if row:
                    then += points
                    if then > most:
                        then = most
                    there = 226 + (then << shift) + row
                    if not code & 16:
                        if values[then] > values[there]:
                            there = then
                if values[there] > best:
                    best = values[there]
                    place = there
            rest += chance * weight
            part = rest // weights
            chances[place] = chances[place] + part
            rest -= part * weights
        i += 4
    return None
