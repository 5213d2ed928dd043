# parse_table_test.sh: walks the table of the grammar over sources, whole and by units: trees as parse_cpu.c's, node by node,
# in every edition; no outcome where there is an error. 77 where no C++ compiler was found to make the table.
#   RUSTG_ORACLE_DIR        with it, every fiftieth of rustc's sources and tests too
#   RUSTG_TABLE_STEP        instead of 50
#   RUSTG_TABLE_MUTANTS     of each file: 20
set -eu
programs=$RUSTG_TEST_PROGRAMS
[ -x "$programs/parse_table_on_host" ] || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find "$RUSTG_SOURCE_DIR/tests" "$RUSTG_SOURCE_DIR/examples" "$RUSTG_SOURCE_DIR/kernels" -name '*.rs' | sort >"$work/own"
for walk in "$programs/parse_table_on_host" "$programs/parse_units_on_host"; do
    "$walk" "$work/own" 1 "${RUSTG_TABLE_MUTANTS:-20}"
done
if [ -n "${RUSTG_ORACLE_DIR:-}" ]; then
    find "$RUSTG_ORACLE_DIR/src" -name '*.rs' | sort >"$work/corpus"
    for walk in "$programs/parse_table_on_host" "$programs/parse_units_on_host"; do
        "$walk" "$work/corpus" "${RUSTG_TABLE_STEP:-50}" "${RUSTG_TABLE_MUTANTS:-20}"
    done
fi
