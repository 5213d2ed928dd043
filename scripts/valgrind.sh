#!/bin/sh
# Runs rustgc and the library's tests under valgrind. Usage: valgrind.sh BUILD_DIR
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/dev}
check() {
    printf 'valgrind %s ... ' "$*"
    if valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=definite,indirect,possible \
        --error-exitcode=99 "$@" >"$build/valgrind.log" 2>&1; then
        echo clean
    else
        echo "failed (status $?)"
        tail -n 40 "$build/valgrind.log"
        exit 1
    fi
}
check "$build/rustgc" --emit=tokens --engine=cpu examples/histogram.rs
check "$build/rustgc" --emit=check --engine=cpu --format=tsv examples
for source in tests/api/*_test.c tests/diagnostics/*_test.c; do
    name=$(basename "$source" .c)
    case $name in *thread*) continue ;; esac # minutes under valgrind; tsan runs them
    [ ! -x "$build/tests/$name" ] || check "$build/tests/$name"
done
