#!/bin/sh
# Each public header can be included alone, without warnings, in C11 and, where a compiler of it is here, in C++11.
set -eu
cd "$RUSTG_SOURCE_DIR"
compilers=$RUSTG_C_COMPILER
if command -v c++ >/dev/null; then compilers="$compilers c++"; fi
n=0
for compiler in $compilers; do
    case $compiler in *c++) language="c++ -std=c++11" ;; *) language="c -std=c11" ;; esac
    for header in include/rustg/*.h; do
        # shellcheck disable=SC2086
        "$compiler" -x $language -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only -include "$header" - </dev/null ||
            { echo "$header cannot be included alone by $compiler"; exit 1; }
        n=$((n + 1))
    done
done
[ "$n" -gt 20 ]
echo "$n passed, 0 failed"
