#!/bin/sh
# Installs to a new prefix and builds examples/embedded against it, for each generator that is here: its programs in C and C++ run on
# the CPU where there is no GPU, a change of the kernels or of their module compiles them again, and nothing else does. Libraries of all
# kinds carry kernels too, with code for devices where NVRTC is; wrong calls are told; headers of another version are found out. Where
# there is no C++ compiler, all of this is in C.
# Usage: embedded_kernels.sh CMAKE SOURCE_DIR BUILD_DIR CC
set -eu
cmake=$1
source_dir=$2
build_dir=$3
CC=$4
export CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build_dir" --prefix "$work/prefix" >"$work/install.log"
cp -r "$source_dir/examples/embedded" "$work/embedded"
flags='-Wall -Wextra -Werror'
languages='C CXX' programs='embedded embedded_cpp' ending=cpp
command -v "${CXX:-c++}" >/dev/null || languages=C programs=embedded ending=c

fail() {
    echo "$generator: $1"
    cat "$work/log"
    exit 1
}
build() { # whether rustgc is to run
    "$cmake" --build "$1" -v >"$work/log" 2>&1 || fail "the build failed"
    if grep -q -- '--emit=launch-h' "$work/log"; then ran=yes; else ran=no; fi
    [ $ran = "$2" ] || fail "rustgc ran: $ran, wanted: $2"
}
runs() { # what the programs print
    for program in $programs; do
        "$1/$program" >"$work/log" 2>&1 || fail "$program failed"
        [ "$(cat "$work/log")" = "$2" ] || fail "$program does not print $2"
    done
}

for generator in Ninja "Unix Makefiles"; do
    case $generator in
    Ninja) command -v ninja >/dev/null || continue ;;
    *) command -v make >/dev/null || continue ;;
    esac
    here=$work/$(echo "$generator" | tr -d ' ')
    kernels=$work/embedded/kernels
    cp -r "$source_dir/examples/embedded/kernels" "$work/embedded"
    "$cmake" -S "$work/embedded" -B "$here" -G "$generator" -DCMAKE_PREFIX_PATH="$work/prefix" \
        -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" >"$work/log" 2>&1 || fail "configuring failed"
    build "$here" yes
    runs "$here" '2.5 4.5 6.5 8.5'
    build "$here" no
    sleep 1 # make compares times of files
    echo 'fn f() {}' >"$kernels/other.rs"
    build "$here" no
    sed -i 's/2\.0/3.0/' "$kernels/factor.rs"
    build "$here" yes
    runs "$here" '3.5 6.5 9.5 12.5'
    build "$here" no
    sleep 1
    sed -i 's/+ shift/- shift/' "$kernels/scale.rs"
    build "$here" yes
    runs "$here" '2.5 5.5 8.5 11.5'
    sleep 1
    echo 'pub const FACTOR: f32 = 1;' >"$kernels/factor.rs"
    "$cmake" --build "$here" >"$work/log" 2>&1 && fail "a wrong kernel was built"
    grep -q 'error\[E0308\]' "$work/log" || fail "the kernel's error is not shown"
    # The launch function wants the kernel's types.
    cp "$source_dir/examples/embedded/kernels/factor.rs" "$kernels"
    sed -i 's/&\[f32\]/\&[f64]/; s/x\[i\]/(x[i] as f32)/' "$kernels/scale.rs"
    "$cmake" --build "$here" >"$work/log" 2>&1 && fail "a launch with another element type was built"
    grep -q 'rustg_slice_f64' "$work/log" || fail "the compiler does not name the type"
    last=$here
done

# Kernels of three libraries in one program. Ninja wants to know of all that is written.
! command -v ninja >/dev/null || generator=Ninja
kernels=$work/embedded/kernels
cp "$source_dir"/examples/embedded/kernels/* "$kernels"
mkdir -p "$work/libraries/a b" "$work/libraries/c"
cp "$kernels"/*.rs "$work/libraries/a b"
cp "$kernels"/*.rs "$work/libraries/c"
cp "$kernels/scale.rs" "$work/libraries/scale-it.v2.rs"
cp "$kernels/factor.rs" "$work/libraries"
devices=
if "$work/prefix/bin/rustgc" "$kernels/scale.rs" --emit=ptx -o "$work/probe.ptx" >"$work/log" 2>&1; then devices="ARCHITECTURES 80 sm_90"; fi
echo 'int nothing;' >"$work/libraries/none.c"
cat >"$work/libraries/three.$ending" <<'EOF'
#include "other.launch.h"
#include "scale-it.launch.h"
#include "scale.launch.h"
#include <rustg/rustg.h>
#include <stdio.h>
int main(void)
{
    rustg_error error;
    rustg_context *context;
    scale_kernels a;
    scale_it_kernels b;
    other_kernels c;
    if (rustg_initialize(NULL, &error) || rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error) ||
        scale_load(context, &a, &error) || scale_it_load(context, &b, &error) || other_load(context, &c, &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    scale_free(&a), scale_it_free(&b), other_free(&c);
    rustg_context_close(context);
    rustg_shutdown();
    return puts("three"), 0;
}
EOF
cat >"$work/libraries/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.24)
project(libraries LANGUAGES $languages)
find_package(rustg REQUIRED)
add_library(shared SHARED)
target_link_libraries(shared m) # without a keyword
rustg_add_kernels(shared "a b/scale.rs" OPTIONS --fast-math)
add_library(static STATIC)
rustg_add_kernels(static scale-it.v2.rs $devices)
add_library(object OBJECT none.c)
rustg_add_kernels(object c/scale.rs NAME other)
add_executable(three three.$ending)
target_link_libraries(three shared static object)
if(WRONG)
    cmake_language(EVAL CODE "rustg_add_kernels(\${WRONG})")
endif()
EOF
configure() {
    "$cmake" -S "$work/libraries" -B "$work/l" -G "$generator" -DCMAKE_PREFIX_PATH="$work/prefix" "$@" >"$work/log" 2>&1
}
configure || fail "configuring failed"
"$cmake" --build "$work/l" >"$work/log" 2>&1 || fail "the build failed"
[ "$("$work/l/three")" = three ] || fail "the program fails"
[ -z "$devices" ] || [ -s "$work/l/rustg_kernels/static/scale-it.sm_90.cubin" ] || fail "there is no cubin"
build "$work/l" no
for row in 'static c/scale-it.rs|NAME gives one of them another name' 'three a.cu|a.cu is not Rust' 'four a.rs|there is no target four' \
    'three|no file' 'three a.rs ARCHITECTURES native 90|native is for one architecture'; do
    if configure "-DWRONG=${row%%|*}"; then fail "not refused: $row"; fi
    tr -s ' \n' ' ' <"$work/log" | grep -q "${row#*|}" || fail "not told: ${row#*|}"
done

# A library of another version than the headers that the launch functions were compiled with.
cp -r "$work/prefix/include" "$work/old"
sed -i 's/\(RUSTG_ABI_VERSION *\)1/\199/' "$work/old/rustg/compile.h"
"$cmake" -S "$work/embedded" -B "$last" -DCMAKE_C_FLAGS="$flags -I$work/old" >"$work/log" 2>&1 || fail "configuring failed"
"$cmake" --build "$last" >"$work/log" 2>&1 || fail "the build failed"
if "$last/embedded" >"$work/log" 2>&1; then fail "the versions are not compared"; fi
grep -q 'ABI' "$work/log" || fail "the versions are not told"
echo ok
