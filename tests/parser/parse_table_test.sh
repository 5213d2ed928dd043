# parse_table_test.sh: walks the table of the grammar over sources: trees as parse_cpu.c's, node by node, in every edition;
# no outcome where there is an error. 77 where no C++ compiler was found to make the table.
#   RUSTG_ORACLE_DIR        with it, every fiftieth of rustc's sources and tests too
#   RUSTG_TABLE_STEP        instead of 50
#   RUSTG_TABLE_MUTANTS     of each file: 20
set -eu
walk=$RUSTG_TEST_PROGRAMS/parse_table_on_host
[ -x "$walk" ] || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find "$RUSTG_SOURCE_DIR/tests" "$RUSTG_SOURCE_DIR/examples" "$RUSTG_SOURCE_DIR/kernels" -name '*.rs' | sort >"$work/own"
"$walk" "$work/own" 1 "${RUSTG_TABLE_MUTANTS:-20}"
if [ -n "${RUSTG_ORACLE_DIR:-}" ]; then
    find "$RUSTG_ORACLE_DIR/src" -name '*.rs' | sort >"$work/corpus"
    "$walk" "$work/corpus" "${RUSTG_TABLE_STEP:-50}" "${RUSTG_TABLE_MUTANTS:-20}"
fi
