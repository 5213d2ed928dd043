#!/usr/bin/env python3
"""minimax.py: the coefficients of bindings/rust/rustg-std/src/math.rs, by the Remez exchange, rounded to f32.

Each row is a function, an interval, how many coefficients there are, and the factor that turns the error of the polynomial
into the relative error of the function that it is a part of. Needs Python's mpmath."""
import struct
import sys

from mpmath import cos, exp, log, lu_solve, matrix, mp, mpf, pi, sin

mp.prec = 160


def of_square(f):
    return lambda z: f(mp.sqrt(z))


def near_zero(f, at):
    """f, and its value at 0 where f itself is 0 / 0."""
    return lambda x: f(x) if x else mpf(at)


LN_2 = log(mpf(2))
ROWS = {
    'exp': (near_zero(lambda r: (exp(r) - 1 - r) / r**2, 0.5), -0.3467, 0.3467, 5, lambda r: r**2 / exp(r)),
    'exp2': (near_zero(lambda r: (exp(r * LN_2) - 1) / r, LN_2), -0.5, 0.5, 7, lambda r: r / exp(r * LN_2)),
    'ln': (near_zero(lambda f: (log(1 + f) - f + f**2 / 2) / f**3, mpf(1) / 3), -0.33334, 0.33334, 9,
           near_zero(lambda f: f**3 / log(1 + f), 0)),
    'sin': (of_square(near_zero(lambda r: (sin(r) - r) / r**3, -mpf(1) / 6)), 0, (pi / 4 + 0.001)**2, 4,
            of_square(near_zero(lambda r: r**3 / sin(r), 0))),
    'cos': (of_square(near_zero(lambda r: (cos(r) - 1 + r**2 / 2) / r**4, mpf(1) / 24)), 0, (pi / 4 + 0.001)**2, 4,
            of_square(lambda r: r**4 / cos(r))),
}


def minimax(f, low, high, n, weight):
    """The n coefficients, lowest first, whose weighted error alternates n + 1 times."""
    low, high = mpf(low), mpf(high)
    points = [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * n + 2)) for k in range(n + 1)]
    grid = [low + (high - low) * k / 600 for k in range(601)]
    for _ in range(12):
        rows = [[x**k for k in range(n)] + [(-1)**i / weight(x) if weight(x) else mpf(0)] for i, x in enumerate(points)]
        solved = lu_solve(matrix(rows), matrix([f(x) for x in points]))
        c = [solved[k] for k in range(n)]
        errors = [(f(x) - sum(a * x**k for k, a in enumerate(c))) * weight(x) for x in grid]
        runs = [[0]]
        for k in range(1, len(grid)):
            if errors[k] * errors[runs[-1][-1]] < 0:
                runs.append([k])
            else:
                runs[-1].append(k)
        tops = [max(run, key=lambda k: abs(errors[k])) for run in runs]
        while len(tops) > n + 1:
            tops.pop(0 if abs(errors[tops[0]]) < abs(errors[tops[-1]]) else -1)
        if len(tops) <= n:
            break
        points = [grid[k] for k in tops]
    return c, max(abs(e) for e in errors)


def shortest(a):
    """The shortest decimal that is rounded to the same f32."""
    bits = struct.pack('<f', float(a))
    value = struct.unpack('<f', bits)[0]
    return next(s for s in (f'{value:.{n}g}' for n in range(1, 10)) if struct.pack('<f', float(s)) == bits)


def main():
    for name in sys.argv[1:] or ROWS:
        c, error = minimax(*ROWS[name])
        print(f'{name}: relative error 2^{float(log(error, 2)):.1f}')
        print('   ', ', '.join(shortest(a) for a in c))


if __name__ == '__main__':
    main()
