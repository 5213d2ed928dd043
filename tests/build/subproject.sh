#!/bin/sh
# A project that has this tree as a folder (add_subdirectory) carries kernels in Rust by rustg_add_kernels, and keeps its own build
# type, target `uninstall`, packages and installed files. With RUSTG_SUBPROJECT=all it is built too, by make where that is, and runs.
# Usage: subproject.sh CMAKE SOURCE_DIR CC
set -eu
cmake=$1
source_dir=$2
CC=$3
export CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    cat "$work/log"
    exit 1
}
cp "$source_dir"/examples/embedded/embedded.c "$work"
cp -r "$source_dir/examples/embedded/kernels" "$work"
cat >"$work/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.24)
project(parent VERSION 3.4 LANGUAGES C)
add_custom_target(uninstall COMMAND true)
option(BUILD_TESTS "of the parent" ON)
set(CPACK_PACKAGE_NAME parent)
add_subdirectory("$source_dir" rustg)
add_executable(app embedded.c)
rustg_add_kernels(app kernels/scale.rs)
install(TARGETS app)
include(CPack)
EOF
generator=Ninja
[ "${RUSTG_SUBPROJECT:-}" != all ] || ! command -v make >/dev/null || generator="Unix Makefiles"
"$cmake" -S "$work" -B "$work/b" -G "$generator" -DRUSTG_CUDA=OFF >"$work/log" 2>&1 || fail "configuring failed"
grep -q 'tests *off' "$work/log" || fail "the parent's BUILD_TESTS builds rustg's tests"
grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=$' "$work/b/CMakeCache.txt" || fail "the parent's build type is another"
grep -q '^set(CPACK_PACKAGE_NAME "parent")' "$work/b/CPackConfig.cmake" || fail "the parent's package has another name"
if grep -q 'file(INSTALL' "$work/b/rustg/cmake_install.cmake"; then fail "the parent installs rustg"; fi
if [ "$generator" = Ninja ]; then
    ninja -C "$work/b" -t commands app >"$work/log"
    grep -q 'rustgc .*kernels/scale.rs --emit=launch-h' "$work/log" || fail "rustgc is not called"
    grep -q -- '-O3 -DNDEBUG .*src/ir/ir_interp' "$work/log" || fail "the library is not optimized"
fi
if [ "${RUSTG_SUBPROJECT:-}" = all ]; then
    "$cmake" --build "$work/b" -j2 --target app >"$work/log" 2>&1 || fail "the build failed"
    [ "$("$work/b/app")" = '2.5 4.5 6.5 8.5' ] || fail "the program does not print what it must"
fi
echo ok
