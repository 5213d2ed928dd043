#!/bin/sh
# Installs what is missing, builds with tests and runs them, but those that take longest: `ctest --preset dev -L slow` runs these behind it.
# Extra arguments go to `cmake --preset dev`.
# RUSTG_ORACLE_DIR names the folder of rustc_lex and rustc_parse; without it the corpus tests skip.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
need_programs cc cmake ninja objcopy python3 numpy pkg-config

cmake --preset dev "$@"
cmake --build --preset dev --parallel "$(n_jobs)"
echo "left to ctest --preset dev -L slow: $(ctest --preset dev -N -L slow | grep -c 'Test *#') tests"
ctest --preset dev -LE slow --parallel "$(n_jobs)"
