#!/usr/bin/env python3
"""A compile of the 51 lines of bench_codegen to CUDA C++ takes at most so many instructions, as the first of a process and as a later
one. What it takes today is in BENCHMARKS.md. With the compiler of CI the counts are the same from run to run, so that the limits
leave little above it; with others they leave a tenth."""
import os
import re
import shutil
import subprocess
import sys

MOST_IN_CI, MOST = (4.5, 4.1), (4.7, 4.4)  # first and warm, millions


def limits():
    """By the compiler of the library: CI's is Debian 12's gcc."""
    told = subprocess.run([os.environ.get('RUSTG_C_COMPILER', 'cc'), '-dM', '-E', '-x', 'c', os.devnull], capture_output=True, text=True,
                          check=True).stdout
    return MOST_IN_CI if '#define __GNUC__ 12\n' in told and '__clang__' not in told else MOST


def main():
    if os.environ.get('RUSTG_SANITIZE') or not shutil.which('valgrind'):
        print('skipped: valgrind is not there, or this is a build with a sanitizer')
        return 77
    bench = os.path.join(os.environ['RUSTG_TEST_PROGRAMS'], 'bench_codegen')
    told = subprocess.run([bench, '--instructions'], capture_output=True, text=True, check=True).stdout
    print(told)
    first, warm = (float(number) for number in re.search(r'first ([0-9.]+), warm ([0-9.]+)', told).groups())
    most_first, most_warm = limits()
    assert 1 < warm <= most_warm, f'a compile takes {warm} M instructions, more than {most_warm}'
    assert warm < first <= most_first, f'the first compile of a process takes {first} M instructions, more than {most_first}'
    return 0


if __name__ == '__main__':
    sys.exit(main())
