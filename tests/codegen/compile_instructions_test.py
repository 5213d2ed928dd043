#!/usr/bin/env python3
"""A compile of the 51 lines of bench_codegen to CUDA C++ takes at most so many instructions, as the first of a process and as a later
one. What it takes today is in BENCHMARKS.md; the limits leave a tenth above it, for other compilers and C libraries."""
import os
import re
import shutil
import subprocess
import sys

MOST_FIRST, MOST_WARM = 4.7, 4.4  # millions


def main():
    if os.environ.get('RUSTG_SANITIZE') or not shutil.which('valgrind'):
        print('skipped: valgrind is not there, or this is a build with a sanitizer')
        return 77
    bench = os.path.join(os.environ['RUSTG_TEST_PROGRAMS'], 'bench_codegen')
    told = subprocess.run([bench, '--instructions'], capture_output=True, text=True, check=True).stdout
    print(told)
    first, warm = (float(number) for number in re.search(r'first ([0-9.]+), warm ([0-9.]+)', told).groups())
    assert 1 < warm <= MOST_WARM, f'a compile takes {warm} M instructions, more than {MOST_WARM}'
    assert warm < first <= MOST_FIRST, f'the first compile of a process takes {first} M instructions, more than {MOST_FIRST}'
    return 0


if __name__ == '__main__':
    sys.exit(main())
