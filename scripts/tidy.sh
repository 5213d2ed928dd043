#!/bin/sh
# clang-tidy's chosen checks (.clang-tidy) over the host's sources: tidy.sh BUILD [CHECKS]
# BUILD: a configured tree with compile_commands.json. CHECKS: more or other checks, as clang-tidy takes them.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
build=$1
checks=${2:-}
log=$build/tidy.log
# clang refuses these options of gcc's
of_gcc=findirect-inlining
for option in tree-pre tree-pta ree forward-propagate move-loop-invariants; do
    of_gcc="$of_gcc\|fno-$option"
done
mkdir -p "$build/tidy"
sed -e "s/ -\($of_gcc\)\( \|$\)/\2/g" -e "s/ -\($of_gcc\)\( \|$\)/\2/g" "$build/compile_commands.json" >"$build/tidy/compile_commands.json"
# what the build has commands for; parse_table.c is one line for the assembler, in builds with tests
if sed -n 's/^ *"file": ".*\/\(src\/[^"]*\.c\)".*/\1/p' "$build/compile_commands.json" | sort -u |
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done | grep -v -e '/gen/' -e avx -e parse_table.c |
    xargs -P "$(n_jobs)" -n 12 clang-tidy -p "$build/tidy" --quiet ${checks:+"--checks=$checks"} >"$log" 2>&1; then
    echo "clang-tidy has nothing to say"
else
    grep -E -A3 'error:|warning:' "$log" || tail -n 20 "$log"
    exit 1
fi
