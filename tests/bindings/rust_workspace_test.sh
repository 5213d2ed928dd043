#!/bin/sh
# The Rust workspace (bindings/rust) builds and passes its tests and its documentation's. scripts/rust_lint.sh asks clippy and rustdoc.
# The crates link this build's library, as installed. Devices are the fake driver's, too. Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
[ -z "$RUSTG_SANITIZE" ] || { echo "skipped: rust_memory_test is for builds with sanitizers"; exit 77; }
cd "$RUSTG_SOURCE_DIR/bindings/rust"
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rust
CARGO_NET_OFFLINE=true
RUSTG_DIR=$RUSTG_BUILD_DIR/rust-install
unset RUSTG_CACHE # the tests compile the same kernels again and again
RUSTG_CACHE_DIR=$RUSTG_BUILD_DIR/rust-cache
[ "${RUSTG_RUST_ARCHS:-}" = all ] || export RUSTG_CUDA_ARCHITECTURES=90 # each of the others takes as long; scripts/nightly.sh has all
CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 # neither is looked at
export CARGO_INCREMENTAL CARGO_PROFILE_DEV_DEBUG
export RUSTG_CACHE_DIR CARGO_TARGET_DIR CARGO_NET_OFFLINE RUSTG_DIR
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$RUSTG_DIR" >/dev/null
python3 rustg/kinds.py --check
cargo test --quiet --workspace
fake=$RUSTG_BUILD_DIR/tests/fake_cuda
[ -f "$fake/libcuda.so.1" ] || { echo "there is no fake driver in $fake"; exit 1; }
LD_LIBRARY_PATH=$fake FAKE_CUDA_DEVICES=2 cargo test --quiet --package rustg --test cuda_fake -- --test-threads=1 # one does the work of all
