# engine_host_test.sh: the whole CUDA engine on the host, with its kernels and a driver that does all at once
# (tests/gpu/kernels_on_host.cpp): mutate_test compares it with the CPU engine, in batches of many files and of one. 77 where
# no C++ compiler is, or where the library is built without the engine.
set -eu
cc=${CC:-cc}
cxx=${CXX:-c++}
command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
inner=$RUSTG_BUILD_DIR/librustg_inner.a
nm "$inner" | grep -q ' T engine_cuda_small$' || { echo "skipped: the library has no CUDA engine"; exit 77; }
sanitize=
if nm "$inner" | grep -q __asan_; then sanitize=-fsanitize=address,undefined; fi
include="-I $RUSTG_SOURCE_DIR/include -I $RUSTG_SOURCE_DIR/src -I $RUSTG_SOURCE_DIR/kernels -I $RUSTG_SOURCE_DIR/tests -I $RUSTG_BUILD_DIR/generated"
"$cc" -std=c11 -O1 $include -c "$RUSTG_SOURCE_DIR/tests/parser/mutate_test.c" -o "$work/mutate_test.o"
"$cc" -std=gnu11 $include -DPARSE_TABLE_FILE="\"$RUSTG_BUILD_DIR/generated/parser/parse_table.bin\"" \
    -c "$RUSTG_SOURCE_DIR/src/parser/table/parse_table.c" -o "$work/table.o"
for name in kernels_on_host kernels_small_on_host kernels_lexer_on_host; do
    "$cxx" -std=c++17 -O1 -fno-strict-aliasing -w -DHOST_ENGINE $include \
        -c "$RUSTG_SOURCE_DIR/tests/gpu/$name.cpp" -o "$work/$name.o"
done
# Of the inner library what kernels_on_host.o stands in for comes second.
"$cxx" $sanitize -Wl,-z,muldefs -o "$work/mutate_test" "$work/mutate_test.o" "$work/kernels_on_host.o" \
    "$work/kernels_small_on_host.o" "$work/kernels_lexer_on_host.o" "$work/table.o" "$inner" -lpthread -ldl -lm
mkdir "$work/sources"
for source in "$RUSTG_SOURCE_DIR"/tests/parser/grammar/accepted_expressions/*.rs; do
    [ "$(ls "$work/sources" | wc -l)" -lt 6 ] || break
    cp "$source" "$work/sources"
done
printf 'fn f() { let a = "\\u{110000}"; } }\n' >"$work/sources/wrong.rs"
awk 'BEGIN { printf "const A: [u8; 900] = ["; for (i = 0; i < 900; i++) printf "%d,", i % 10; print "];" }' >"$work/sources/dense.rs"
RUSTG_MUTATE_ROUNDS=6 "$work/mutate_test" "$work/sources"
