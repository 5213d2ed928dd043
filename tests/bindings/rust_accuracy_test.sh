#!/bin/sh
# The functions of rustg_std::math are within 1 ulp: of every 256th f32, or of every RUSTG_ACCURACY_STEP-th from
# RUSTG_ACCURACY_FIRST on. Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
[ -z "$RUSTG_SANITIZE" ] || { echo "skipped: what is measured is no code of the library"; exit 77; }
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rust-accuracy-target
CARGO_NET_OFFLINE=true
export CARGO_TARGET_DIR CARGO_NET_OFFLINE
# Without the instruction, a fused operation is a call, and the test takes five times as long.
if grep -qw fma /proc/cpuinfo 2>/dev/null; then RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+fma" && export RUSTFLAGS; fi
cd "$RUSTG_SOURCE_DIR/bindings/rust/rustg-std"
cargo run --release --quiet --example accuracy "${RUSTG_ACCURACY_STEP:-256}" "${RUSTG_ACCURACY_FIRST:-0}" \
    >"$RUSTG_BUILD_DIR/accuracy.txt"
cat "$RUSTG_BUILD_DIR/accuracy.txt"
[ "$(grep -c '^| `' "$RUSTG_BUILD_DIR/accuracy.txt")" -ge 25 ]
