#!/usr/bin/env python3
"""minimax.py: the coefficients of bindings/rust/rustg-std/src/math.rs and math/, by the Remez exchange, rounded to f32.

Each row is a function, an interval, how many coefficients there are, and the factor that turns the error of the polynomial
into the relative error of the function that it is a part of. Where rounding them all at once would lose too much, a coefficient is
rounded, and the higher ones are computed anew for what it leaves. Needs Python's mpmath."""
import struct
import sys

from mpmath import asin, asinh, atan, atanh, cos, exp, log, lu_solve, matrix, mp, mpf, pi, sin, sinh, tan, tanh

mp.prec = 160


def of_square(f):
    return lambda z: f(mp.sqrt(z))


def near_zero(f, at):
    """f, and its value at 0 where f itself is 0 / 0."""
    return lambda x: f(x) if x else mpf(at)


def odd(f, at, high, n):
    """The P of f(r) = r + r^3 P(r^2), which is `at` at 0."""
    return (of_square(near_zero(lambda r: (f(r) - r) / r**3, at)), 0, mpf(high)**2, n, of_square(near_zero(lambda r: r**3 / f(r), 0)))


LN_2 = log(mpf(2))
THIRD, SIXTH = mpf(1) / 3, mpf(1) / 6
ROWS = {
    'exp': (near_zero(lambda r: (exp(r) - 1 - r) / r**2, 0.5), -0.3467, 0.3467, 5, lambda r: r**2 / exp(r)),
    'exp_m1': (near_zero(lambda r: (exp(r) - 1 - r) / r**2, 0.5), -0.42, 0.421, 6, near_zero(lambda r: r**2 / (exp(r) - 1), 0)),
    'exp2': (near_zero(lambda r: (exp(r * LN_2) - 1) / r, LN_2), -0.5, 0.5, 7, lambda r: r / exp(r * LN_2)),
    'ln': (near_zero(lambda f: (log(1 + f) - f + f**2 / 2) / f**3, mpf(1) / 3), -0.33334, 0.33334, 9,
           near_zero(lambda f: f**3 / log(1 + f), 0)),
    'ln_rest': (near_zero(lambda f: (log(1 + f) - f + f**2 / 2) / f**3, mpf(1) / 3), -0.33334, 0.3335, 8,
                near_zero(lambda f: f**3 / log(1 + f), 0)),
    'sin': (of_square(near_zero(lambda r: (sin(r) - r) / r**3, -mpf(1) / 6)), 0, (pi / 4 + 0.001)**2, 4,
            of_square(near_zero(lambda r: r**3 / sin(r), 0))),
    'cos': (of_square(near_zero(lambda r: (cos(r) - 1 + r**2 / 2) / r**4, mpf(1) / 24)), 0, (pi / 4 + 0.001)**2, 4,
            of_square(lambda r: r**4 / cos(r))),
    'tan': odd(tan, THIRD, pi / 4 + 0.001, 8),
    'asin': odd(asin, SIXTH, 0.5, 6),
    'atan': odd(atan, -THIRD, 1, 10),
    'sinh': odd(sinh, SIXTH, 1, 4),
    'tanh': odd(tanh, -THIRD, 0.6, 6),
    'asinh': odd(asinh, -SIXTH, 0.5, 6),
    'atanh': odd(atanh, THIRD, 0.5, 7),
    # of powf: atanh(s) is s + s^3 / 3 + s^5 P(s^2)
    'power': (of_square(near_zero(lambda s: (atanh(s) / s - 1 - s**2 / 3) / s**4, mpf(1) / 5)), 0, mpf('0.0402'), 4,
              of_square(lambda s: s**4)),
}
SQRT_HALF = (mp.sqrt(2) - 1)**2
# The rows of f64, for math/double.
ROWS |= {
    'exp f64': (*ROWS['exp'][:3], 11, ROWS['exp'][4]),
    'exp_m1 f64': (*ROWS['exp_m1'][:3], 12, ROWS['exp_m1'][4]),
    'exp2 f64': (*ROWS['exp2'][:3], 13, ROWS['exp2'][4]),
    # atanh(s) is s + s^3 P(s^2), and ln m is twice that for s = (m - 1) / (m + 1).
    'ln f64': (of_square(near_zero(lambda s: (atanh(s) - s) / s**3, THIRD)), 0, mpf('0.0402'), 9, of_square(lambda s: s**2)),
    'sin f64': (*ROWS['sin'][:3], 7, ROWS['sin'][4]),
    'cos f64': (*ROWS['cos'][:3], 7, ROWS['cos'][4]),
    'tan f64': odd(tan, THIRD, pi / 4 + 0.001, 15),
    'asin f64': odd(asin, SIXTH, 0.5, 13),
    'atan f64': odd(atan, -THIRD, 1, 21),
    'sinh f64': odd(sinh, SIXTH, 1, 7),
    'tanh f64': odd(tanh, -THIRD, 0.6, 11),
    'asinh f64': odd(asinh, -SIXTH, 0.5, 12),
    'atanh f64': odd(atanh, THIRD, 0.5, 14),
    'power f64': (ROWS['power'][0], 0, SQRT_HALF**2, 9, ROWS['power'][4]),
}
ONE_BY_ONE = {'tan', 'atan', 'tan f64', 'atan f64'}


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


def rounded(a, form):
    """a as f32 ('<f') or f64 ('<d')."""
    return struct.unpack(form, struct.pack(form, float(a)))[0]


def one_by_one(f, low, high, n, weight, form):
    """The coefficients rounded from the lowest on, each time with the others computed anew."""
    done, error = [], None
    beside = lambda x: x if x else mpf(10)**-12
    for k in range(n):
        left = lambda x, k=k: (f(beside(x)) - sum(a * beside(x)**j for j, a in enumerate(done))) / beside(x)**k
        c, error = minimax(left, low, high, n - k, lambda x, k=k: weight(beside(x)) * beside(x)**k)
        done = done + [mpf(rounded(c[0], form))]
    return done, error


def shortest(a, form):
    """The shortest decimal that is rounded to the same f32 or f64."""
    bits = rounded(a, form)
    return next(s for s in (f'{bits:.{n}g}' for n in range(1, 18)) if rounded(s, form) == bits)


def main():
    for name in sys.argv[1:] or ROWS:
        form = '<d' if name.endswith('f64') else '<f'
        c, error = one_by_one(*ROWS[name], form) if name in ONE_BY_ONE else minimax(*ROWS[name])
        print(f'{name}: relative error 2^{float(log(error, 2)):.1f}')
        print('   ', ', '.join(shortest(a, form) for a in c), flush=True)


if __name__ == '__main__':
    main()
