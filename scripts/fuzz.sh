#!/bin/sh
# fuzz.sh [SECONDS]: runs libFuzzer over each target of tests/fuzz with address and undefined-behaviour sanitizers, one
# job a core, SECONDS in all. New inputs go into build/fuzz/<target>, findings into build/fuzz; minimized findings belong
# in tests/fuzz/saved, which CTest replays. Needs clang with its fuzzer (Debian: clang libclang-rt-14-dev).
set -eu
cd "$(dirname "$0")/.."
export RUSTG_CACHE=off # what is tested and measured is made here
work=${RUSTG_FUZZ_WORK:-build/fuzz}
targets="fuzz_lexer fuzz_compile fuzz_kernels"
cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g" \
    "-DCMAKE_C_COMPILER=${CLANG:-clang}" -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=ON \
    -DRUSTG_SANITIZE=fuzzer-no-link,address,undefined
cmake --build "$work/build" --target $targets
# Programs that compile are where the fuzzer of kernels begins.
programs_of() {
    [ "$1" != fuzz_kernels ] || echo "$root/tests/run" "$root/tests/reject" "$root/examples/kernels"
}
seconds=$((${1:-60} / $(echo $targets | wc -w)))
jobs=$(nproc)
root=$PWD
cd "$work" # where the jobs leave their logs
for target in $targets; do
    mkdir -p "$target"
    build/tests/"$target" "-max_total_time=$seconds" "-jobs=$jobs" "-workers=$jobs" -max_len=2048 -timeout=10 \
        "-dict=$root/tests/fuzz/rust.dict" "$target" "$root/tests/fuzz/saved" $(programs_of "$target")
done
