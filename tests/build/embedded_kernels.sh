#!/bin/sh
# Installs to a new prefix and builds examples/embedded against it, for each generator that is here: its programs in C and C++ run on
# the CPU where there is no GPU, a change of the kernels or of their module compiles them again, and nothing else does.
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
    for program in embedded embedded_cpp; do
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
done
echo ok
