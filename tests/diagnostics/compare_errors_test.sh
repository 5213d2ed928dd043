#!/bin/sh
# compare_errors.py on 300 mutants of the tree's own sources; of rustc's where the second word is "nightly", 4,000 of them.
# Usage: compare_errors_test.sh RUSTGC [nightly]. Exit 77: rustc 1.95, python3 or (for nightly) the oracle is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../corpus/oracle.sh"
rustgc=${1:-${RUSTGC:-rustgc}}
need_python
if [ "${2:-}" != nightly ]; then
    exec python3 "$here/compare_errors.py" "$rustgc" --count 300 --seed 7 --least 92,86,83 \
        "$here/../parser/grammar" "$here/../pipeline/run" "$here/../../examples" "$here/../../kernels"
fi
need_oracle src/compiler
exec python3 "$here/compare_errors.py" "$rustgc" --count 4000 --seed "${RUSTG_SEED:-2}" --least 97,94,90 --show 60 \
    "$oracle/src/library" "$oracle/src/compiler" "$oracle/src/src/tools" "$oracle/src/tests/ui"
