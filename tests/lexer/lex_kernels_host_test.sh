# lex_kernels_host_test.sh: the lexer's kernels on the host, through tests/gpu/lexer_on_host.cpp: tokens of whole batches
# against the CPU engine's. 77 where no C++ compiler is.
set -eu
cxx=${CXX:-c++}
command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
inner=$RUSTG_BUILD_DIR/librustg_inner.a
sanitize=
if nm "$inner" | grep -q __asan_; then sanitize=-fsanitize=address,undefined; fi
# Regions of a few chunks, so that pieces reach over several.
"$cxx" -std=c++17 -O1 -fno-strict-aliasing -w -DLEX_REGION_CHUNKS=6u $sanitize -I "$RUSTG_SOURCE_DIR/include" -I "$RUSTG_SOURCE_DIR/src" \
    -I "$RUSTG_SOURCE_DIR/kernels" -I "$RUSTG_BUILD_DIR/generated" -o "$work/lexer_on_host" \
    "$RUSTG_SOURCE_DIR/tests/gpu/lexer_on_host.cpp" "$inner" -lpthread -ldl -lm
"$work/lexer_on_host" 4
