#!/bin/sh
# asan.sh [CTEST ARGUMENTS]: builds with the address and undefined-behaviour sanitizers and runs the tests that the arguments choose: CI
# those below ten seconds, scripts/nightly.sh the others.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
cmake --preset asan -DRUSTG_CUDA_ARCHITECTURES=90
cmake --build --preset asan --parallel "$(n_jobs)"
ctest --preset asan --parallel "$(n_jobs)" "$@"
