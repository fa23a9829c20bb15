"""Patches that move the hardware divider of the RP2040 from Python to the compiled core of rp2040py.

Every division of MicroPython and every conversion of a number to text uses the divider (RP2040 datasheet, 2.3.1.5),
and each of its registers was read and written by Python code: a third of the emulator's time.
"""

from tools.check.emulator.patch import NATIVE, Patch

_BUS = f"{NATIVE}_rp2040.pyx"
_BUS_DECLARATIONS = f"{NATIVE}_rp2040.pxd"

_REGISTERS = """

cdef const unsigned int DIVIDER = 0xD0000060
cdef const unsigned int DIVIDER_END = 0xD0000078
cdef const unsigned int QUOTIENT = 4
cdef const unsigned int REMAINDER = 5
cdef const unsigned int STATUS = 6


cdef class RP2040:
"""

_DECLARATIONS = """    cdef dict __dict__
    cdef long long dividend
    cdef long long divisor
    cdef unsigned int quotient
    cdef unsigned int remainder
    cdef unsigned int divider_status
    cdef unsigned int read_divider(self, unsigned int address) noexcept
    cdef void write_divider(self, unsigned int address, unsigned int value) noexcept
    cdef void divide(self, bint signed) noexcept
"""

_METHODS = """    cdef unsigned int read_divider(self, unsigned int address) noexcept:
        cdef unsigned int register = (address - DIVIDER) >> 2
        if register == QUOTIENT:
            self.divider_status &= ~2U
            return self.quotient
        if register == REMAINDER:
            return self.remainder
        if register == STATUS:
            return self.divider_status
        return <unsigned int> (self.divisor if register & 1 else self.dividend)

    cdef void write_divider(self, unsigned int address, unsigned int value) noexcept:
        cdef unsigned int register = (address - DIVIDER) >> 2
        self.divider_status = 3
        if register == QUOTIENT:
            self.quotient = value
        elif register == REMAINDER:
            self.remainder = value
        else:
            if register & 1:
                self.divisor = value
            else:
                self.dividend = value
            self.divide(register & 2)

    cdef void divide(self, bint signed) noexcept:
        cdef long long dividend = <int> self.dividend if signed else self.dividend
        cdef long long divisor = <int> self.divisor if signed else self.divisor
        if divisor == 0:
            self.quotient = 0xFFFFFFFFU if self.dividend > 0 else 1
            self.remainder = <unsigned int> self.dividend
        else:
            self.quotient = <unsigned int> (dividend // divisor)
            self.remainder = <unsigned int> (dividend % divisor)
        self.core.cycles += 8

    cpdef unsigned int read_uint16("""

DIVIDER_PATCHES = [
    Patch(_BUS_DECLARATIONS, "    cdef dict __dict__\n", _DECLARATIONS),
    Patch(_BUS, "\n\ncdef class RP2040:\n", _REGISTERS),
    Patch(_BUS, "    cpdef unsigned int read_uint16(", _METHODS),
    Patch(
        _BUS,
        "            self.sio.reset()\n",
        "            self.sio.reset()\n"
        "            self.dividend = self.quotient = self.remainder = self.divider_status = 0\n"
        "            self.divisor = 1\n",
    ),
    Patch(
        _BUS,
        "            return <unsigned int> (int(self.sio.read_uint32(",
        "            if DIVIDER <= addr <= DIVIDER_END:\n"
        "                return self.read_divider(addr)\n"
        "            return <unsigned int> (int(self.sio.read_uint32(",
    ),
    Patch(
        _BUS,
        "            self.sio.write_uint32(addr - SIO_START, value)\n",
        "            if DIVIDER <= addr < DIVIDER_END:\n"
        "                self.write_divider(addr, val)\n"
        "            else:\n"
        "                self.sio.write_uint32(addr - SIO_START, value)\n",
    ),
]
