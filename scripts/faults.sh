#!/bin/sh
# faults.sh: all of tests/faults under the address sanitizer: each allocation, each call for a file or a thread and each call of the CUDA
# driver fails, alone and with all that follow, over whole uses of the library. CTest runs a sample.
set -eu
cd "$(dirname "$0")/.."
cmake --preset asan -DRUSTG_CUDA=OFF
cmake --build --preset asan --target faults_test fake_cuda
LD_LIBRARY_PATH=build/asan/tests/fake_cuda RUSTG_FAULTS_EVERY=1 ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 \
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 build/asan/tests/faults_test
