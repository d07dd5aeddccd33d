#!/usr/bin/env python3
"""Writes Chebyshev series of the special functions, from mpmath at 60 digits.

    python3 coefficients.py erf > erf_series.h
    python3 coefficients.py bessel > bessel_series.h

Each series interpolates its function at the Chebyshev points and ends where the rest is below 2^-58 of the function.
The functions are taken from their definitions (DLMF 7, 10), by mpmath; no coefficient comes from elsewhere.
"""
import sys

from mpmath import (mp, mpf, besseli, besselj, bessely, besseljzero, besselyzero, cos, erfc, erfinv, euler, exp,
                    log, nstr, pi, sin, sqrt)

mp.dps = 60


def series(f, begin, end, precision=58, points=72):
    """Coefficients of T_0 (already halved), T_1, ... for f on [begin, end]."""
    half, middle = (end - begin) / mpf(2), (end + begin) / mpf(2)
    angles = [pi * (k + mpf(1) / 2) / points for k in range(points)]
    values = [f(middle + half * cos(a)) for a in angles]
    c = [sum(v * cos(j * a) for v, a in zip(values, angles)) * 2 / points for j in range(points)]
    c[0] /= 2
    limit = max(abs(x) for x in c) * mpf(2) ** -precision
    while abs(c[-1]) < limit:
        c.pop()
    return c


def number(x):
    return float.hex(float(x))


def table(name, c, what):
    print(f"/* {what} */")
    print(f"static const double {name}[] = {{")
    for i in range(0, len(c), 4):
        print("    " + " ".join(number(x) + "," for x in c[i:i + 4]))
    print("};")


def erfcx(x):
    return exp(x * x) * erfc(x)


def erfcinv(q):
    """For 0 < q <= 1/2, by Newton's method on the logarithm of erfc."""
    t = sqrt(-log(q))
    x = t - log(t * sqrt(pi) + 1) / (2 * t) if t > 2 else erfinv(1 - q)
    if t <= 2:
        return x
    for _ in range(60):
        step = (log(erfc(x)) - log(q)) * erfc(x) * exp(x * x) * sqrt(pi) / 2
        x += step
        if abs(step) < mpf(10) ** -50:
            break
    return x


def pieces(name, f, parts):
    """A function on consecutive intervals, each divided by the distance from its zero there, if it has one."""
    rows = []
    for i, (begin, end, zero) in enumerate(parts):
        begin, end = mpf(begin), mpf(end)
        if zero is None:
            c = series(f, begin, end)
            high, low = mpf(0), mpf(0)
        else:
            c = series(lambda x: f(x) / (x - zero), begin, end)
            high = mpf(float(zero))
            low = zero - high
        table(f"{name}_{i}", c, f"{name} on [{nstr(begin, 4)}, {nstr(end, 4)}]" +
              ("" if zero is None else f" over x - {nstr(zero, 6)}"))
        rows.append((end, begin, high, low, zero is not None, len(c)))
    print(f"\nstatic const struct piece {name}[] = {{")
    for i, (end, begin, high, low, has_zero, n) in enumerate(rows):
        print(f"    {{{nstr(begin, 4)}, {nstr(end, 4)}, {'true' if has_zero else 'false'}, "
              f"{number(high)}, {number(low)}, {name}_{i}, {n}}},")
    print("};")


def phase(order, what):
    """P and x Q of Hankel's form (DLMF 10.18), as functions of (8 / x)^2."""
    def at(v):
        x = 8 / sqrt(v)
        angle = x - (2 * order + 1) * pi / 4
        j, y = besselj(order, x), bessely(order, x)
        scale = sqrt(pi * x / 2)
        if what == "p":
            return scale * (j * cos(angle) + y * sin(angle))
        return x * scale * (y * cos(angle) - j * sin(angle))
    return at


def erf_series():
    def scaled(s):
        x = mpf(15) / 4 * (1 + s) / (1 - s)
        return (1 + 2 * x) * erfcx(x)

    table("erfcx_series", series(scaled, -1, 1),
          "(1 + 2x) erfcx(x) on [0, inf), in (x - 3.75) / (x + 3.75)")
    table("erfinv_middle", series(lambda w: erfinv(sqrt(w)) / sqrt(w), 0, mpf(1) / 4, 58, 60),
          "erfinv(p) / p on p^2 <= 1/4, in p^2")
    for i, (begin, end) in enumerate(((mpf("0.83"), 2), (2, 5), (5, mpf("27.5")))):
        table(f"erfcinv_{i}", series(lambda u: erfcinv(exp(-1 / (u * u))) * u, 1 / mpf(end), 1 / mpf(begin), 58, 60),
              f"erfcinv(q) / t for t = sqrt(-log q) on [{nstr(begin, 4)}, {nstr(end, 4)}], in 1 / t")


def bessel_series():
    J, Y = besseljzero, besselyzero
    pieces("j0_near", lambda x: besselj(0, x), (
        (0, 1.5, None), (1.5, 4, J(0, 1)), (4, 6.5, J(0, 2)), (6.5, 8, None)))
    pieces("j1_near", lambda x: besselj(1, x), ((0, 2.5, mpf(0)), (2.5, 5.5, J(1, 1)), (5.5, 8, J(1, 2))))
    pieces("y0_near", lambda x: bessely(0, x), (
        (0.5, 1, Y(0, 1)), (1, 2, Y(0, 1)), (2, 3, None), (3, 5.5, Y(0, 2)), (5.5, 8, Y(0, 3))))
    pieces("y1_near", lambda x: bessely(1, x), (
        (1, 1.75, None), (1.75, 3.5, Y(1, 1)), (3.5, 6.5, Y(1, 2)), (6.5, 8, None)))
    def y0_rest(w):
        x = sqrt(w)
        return bessely(0, x) - 2 / pi * (log(x / 2) + euler) * besselj(0, x)

    def y1_rest(w):
        x = sqrt(w)
        return (bessely(1, x) - 2 / pi * (log(x) * besselj(1, x) - 1 / x)) / x

    table("y0_rest", series(y0_rest, 0, mpf(1) / 4, 58, 30),
          "Y0(x) - 2/pi (log(x/2) + gamma) J0(x) on x <= 1/2, in x^2")
    table("y1_rest", series(y1_rest, 0, 1, 58, 30),
          "(Y1(x) - 2/pi (log(x) J1(x) - 1/x)) / x on x <= 1, in x^2")
    for order in (0, 1):
        table(f"p{order}_far", series(phase(order, "p"), 0, 1), f"P{order}(x) for x >= 8, in (8 / x)^2")
        table(f"q{order}_far", series(phase(order, "q"), 0, 1), f"x Q{order}(x) for x >= 8, in (8 / x)^2")
    for order in (0, 1):
        c = [1 / (mp.factorial(k) * mp.factorial(k + order)) for k in range(30)]
        table(f"i{order}_near", c, f"I{order}(x) / (x/2)^{order} for x <= 8: powers of x^2 / 4 (DLMF 10.25.2)")
        table(f"i{order}_far", series(lambda v: sqrt(8 / v) * exp(-8 / v) * besseli(order, 8 / v), 0, 1, 58, 80),
              f"sqrt(x) exp(-x) I{order}(x) for x >= 8, in 8 / x")


which = sys.argv[1]
print("/* Made by coefficients.py; see there. Hexadecimal, so that every compiler reads the same bits. */")
print(f"#ifndef EMU_MATH_{which.upper()}_SERIES_H\n#define EMU_MATH_{which.upper()}_SERIES_H\n")
print('#include "series.h"\n')
{"erf": erf_series, "bessel": bessel_series}[which]()
print("\n#endif")
