#!/bin/sh
# Installs what is missing, builds rustgc, runs it on a Rust file, and runs a kernel on whatever device there is. Extra arguments go to `cmake --preset release`.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
need_programs cc cmake ninja objcopy

cmake --preset release "$@"
cmake --build --preset release --parallel "$(n_jobs)"

run() {
    echo "\$ $*"
    "$@"
}
echo
echo "\$ build/release/rustgc --emit=tokens examples/histogram.rs | head -n 12"
build/release/rustgc --emit=tokens examples/histogram.rs >build/release/histogram.tokens
head -n 12 build/release/histogram.tokens
echo "... $(wc -l <build/release/histogram.tokens) lines in build/release/histogram.tokens"
echo "\$ build/release/rustgc --emit=ast examples/histogram.rs | head -n 12"
build/release/rustgc --emit=ast examples/histogram.rs >build/release/histogram.ast
head -n 12 build/release/histogram.ast
echo "... $(wc -l <build/release/histogram.ast) lines in build/release/histogram.ast"
run build/release/rustgc --emit=check --format=tsv examples/histogram.rs
echo
run build/release/rustgc --devices
run cat examples/kernels/saxpy.rs
run build/release/rustgc examples/kernels/saxpy.rs --run saxpy --for 1000000 --arg 2 --arg 0..1000000 --arg '[1; 1000000]' --out 2 --profile
