#!/bin/sh
# fuzz.sh [SECONDS [TARGET...]]: runs libFuzzer over the targets of tests/fuzz, all by default, with address and undefined-behaviour
# sanitizers, one job a core, SECONDS in all beside the time that the inputs which are there take. Those are shared out: each job begins
# with its part of them, and hears what new the others find. FUZZ_INPUT_EVERY=N takes 64 of a target's and every Nth of the others. An input may take 30 s of processor time (FUZZ_PROCESSOR_SECONDS), and half an
# hour by the clock, which only one that waits for ever reaches. All targets run, whatever the others find. New inputs go into
# build/fuzz/<target>, findings into build/fuzz; minimized findings belong in tests/fuzz/seeds/<target>, Rust sources in a folder of
# tests/fuzz/saved, both of which CTest replays. Needs clang with its fuzzer (Debian: clang libclang-rt-14-dev).
set -eu
cd "$(dirname "$0")/.."
export RUSTG_CACHE=off # what is tested and measured is made here
work=${RUSTG_FUZZ_WORK:-build/fuzz}
export ASAN_OPTIONS=allocator_may_return_null=1 # a file may say that it is larger than memory
total=${1:-60}
every=${FUZZ_INPUT_EVERY:-1}
[ $# -eq 0 ] || shift
targets=${*:-$(cd tests/fuzz && ls fuzz_*.c | sed -e '/replay/d' -e '/limit/d' -e 's/[.]c$//')}
cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g1" \
    "-DCMAKE_C_COMPILER=${CLANG:-clang}" -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=ON \
    -DRUSTG_SANITIZE=fuzzer-no-link,address,undefined
cmake --build "$work/build" --target $targets
# Folders where a target's inputs are; programs that compile are where the fuzzer of kernels begins.
folders_of() {
    case $1 in
    fuzz_kernels) echo "$root/tests/fuzz/saved" "$root/tests/pipeline/run" "$root/tests/sema/reject" "$root/examples/kernels" ;;
    fuzz_lexer | fuzz_compile) echo "$root/tests/fuzz/saved" ;;
    *) echo "$root/tests/fuzz/seeds/$1" ;;
    esac
}
# inputs_of TARGET: links to every input, in a folder for each job in turn.
inputs_of() {
    rm -rf "$1".inputs
    job=0
    while [ "$job" -lt "$jobs" ]; do
        mkdir -p "$1.inputs/$job"
        job=$((job + 1))
    done
    find $(folders_of "$1") -type f | sort | awk -v jobs="$jobs" -v to="$1.inputs" -v every="$every" \
        'NR <= 64 || NR % every == 0 { printf "%s\n%s/%d/%d\n", $0, to, n++ % jobs, NR }' | xargs -d '\n' -n 2 ln -s
}
seconds=$((total / $(echo $targets | wc -w)))
jobs=$(nproc)
root=$PWD
cd "$work" # where findings are left
failed=""
for target in $targets; do
    mkdir -p "$target"
    inputs_of "$target"
    began=$(date +%s)
    set --
    job=0
    while [ "$job" -lt "$jobs" ]; do
        build/tests/"$target" -max_total_time=14400 -max_len=16384 -timeout=1800 -malloc_limit_mb=1000000 \
            "-dict=$root/tests/fuzz/rust.dict" "$target" "$target.inputs/$job" >"$target.inputs/$job.log" 2>&1 &
        set -- "$@" "$!"
        job=$((job + 1))
    done
    # until each has run its inputs, which its log tells, or has ended
    job=0
    for pid; do
        until grep -q INITED "$target.inputs/$job.log" || ! kill -0 "$pid" 2>/dev/null; do
            sleep 1
        done
        job=$((job + 1))
    done
    echo "$target: $(find "$target".inputs -type l | wc -l) inputs run once in $(($(date +%s) - began)) s"
    sleep "$seconds"
    for pid; do
        kill -USR1 "$pid" 2>/dev/null || true # to end it in good order
    done
    lines=2
    for pid; do
        if ! wait "$pid"; then
            lines=60
        fi
    done
    [ $lines = 2 ] || failed="$failed $target"
    tail -q -n $lines "$target".inputs/*.log
done
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
echo "no findings in $(echo $targets | wc -w) targets"
