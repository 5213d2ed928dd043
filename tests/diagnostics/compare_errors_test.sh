#!/bin/sh
# compare_errors.py on 300 mutants of the tree's own sources; of rustc's where the second word is "nightly", 4,000 of them.
# Usage: compare_errors_test.sh RUSTGC [nightly]. Exit 77: rustc 1.95, python3 or (for nightly) the oracle is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rustgc=${1:-${RUSTGC:-rustgc}}
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: python3 was not found"
    exit 77
fi
if [ "${2:-}" != nightly ]; then
    exec python3 "$here/compare_errors.py" "$rustgc" --count 300 --seed 7 --least 92,86,83 \
        "$here/../parser/grammar" "$here/../pipeline/run" "$here/../../examples" "$here/../../kernels"
fi
oracle=${RUSTG_ORACLE_DIR:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/rustg-oracle}
if [ ! -d "$oracle/src/compiler" ]; then
    echo "skipped: no oracle in $oracle"
    exit 77
fi
exec python3 "$here/compare_errors.py" "$rustgc" --count 4000 --seed "${RUSTG_SEED:-2}" --least 97,94,90 --show 60 \
    "$oracle/src/library" "$oracle/src/compiler" "$oracle/src/src/tools" "$oracle/src/tests/ui"
