#!/bin/sh
# The programs of tests/pipeline/run on a GPU; and examples/kernels, where RUSTG_GPU_DATA/examples holds what bindings/rust/examples-run
# wrote on a machine with Rust. Skipped without a GPU.
set -eu
"$1" --devices --format=json | grep -q '"cuda"' || { echo "skipped: no CUDA device"; exit 77; }
# several processes: most of the time is NVRTC's
ls tests/pipeline/run/*/*.rs | xargs -P "$(nproc)" -n 20 "$RUSTG_TEST_PROGRAMS/run_programs_test" cuda
if [ -d "${RUSTG_GPU_DATA:-}/examples" ]; then
    python3 tests/pipeline/kernels_test.py "$1" --engine cuda --engine cpu --expected "$RUSTG_GPU_DATA/examples"
else
    echo "examples/kernels: not compared, RUSTG_GPU_DATA/examples is not there"
fi
