#!/bin/sh
# `cargo package` of every crate that can be published holds what it needs: the one with the C library's sources has all of them, in which
# CMake finds its way, and, with RUSTG_PACKAGES=all, each is compiled from its own archive alone. Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
[ -z "$RUSTG_SANITIZE" ] || { echo "skipped: rust_memory_test is for builds with sanitizers"; exit 77; }
rust=$RUSTG_SOURCE_DIR/bindings/rust
work=$RUSTG_BUILD_DIR/rust-package
CARGO_TARGET_DIR=$work/target
CARGO_NET_OFFLINE=true
RUSTG_DIR=$RUSTG_BUILD_DIR/rust-package-install
RUSTG_CUDA_ARCHITECTURES=90 # one is enough of rustg-tensor's
export CARGO_TARGET_DIR CARGO_NET_OFFLINE RUSTG_DIR RUSTG_CUDA_ARCHITECTURES
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$RUSTG_DIR" >/dev/null
rm -rf "$work/target/package" "$work/alone"
mkdir -p "$work/alone"
cd "$rust"
verify=--no-verify # the nightly run compiles them
[ "${RUSTG_PACKAGES:-}" != all ] || verify=
# shellcheck disable=SC2086
cargo package --quiet --workspace --exclude rustg-bench --exclude examples-run --allow-dirty $verify
for crate in rustg rustg-build rustg-std rustg-std-macros rustg-sys rustg-tensor rustg-nn cargo-rustg; do
    [ -f "$work/target/package/$crate"-[0-9]*.crate ] || { echo "no package of $crate"; exit 1; }
done

# The sources of the C library: all of the tree's, none but those, and enough to configure a build of them.
tar -xzf "$work"/target/package/rustg-sys-*.crate -C "$work/alone"
alone=$(echo "$work"/alone/rustg-sys-*)
(cd "$alone/source" && find . -type f | sort) >"$work/packaged.txt"
(cd "$RUSTG_SOURCE_DIR" && find ./CMakeLists.txt ./cmake ./include ./kernels ./src ./bindings/rust/rustg-std/src -type f |
    grep -v '/__pycache__/' | sort) >"$work/tree.txt"
diff "$work/tree.txt" "$work/packaged.txt" || { echo "the package has other sources than the tree"; exit 1; }
"$CMAKE" -S "$alone/source" -B "$work/alone/build" -DRUSTG_CUDA=OFF -DRUSTG_BUILD_TESTS=OFF >"$work/alone/log.txt" 2>&1 ||
    { tail -n 30 "$work/alone/log.txt"; exit 1; }
