"""Makes slice objects in advance: MicroPython allocates one each time `a[x:y]` is evaluated."""


class _SliceMaker:
    """Returns the slice that it is indexed with, because MicroPython's `slice` cannot be called."""

    def __getitem__(self, item: slice) -> slice:
        return item


def first(count: int) -> slice:
    """Return the slice of the first `count` items: `a[FIRST] = b` copies with it and allocates nothing."""
    return _SliceMaker()[0:count]
