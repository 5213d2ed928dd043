#!/bin/sh
# msan.sh [TESTS]: the tests, or those whose names match, under the memory sanitizer, which finds what is read before it was written. Needs
# clang; native kernels are compiled with the sanitizer too, and not optimized, as LLVM then branches on values that the program does not look
# at. It knows only of writes by code that was built with it: the real NVRTC is never opened (src/codegen/toolchain/tool_identity.h), nor is
# libclang, and tests that want them skip. The list says which others are left out, and why.
set -eu
cd "$(dirname "$0")/.."
build=build/msan
clang=$(command -v "${CLANG:-clang}") || { echo "no clang here"; exit 77; }
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g" "-DCMAKE_C_COMPILER=$clang" \
    -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=ON -DRUSTG_SANITIZE=memory
cmake --build $build
mkdir -p $build/compilers # the guide's commands say cc
ln -sf "$clang" $build/compilers/cc
printf '#!/bin/sh\nexec "%s" -fsanitize=memory "$@" -O0\n' "$clang" >$build/compilers/kernels-cc
chmod +x $build/compilers/kernels-cc

left_out='^$'
leave_out() {
    echo "left out, as they $1: $(ctest --test-dir $build -L unit -N -R "$2" | grep -c 'Test *#' || true)"
    left_out="$left_out|$2"
}
leave_out 'link with what rustc compiles, which has no sanitizer' '^(bindgen_test|rust_.*_test|rustytorch_test|rustc_test)$'
leave_out 'build the sources with a compiler of their own' 'kernels_host|^install_|^append_test$|^recipes_test$|^fuzz_replay_test$'
leave_out "put their own malloc in the place of the sanitizer's" '^(memory_test|cache_memory_test|faults_test)$'
leave_out 'load kernels that are built with the sanitizer into Python' '^(thread_loop_test|tvm_ffi_test|tvm_ffi_package_test)$'
leave_out 'take long and run the code that others run' '^(random_(loops|layouts|constants)_test|kernels_test)$'

env -u CUDA_PATH -u CUDA_HOME PATH="$PWD/$build/compilers:$PATH" CC="$PWD/$build/compilers/kernels-cc" RUSTG_LIBCLANG=/nonexistent RUSTG_CACHE=off MSAN_OPTIONS=halt_on_error=1 \
    ctest --test-dir $build -L unit --parallel "$(nproc)" --output-on-failure -R "${1:-.}" -E "$left_out"
