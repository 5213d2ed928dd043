#!/usr/bin/env bash
# Rust programs on a GPU machine that has no Rust: `build` makes them here, `run` runs them there, from the same tree.
#   build   examples/rustytorch, rustg-bench and the tests of rustg, rustg-bench, rustg-tensor and rustg-nn, into
#           build/rustytorch-gpu.tar.gz. Needs cargo, CMake, a C compiler
#   run     needs a GPU and its driver: the crates' tests, training with the CPU's losses, the benchmarks, and their figures of
#           CPU and GPU once more at the end
set -euo pipefail
cd "$(dirname "$0")/.."
programs=$PWD/build/rustytorch-gpu
case ${1:-} in
build)
    export CARGO_NET_OFFLINE=true CARGO_TARGET_DIR=$PWD/build/rustytorch-target
    export RUSTG_CUDA=${RUSTG_CUDA:-OFF} # the engine that lexes on the GPU is not used; the runtime opens the driver by itself
    rm -rf "$programs"
    mkdir -p "$programs"
    (cd examples/rustytorch && cargo build --release)
    cp "$CARGO_TARGET_DIR/release/rustytorch" "$programs/"
    # each test program, as test-CRATE-NAME
    (cd bindings/rust && cargo test --release --no-run -p rustg -p rustg-bench -p rustg-tensor -p rustg-nn --tests --message-format=json) |
        sed -n 's|.*"package_id":"[^"]*/\([^"/#]*\)#[^"]*".*"profile":{[^}]*"test":true}.*"executable":"\([^"]*\)".*|\1 \2|p' |
        while read -r crate test; do
            name=$(basename "$test")
            cp "$test" "$programs/test-$crate-${name%-*}"
        done
    (cd bindings/rust && cargo build --release -p rustg-bench --bins)
    for bench in bindings/rust/rustg-bench/src/bin/*.rs; do
        name=$(basename "$bench" .rs)
        cp "$CARGO_TARGET_DIR/release/$name" "$programs/bench-$name"
    done
    strip "$programs"/* || true
    tar -C build -czf "$programs.tar.gz" rustytorch-gpu
    ls -l "$programs" "$programs.tar.gz"
    ;;
run)
    [[ -d $programs ]] || tar -C build -xzf "$programs.tar.gz"
    failures=()
    measured=build/rustytorch-gpu.txt
    : >"$measured"
    for test in "$programs"/test-*; do
        RUSTG_TEST_DEVICE=cuda "$test" --quiet || failures+=("$(basename "$test")")
    done
    "$programs/rustytorch" --device cuda --least-accuracy 0.97 --compare examples/rustytorch/data/losses.txt || failures+=("training")
    for bench in "$programs"/bench-*; do
        "$bench" | tee -a "$measured" || failures+=("$(basename "$bench")")
    done
    "$programs/rustytorch" bench --device cuda | tee -a "$measured" || failures+=("bench")
    echo
    echo "GPU and CPU device, from $measured:"
    grep 'GPU over CPU device\|launches of\|C interface\|of it$\|times as fast' "$measured" || failures+=("no figures of a GPU")
    if ((${#failures[@]})); then
        printf 'FAILED: %s\n' "${failures[@]}"
        exit 1
    fi
    echo "all passed"
    ;;
*)
    echo "usage: $0 build|run" >&2
    exit 2
    ;;
esac
