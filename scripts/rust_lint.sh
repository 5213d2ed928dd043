#!/bin/sh
# Has nothing to say of the Rust workspace: rustdoc with warnings as errors, and clippy where it is. Usage: rust_lint.sh TARGET_DIR, a
# folder of cargo's; the C library is built from this tree.
set -eu
CARGO_TARGET_DIR=$(realpath "$1")
cd "$(dirname "$0")/../bindings/rust"
RUSTDOCFLAGS=-Dwarnings
CARGO_NET_OFFLINE=true
RUSTG_FROM_SOURCE=1
RUSTG_CUDA=OFF
export CARGO_TARGET_DIR RUSTDOCFLAGS CARGO_NET_OFFLINE RUSTG_FROM_SOURCE RUSTG_CUDA
cargo doc --quiet --workspace --no-deps
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --quiet --workspace --all-targets -- -Dwarnings
else
    echo "no clippy here"
fi
