# parse_kernels_host_test.sh: the parser's kernels on the host, through tests/gpu/kernels_on_host.cpp: the checks of
# parse_kernels_gpu_test.c where there is no device, and trees by all kernels against the CPU engine's. 77 where no C++
# compiler is.
set -eu
leaves= others=
cc=${CC:-cc}
cxx=${CXX:-c++}
command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include="-I $RUSTG_SOURCE_DIR/include -I $RUSTG_SOURCE_DIR/src -I $RUSTG_SOURCE_DIR/kernels -I $RUSTG_BUILD_DIR/generated"
inner=$RUSTG_BUILD_DIR/librustg_inner.a
sanitize=
if nm "$inner" | grep -q __asan_; then sanitize=-fsanitize=address,undefined; fi
# One round at first, so that others follow it; all sizes of units and both sizes of tiles, by what is a large batch here;
# and most units walked by warps.
long="-DTUNING_FEW_LONG_ENTRIES=10u -DTUNING_LONG_ENTRIES=40u -DTUNING_MANY_LONG_ENTRIES=60u"
for source in tests/gpu/parse_kernels_gpu_test tests/parser/parse_walk_on_host src/engine/parse_cuda_launch src/engine/cuda_parse; do
    "$cc" -std=c11 -D_GNU_SOURCE -DPARSE_WALK_FIRST_ROUNDS=1u -DTUNING_MANY_TOKS=4000u -DTUNING_SMALL_TILE_TOKS=12000u -DTUNING_SMALL_LONE_TILE_TOKS=20000u $long -O1 $include -c "$RUSTG_SOURCE_DIR/$source.c" -o "$work/${source##*/}.o"
done
"$cxx" -std=c++17 -O1 -fno-strict-aliasing -w $include \
    -c "$RUSTG_SOURCE_DIR/tests/gpu/kernels_on_host.cpp" -o "$work/host.o"
"$cxx" -std=c++17 -O1 -fno-strict-aliasing -w $include \
    -c "$RUSTG_SOURCE_DIR/tests/gpu/kernels_small_on_host.cpp" -o "$work/host_small.o"
"$cc" -std=gnu11 $include -DPARSE_TABLE_FILE="\"$RUSTG_BUILD_DIR/generated/parser/parse_table.bin\"" \
    -c "$RUSTG_SOURCE_DIR/src/parser/table/parse_table.c" -o "$work/table.o"
# Of the inner library what host.o stands in for comes second.
for test in parse_kernels_gpu_test parse_walk_on_host; do
    "$cxx" $sanitize -Wl,-z,muldefs -o "$work/$test" "$work/$test.o" "$work/parse_cuda_launch.o" "$work/cuda_parse.o" \
        "$work/host.o" "$work/host_small.o" "$work/table.o" "$inner" -lpthread -ldl -lm
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
# Arrays in arrays; a list of more than a block reads at a time; a unit of more events than a warp holds; a list that was
# guessed to be another and cut; units that nest deeper than the rounds go.
awk 'BEGIN {
    print "const A: [[u32; 99]; 9] = ["; for (i = 0; i < 9; i++) { printf "["; for (j = 0; j < 99; j++) printf "1 << %d, ", j % 31; print "]," } print "];"
    for (i = 0; i < 900; i++) printf "fn f%d(a: &[u8], b: u32) -> u32 { if a[0] > 3 { return b; } g(a, b) * %d }\n", i, i
    printf "fn s() -> u32 { 0"; for (i = 0; i < 1000; i++) printf " + a%d * %d", i, i; print " }"
    print "trait T: A<B> + C<{ 1 }> where Self: D {"; for (i = 0; i < 60; i++) printf "type A%d: B<C> + D; fn f%d(&self) -> Self::A%d;\n", i, i, i; print "}"
    for (i = 0; i < 12; i++) printf "mod m%d { struct S { a: [u8; { let a = |b: u32| match b { 1 => { c!(d) } _ => { e } };", i
    print "1"; for (i = 0; i < 12; i++) print "}], b: Vec<Vec<u8>>, c: fn(u8, u8) -> u8, d: (u8, u16, u32, u64), e: &u8 } }"
}' >"$work/units.rs"
# Patterns of many alternatives: of the first arm and of others, with guards, behind `|`, of the last arm, in groups, and
# expressions that look alike.
awk 'BEGIN {
    print "fn a(x: E) -> u32 { match x {"
    for (arm = 0; arm < 9; arm++) {
        if (arm % 3 == 1) printf "| "
        for (i = 0; i < 90; i++) printf "E::A%d(B { c, .. })%s", i, i < 89 ? " | " : ""
        if (arm % 2) printf " if x | y == 1 | 2"
        printf arm % 4 == 3 ? " => { b | c }\n" : " => f::<u8, u16>(1) + b,\n"
    }
    for (i = 0; i < 40; i++) printf "X%d => 1 | 2 | 3 | g::<u8, Vec<Vec<Vec<u8>>>>() | 4 | |a, b| a | b, ", i
    for (i = 0; i < 200; i++) printf "%d | ", i
    print "200 => 7 } }"
    print "fn d(x: E, b: F) -> u32 { match x {"
    for (arm = 0; arm < 60; arm++) { # arms inside of groups of 33 to 64 tokens, which are none of the list'"'"'s
        printf "D%d => h(match b { P => 1, Q => 2, R => 3, S => 4, T => 5, U => 6, V => 7, _ => 8, })", arm
        for (i = 0; i < 40; i++) printf " | a%d", i
        print ","
    }
    print "_ => 1 } }"
    print "fn b(x: E) -> bool { match x { Some("; for (i = 0; i < 200; i++) printf "A::B%d | ", i; print "A) => true, _ => false } }"
    print "fn c(x: E) { match x { #![a] "; for (i = 0; i < 90; i++) printf "%d | ", i; print "_ => {} #[b] "
    for (i = 0; i < 90; i++) printf "(%d | 7) | ", i; print "(_) => {} } }"
    print "struct S<A> {"; for (i = 0; i < 99; i++) printf "%sa%d: V<V<V<%s>>>, b: F<A, V<A>>, ", i % 3 ? "pub " : "", i, i % 5 ? "A" : "V<A>>"; print "}"
}' | sed "s/V<V<V<V<A>>>>>/V<V<V<V<A>>>>/g" >"$work/patterns.rs"
# One unit of more events than a warp holds has nearly all tokens of the batch.
awk 'BEGIN { printf "fn f(a: E) -> u32 { match a"; for (i = 0; i < 150; i++) printf " + a"
    print " { A => 2, B(x) if x > 3 => 4, C { x, .. } | D(x, ..) | E => 5, F | G | H => 6, _ => 1, } }" }' >"$work/events.rs"
