#!/bin/sh
# tsan.sh: what uses threads, under the thread sanitizer: compiles, sessions, the cache, contexts of both backends, launches, signals.
set -eu
cd "$(dirname "$0")/.."
cmake --preset tsan -DRUSTG_CUDA=OFF
tests='threads_test parallel_test parallel_kernels_test session_test cache_threads_test cache_changes_test cache_memory_test cache_compile_test
    context_cpu_test context_fake_test error_record_test profile_test split_cpu_test split_fake_test signals_test
    shutdown_test'
cmake --build --preset tsan --target rustgc $tests
ctest --preset tsan -R "^($(echo $tests | tr ' ' '|'))\$" --output-on-failure
