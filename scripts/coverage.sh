#!/bin/sh
# coverage.sh: which lines and branches of src the tests reach, by room. Builds with gcc's counters into build/coverage, runs the tests
# but for those that take minutes or need rustc, and writes the table into docs/testing.md. build/coverage/missed.txt then has the lines
# that nothing reached, by file.
set -eu
cd "$(dirname "$0")/.."
export RUSTG_CACHE=off RUSTG_FAULTS_EVERY=301 RUSTG_RANDOM_N=50 RUSTG_LOOPS_N=20 RUSTG_RUN_EVERY=1
build=build/coverage
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g" \
    "-DCMAKE_C_FLAGS=--coverage -fprofile-update=atomic" -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=ON
cmake --build $build
# The counters' own code must not run in the child that becomes a C compiler, where its allocations would fail.
RUSTG_FAULTS_EVERY=7 $build/tests/faults_test native memory
find $build -name '*.gcda' -delete
long='append|bindgen|codegen_cuda|common|corpus|guide|install_|kernels_host|kernels_test|memory_test|mistakes|random_kernels|recipes|rust_|rustc_test'
ctest --test-dir $build -LE 'corpus|gpu|long' -E "$long|rustytorch|ui_|validation|cache_process" --parallel "$(nproc)" || true
python3 scripts/coverage.py $build docs/testing.md
