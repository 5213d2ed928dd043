# parse_kernels_host_test.sh: the parser's kernels on the host, through tests/gpu/kernels_on_host.cpp: the checks of
# parse_kernels_gpu_test.c where there is no device. 77 where no C++ compiler is.
set -eu
cc=${CC:-cc}
cxx=${CXX:-c++}
command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include="-I $RUSTG_SOURCE_DIR/include -I $RUSTG_SOURCE_DIR/src -I $RUSTG_SOURCE_DIR/kernels"
"$cc" -std=c11 -O1 $include -c "$RUSTG_SOURCE_DIR/tests/gpu/parse_kernels_gpu_test.c" -o "$work/test.o"
"$cc" -std=c11 -O1 $include -c "$RUSTG_SOURCE_DIR/src/engine/parse_cuda_launch.c" -o "$work/launch.o"
"$cxx" -std=c++17 -O1 -fno-strict-aliasing -w $include \
    -c "$RUSTG_SOURCE_DIR/tests/gpu/kernels_on_host.cpp" -o "$work/host.o"
"$cxx" -o "$work/test" "$work/test.o" "$work/launch.o" "$work/host.o" -lpthread
RUSTG_TEST_SMALL=1 "$work/test"
