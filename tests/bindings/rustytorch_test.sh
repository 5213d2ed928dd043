#!/bin/sh
# examples/rustytorch builds and passes its tests, reads digits as well as it says, with the losses of data/losses.txt, also where
# there is neither a C compiler nor NVRTC; what it should refuse it refuses. Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
cd "$RUSTG_SOURCE_DIR/examples/rustytorch"
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rustytorch
CARGO_NET_OFFLINE=true
RUSTG_DIR=$RUSTG_BUILD_DIR/rustytorch-install
[ "${RUSTG_RUST_ARCHS:-}" = all ] || export RUSTG_CUDA_ARCHITECTURES=90 # each of the others takes as long; scripts/nightly.sh has all
CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 # neither is looked at
export CARGO_INCREMENTAL CARGO_PROFILE_DEV_DEBUG
export CARGO_TARGET_DIR CARGO_NET_OFFLINE RUSTG_DIR
unset RUSTG_CACHE
RUSTG_CACHE_DIR=$RUSTG_BUILD_DIR/rust-cache # the workspace of bindings/rust compiles the same kernels
export RUSTG_CACHE_DIR
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$RUSTG_DIR" >/dev/null
if nm -u "$RUSTG_DIR"/lib*/librustg_core.a 2>/dev/null | grep -q '__[at]san_'; then echo "skipped: a sanitized library"; exit 77; fi
cargo build --quiet
cargo test --quiet --workspace
program=$CARGO_TARGET_DIR/debug/rustytorch
env -i RUSTG_CACHE=off PATH=/nonexistent CC=/nonexistent/cc "$program" --least-accuracy 0.97 --compare data/losses.txt >"$RUSTG_BUILD_DIR/rustytorch.out"
if grep 'were compiled' "$RUSTG_BUILD_DIR/rustytorch.out"; then echo "record the kernels again: docs/tensor.md"; exit 1; fi

# refuse WORDS OPTIONS...: fails and says so.
refuse() {
    words=$1
    shift
    if "$program" "$@" >"$RUSTG_BUILD_DIR/rustytorch.out" 2>&1; then echo "accepted: $*"; exit 1; fi
    grep -q "$words" "$RUSTG_BUILD_DIR/rustytorch.out" || { cat "$RUSTG_BUILD_DIR/rustytorch.out"; exit 1; }
}
refuse 'below 0.99' --epochs 1 --least-accuracy 0.99
refuse 'epoch 1: the loss is' --epochs 30 --hidden 8 --compare data/losses.txt
refuse '3 epochs are compared with 30' --epochs 3 --compare data/losses.txt
refuse 'is not understood' --device moon
