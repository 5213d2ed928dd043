#!/bin/sh
# Installs to a new prefix, moves it, and builds and runs examples/cmake and examples/pkgconfig against it: with the archive, or
# (.._shared) with librustg.so.
# Usage: install_consumers.sh cmake|pkgconfig|cmake_shared|pkgconfig_shared CMAKE SOURCE_DIR BUILD_DIR CC GENERATOR
set -eu
kind=$1
cmake=$2
source_dir=$3
build_dir=$4
CC=$5
generator=$6
export CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build_dir" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/prefix"
prefix=$work/prefix

shared=OFF
case $kind in *_shared) shared=ON ;; esac
case $kind in
cmake*)
    "$cmake" -S "$source_dir/examples/cmake" -B "$work/build" -G "$generator" -DCMAKE_PREFIX_PATH="$prefix" \
        -DBUILD_SHARED_LIBS=$shared >"$work/log" 2>&1 \
        && "$cmake" --build "$work/build" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    program=$work/build/tokens
    ;;
pkgconfig)
    config=$(dirname "$(find "$prefix" -name rustg_core.pc)")
    PKG_CONFIG_PATH=$config "$source_dir/examples/pkgconfig/build.sh" "$work/tokens"
    program=$work/tokens
    for example in run launch queries dlpack; do
        PKG_CONFIG_PATH=$config CC="$CC -Wall -Wextra -Werror" "$source_dir/examples/pkgconfig/build.sh" "$work/$example" $example.c
    done
    mkdir "$work/rust"
    printf 'unsafe fn f(a: u8, b: u8, c: u8, d: u8, e: u8) { if a > b { loop {} } }\n\ntrait T { fn g(&self); }\n' >"$work/rust/a.rs"
    (cd "$work/rust" && "$work/queries" .) >"$work/out"
    printf '%s\n' './a.rs:1: f: 5 parameters (many), blocks 3 deep, unsafe' './a.rs:3: g: 1 parameter, blocks 0 deep' >"$work/want"
    diff "$work/want" "$work/out"
    [ "$("$work/dlpack")" = '1 4 9 16 (type 2, 32 bits)' ]
    [ "$("$work/run")" = '1 3 5 7' ]
    [ "$("$work/launch")" = '1 3 5 .. 1999' ]
    ;;
pkgconfig_shared)
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name rustg.pc)")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046
    $CC -std=c11 $(pkg-config --cflags rustg) "$source_dir/examples/tokens.c" -o "$work/tokens" $(pkg-config --libs rustg)
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir rustg)
    export LD_LIBRARY_PATH
    program=$work/tokens
    ;;
esac

# Which of the two it is linked with.
if ldd "$program" | grep -q 'librustg\.so\.[0-9]* => '"$work"; then found=ON; else found=OFF; fi
[ $found = $shared ] || { echo "BUILD_SHARED_LIBS=$shared:"; ldd "$program"; exit 1; }

printf 'fn main() {}\n' >"$work/a.rs"
"$program" "$work/a.rs" >"$work/out"
printf '0 2 KW_FN\n3 7 IDENT\n7 8 L_PAREN\n8 9 R_PAREN\n10 11 L_BRACE\n11 12 R_BRACE\n13 13 EOF\n' >"$work/want"
diff "$work/want" "$work/out"

printf 'fn main() { "\n' >"$work/bad.rs"
if "$program" "$work/bad.rs" >"$work/out" 2>"$work/err"; then
    echo "an unterminated string must be an error"
    exit 1
fi
grep -q 'bad.rs:1:13' "$work/err" || { cat "$work/err"; exit 1; }

# A program linked with the archive asks for no CUDA library.
if ldd "$program" | grep -E 'libcuda|libnvrtc'; then
    exit 1
fi
# What cmake --install brings besides.
for file in include/rustg/rustg.h include/rustg/token_kind.def bin/rustgc share/man/man1/rustgc.1; do
    [ -e "$prefix/$file" ] || { echo "$file was not installed"; exit 1; }
done
"$prefix/bin/rustgc" --emit=check "$work/a.rs"
echo ok