# Long units that no cut divides, which a warp walks: frames near and beyond the end of those in shared memory, more
# entries than a warp loads at a time, lines of comments in all places.
awk 'BEGIN {
    for (i = 0; i < 300; i++) print "//! inner"
    print "fn f() -> i32 { //! in it"; printf "    "
    for (i = 0; i < 17; i++) printf "- - ! "
    print "a"; for (i = 0; i < 700; i++) printf "    + b%d\n", i
    for (i = 0; i < 6; i++) printf "- - ! "
    print "c }"
    for (i = 0; i < 100; i++) printf "/// outer %d\n", i
    print "#[a]"; for (i = 0; i < 33; i++) print "/** block */"
    print "struct S { /// field"; for (i = 0; i < 70; i++) print "/// more"; print "a: u8 }"
    for (n = 1; n < 70; n++) { for (i = 0; i < n; i++) print "/// item"; printf "const C%d: u8 = 1;\n", n }
}' >"$work/long.rs"
# Groups in places where others of their kind mostly stand: the braces of a struct that a closure or a call makes, behind a
# where clause, and tuples of types in tuples of types. Guesses of them are wrong.
awk 'BEGIN {
    for (i = 0; i < 25; i++) {
        fields = fields "a" i ": 1, "
        types = types "W<A" i ">, "
    }
    for (i = 0; i < 40; i++) {
        printf "fn f%d() { let e = erased.downcast::<A>().map_err(|_| LoadError::B { %s })?; Ok(e) }\n", i, fields
        printf "fn g%d(q: Query<(A, (%s), B)>, views: Query<(Entity, (Or<(%s)>, W<A>))>) {}\n", i, types, types
        print "impl<T> A<T> where F: Fn(&str) -> O<T>, G: Fn(&str) -> Option<&T>, {"
        printf "fn x() { "; for (k = 0; k < 40; k++) printf "a%d; ", k; print "} }"
        printf "fn h%d(a: A) { x.insert((#[cfg(any(feature = \"a\", feature = \"b\"))] M { %s }, 1)); }\n", i, fields
    }
}' >"$work/guesses.rs"
# Files that begin with a long group, each beside one that is good: nothing of theirs may reach into another file.
echo 'fn f() {}' >"$work/short.rs"
awk 'BEGIN { printf "{ "; for (i = 0; i < 100; i++) printf "a; "; print "}" }' >"$work/braces.rs"
awk 'BEGIN { printf "{ "; for (i = 0; i < 64; i++) printf "a; "; print "}" }' >"$work/fewer_braces.rs"
for pair in "short braces" "braces short" "short fewer_braces" "events braces short" "guesses fewer_braces events"; do
    files=
    for name in $pair; do files="$files $work/$name.rs"; done
    "$work/parse_walk_on_host" $files >"$work/told.txt" || { cat "$work/told.txt"; echo "FAIL $pair"; exit 1; }
done
# Each token of a path asks whether it is a macro's: one of this length is left to the CPU.
awk 'BEGIN { printf "const A: T = a"; for (i = 0; i < 20000; i++) printf "::b"; print ";" }' >"$work/path.rs"
leaves=$work/path.rs
"$work/parse_walk_on_host" "$work"/lists*.rs "$work/units.rs" "$work/patterns.rs" "$work/long.rs" "$work/events.rs" "$work/guesses.rs" \
    "$RUSTG_SOURCE_DIR"/examples/kernels/*.rs >"$work/told.txt" || { cat "$work/told.txt"; exit 1; }
cat "$work/told.txt"
grep -q ' [1-9][0-9]* units guessed wrongly' "$work/told.txt" || { echo "FAIL no wrong guess was met"; exit 1; }
grep -q ' [1-9][0-9]* batches as small ones' "$work/told.txt" || { echo "FAIL no batch was parsed as a small one"; exit 1; }
for source in "$RUSTG_SOURCE_DIR"/tests/parser/grammar/*/*.rs; do
    case $source in
    */accepted_*/edition_2015.rs | */accepted_*/expr_literal.rs | */accepted_*/expr_operator.rs) leaves="$leaves $source" ;;
    */accepted_*/generics.rs | */accepted_*/patterns.rs | */accepted_*/types.rs | */accepted_*/unstable.rs) leaves="$leaves $source" ;;
    *) others="$others $source" ;;
    esac
done
"$work/parse_walk_on_host" $others
RUSTG_MAY_LEAVE=1 "$work/parse_walk_on_host" $leaves
