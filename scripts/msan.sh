#!/bin/sh
# msan.sh: tests under the memory sanitizer, which finds what is read before it was written. Needs clang. Left out is what it cannot see:
# folders that the C library walks, a thread's variables in libraries that are opened (the fake driver's), and NVRTC, for which the tests'
# stand-in serves, and the test that measures time. Native kernels are compiled with the sanitizer too.
set -eu
cd "$(dirname "$0")/.."
build=build/msan
clang=${CLANG:-clang}
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g" "-DCMAKE_C_COMPILER=$clang" \
    -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=ON -DRUSTG_SANITIZE=memory
cmake --build $build
CC="$clang -fsanitize=memory" RUSTG_CACHE=off CUDA_PATH=$PWD/$build/tests/fake_toolkit MSAN_OPTIONS=halt_on_error=1 ctest --test-dir $build -L unit \
    --parallel "$(nproc)" --output-on-failure -R "${1:-_test$|_replay$}" \
    -E 'fuzz_replay_test|faults_test|fake|module_test|bindgen|rust_|rustytorch|rustc_test|kernels_host|install_|nvrtc|memory_test|cuda_test|ptx|recipes|append|kernels_test|validation|cuda12|common|random|scale_test'
