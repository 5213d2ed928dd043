# parse_kernels_host_test.sh: the parser's kernels on the host, through tests/gpu/kernels_on_host.cpp: the checks of
# parse_kernels_gpu_test.c where there is no device, and trees by all kernels against the CPU engine's. 77 where no C++
# compiler is.
set -eu
cc=${CC:-cc}
cxx=${CXX:-c++}
command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include="-I $RUSTG_SOURCE_DIR/include -I $RUSTG_SOURCE_DIR/src -I $RUSTG_SOURCE_DIR/kernels -I $RUSTG_BUILD_DIR/generated"
inner=$RUSTG_BUILD_DIR/librustg_inner.a
sanitize=
if nm "$inner" | grep -q __asan_; then sanitize=-fsanitize=address,undefined; fi
for source in tests/gpu/parse_kernels_gpu_test tests/parser/parse_walk_on_host src/engine/parse_cuda_launch src/engine/cuda_parse; do
    "$cc" -std=c11 -D_GNU_SOURCE -O1 $include -c "$RUSTG_SOURCE_DIR/$source.c" -o "$work/${source##*/}.o"
done
"$cxx" -std=c++17 -O1 -fno-strict-aliasing -w $include \
    -c "$RUSTG_SOURCE_DIR/tests/gpu/kernels_on_host.cpp" -o "$work/host.o"
# Of the inner library what host.o stands in for comes second.
for test in parse_kernels_gpu_test parse_walk_on_host; do
    "$cxx" $sanitize -Wl,-z,muldefs -o "$work/$test" "$work/$test.o" "$work/parse_cuda_launch.o" "$work/cuda_parse.o" \
        "$work/host.o" "$inner" -lpthread -ldl -lm
done
RUSTG_TEST_SMALL=1 "$work/parse_kernels_gpu_test"

# Lists that are cut into runs, and what stands in them that a careless cut would break.
awk 'BEGIN {
    print "const A: &[(u32, &str)] = &["; for (i = 0; i < 700; i++) printf "(%d, \"x\"), ", i; print "];"
    print "const B: &[fn(u32, u32) -> bool] = &["
    for (i = 0; i < 90; i++) printf "|a, b| a < b, f::<u8, %d>, |a, b| a > b || a | b > %d, ", i, i; print "];"
    print "fn m(x: u32) -> S { match x {"
    for (i = 0; i < 120; i++)
        printf "%d | 1%03d => {} X::<u8, i8>::Y if a < b => |a, b| a, Z { a, .. } => S { a, b: |c, d| c }, ", i, i
    print "_ => {} } S {"; for (i = 0; i < 90; i++) printf "a%d: b::<u8, [u8; %d]>(), c%d, ", i, i, i; print "..d } }"
    for (i = 0; i < 60; i++) {
        printf "#[a] pub struct T%d<const N: usize = { 1 }> { a: u8 } impl<const N: usize> T%d<{ N }> { fn a() {} }\n", i, i
        printf "const C%d: u8 = if a { 1 } else { 2 }; enum E%d { A { a: u8 } } extern \"C\" { fn f%d(); }\n", i, i, i
    }
    print "fn s() {"; for (i = 0; i < 90; i++) printf "let a%d = { 1 }; if a { b; } else { c } m! { a; b } ", i; print "d }"
}' >"$work/lists.rs"
awk 'BEGIN {
    print "enum V<K, T> {"
    for (i = 0; i < 90; i++)
        printf "A%d, /** d */ B%d(Vec<Vec<u8>>, M<K, fn(K) -> T>), C%d { a: M<K, T>, b: u8 }, D%d = 1 << %d, ", i, i, i, i, i % 30
    print "}"; print "struct F<K, T> {"
    for (i = 0; i < 90; i++)
        printf "a%d: M<K, Vec<Vec<T>>>, #[a] pub b%d: Option<unsafe extern \"C\" fn(a: K, b: T) -> T>, pub(crate) c%d: [u8; 1 << 2], ", i, i, i
    print "}"; print "fn w(x: V) { match x {"
    for (i = 0; i < 120; i++) printf "V::A%d => {} V::B%d(a, b) if a < b => { c } ", i, i
    print "_ => {} } let a = [0"; for (i = 0; i < 200; i++) printf ", 1 << %d, a < b, c::<u8, u8>() >> 2", i; print "]; }"
}' >"$work/lists_of_types.rs"
"$work/parse_walk_on_host" "$work"/lists*.rs "$RUSTG_SOURCE_DIR"/tests/parser/grammar/*/*.rs "$RUSTG_SOURCE_DIR"/examples/kernels/*.rs
