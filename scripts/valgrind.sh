#!/bin/sh
# Runs rustgc, in each of its output forms over all saved inputs, and short tests under valgrind, leaks included.
# Usage: valgrind.sh BUILD_DIR. Tests that take minutes there run under the sanitizers instead.
set -eu
cd "$(dirname "$0")/.."
export RUSTG_CACHE=off # what is tested and measured is made here
build=${1:-build/dev}
log=$build/valgrind.log
out=$build/valgrind.out
# check STATUS COMMAND...: the command must end with STATUS; 99 is valgrind's own.
check() {
    want=$1
    shift
    got=0
    valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=definite,indirect,possible \
        --error-exitcode=99 "$@" >"$log" 2>&1 || got=$?
    if [ "$got" = "$want" ]; then
        echo "valgrind $*: clean"
    else
        echo "valgrind $*: failed (status $got)"
        grep -v 'still reachable' "$log" | grep -m 1 -A 24 '^==' || tail -n 25 "$log"
        exit 1
    fi
}
rm -rf "$out"
mkdir -p "$out"
cp examples/histogram.rs "$out/a.rs"
for saved in tests/fuzz/saved/*/*; do
    cp "$saved" "$out/$(basename "$saved").rs"
done
run="$build/rustgc --engine=cpu -j2"
check 0 $run --emit=tokens examples
check 0 $run --emit=ast examples
for format in text tsv json; do
    check 1 $run --emit=tokens --format=$format -o "$out/tokens" "$out"
    check 1 $run --emit=ast --format=$format -o "$out/ast" "$out"
    check 1 $run --emit=check --format=$format -o "$out/check" "$out"
done
for format in human short json; do
    check 1 $run --edition 2015 --error-format=$format --color=always "$out"
done
for emit in tokens ast; do
    check 0 $run --emit=$emit --format=npy -o "$out/npy" "$out/a.rs"
done
check 2 $run --emit=nothing "$out"
check 3 $run "$out/is-not-there.rs"
for name in keyword_test render_test diagnostic_list_test; do
    check 0 "$build/tests/$name"
done
