#!/bin/sh
# The checks that take too long for each change: nightly.sh [-j N] [BUILD [NAME...]]
# N: so many checks at a time, each with its words when it ends. BUILD: a built tree with tests (default: build/dev). NAME...: these
# checks alone. Each check's output goes to BUILD/nightly/NAME.txt; the last line counts them. A check is a line below: a name, and a
# command of the top folder, whose exit status 77 says that what it needs is not here. Those that take longest come first.
set -eu
cd "$(dirname "$0")/.."
lanes=1
if [ "${1:-}" = -j ]; then
    lanes=$2
    shift 2
fi
build=$(cd "${1:-build/dev}" && pwd)
[ $# -eq 0 ] || shift
wanted=" $* "
mkdir -p "$build/nightly"
if [ "$lanes" -gt 1 ]; then
    names=$(RUSTG_NIGHTLY_LIST=1 sh "$0" "$build" "$@")
    echo "$names" | xargs -P "$lanes" -I NAME sh -c \
        'sh "$1" "$2" NAME >"$2/nightly/NAME.words" 2>&1; sed "\$d" "$2/nightly/NAME.words"' - "$0" "$build"
    for name in $names; do
        tail -n 1 "$build/nightly/$name.words"
    done | awk '/^[0-9]+ passed, [0-9]+ skipped, [0-9]+ failed$/ { passed += $1; skipped += $3; failed += $5; next } { failed++ }
        END { print passed + 0 " passed, " skipped + 0 " skipped, " failed + 0 " failed"; exit failed > 0 || passed + skipped == 0 }'
    exit
fi
# The environment that CTest gives its tests.
export RUSTG_SOURCE_DIR="$PWD" RUSTG_BUILD_DIR="$build" RUSTG_TEST_PROGRAMS="$build/tests" RUSTG_CACHE=off
passed=0 skipped=0 failed=0

check() {
    name=$1
    shift
    case $wanted in
    "  " | *" $name "*) ;;
    *) return 0 ;;
    esac
    if [ -n "${RUSTG_NIGHTLY_LIST:-}" ]; then
        echo "$name"
        return 0
    fi
    status=0
    began=$(date +%s)
    "$@" >"$build/nightly/$name.txt" 2>&1 || status=$?
    took=$(($(date +%s) - began))
    case $status in
    0)
        passed=$((passed + 1))
        echo "passed $name ($took s): $(tail -n 1 "$build/nightly/$name.txt")"
        ;;
    77)
        skipped=$((skipped + 1))
        echo "skipped $name: $(tail -n 1 "$build/nightly/$name.txt")"
        ;;
    *)
        failed=$((failed + 1))
        echo "FAILED $name ($took s):"
        tail -n 30 "$build/nightly/$name.txt"
        ;;
    esac
}

# Every seventh f32, every fourth architecture of a program and random programs, others each night: all f32 and all architectures take
# more than an hour on two cores.
night=$(($(date +%s) / 86400))
check random_kernels env RUSTG_RANDOM_N=4096 RUSTG_RANDOM_SEED=$((night * 4096)) python3 tests/pipeline/random/random_kernels_test.py "$build/rustgc"
check asan_slow sh scripts/asan.sh -L 'slow|long' -LE corpus
check msan scripts/msan.sh
check recipes python3 tests/build/recipes_test.py "$build/rustgc" all
check newcomers python3 scripts/newcomers.py
check ptx_archs env RUSTG_PTX_NIGHT="$night" python3 tests/codegen/ptx_archs_test.py "$build/rustgc"
check fuzz scripts/fuzz.sh 900
check suites python3 tests/pipeline/suites/suites_test.py "$build/rustgc" all
check random_gradients env RUSTG_RANDOM_N=5000 RUSTG_RANDOM_SEED=$((night * 5000)) \
    python3 tests/adjoint/random_gradients_test.py "$build/rustgc"
check rust_accuracy env RUSTG_ACCURACY_STEP=7 RUSTG_ACCURACY_FIRST=$((night % 7)) RUSTG_SANITIZE= RUSTG_SOURCE_DIR="$PWD" RUSTG_BUILD_DIR="$build" sh tests/bindings/rust_accuracy_test.sh
check rust_archs env RUSTG_RUST_ARCHS=all RUSTG_FUSION_GRAPHS=200 ctest --test-dir "$build" --output-on-failure -R '^(rust_workspace_test|rustytorch_test)$'
check same_bytes sh scripts/same_bytes.sh
check errors sh tests/diagnostics/compare_errors_test.sh "$build/rustgc" nightly
check scale_million python3 tests/kernels/scale_test.py "$build/rustgc" million
check scale python3 tests/kernels/scale_test.py "$build/rustgc" 2000
check kernels env RUSTG_KERNELS_ENGINES=all python3 tests/pipeline/kernels_test.py "$build/rustgc"
for level in -O0 -O1 -O2 -O3; do
    check "programs_ptx$level" "$build/tests/run_programs_ptx" cuda "$level"
    check "programs_own_ptx$level" "$build/tests/run_programs_ptx" ptx "$level"
done
check corpus_trees env RUSTG_CORPUS_EDITIONS=all RUSTG_CORPUS_WORK="$build/corpus" "$build/tests/corpus_ast_test"
check corpus_tokens env RUSTG_CORPUS_EDITIONS=all RUSTG_CORPUS_WORK="$build/corpus" "$build/tests/corpus_test"
check random_block_loops env RUSTG_RANDOM_N=640 RUSTG_RANDOM_SEED=$((night * 640)) python3 tests/opt/random_block_loops_test.py "$build/rustgc"
check random_thread_loops env RUSTG_RANDOM_N=2000 RUSTG_RANDOM_SEED=$((night * 2000)) python3 tests/opt/random_thread_loops_test.py "$build/rustgc"
check random_drops env RUSTG_DROPS_N=60 python3 tests/pipeline/random/random_drops_test.py "$build/rustgc"
check constants env RUSTG_CONSTANTS_N=200 python3 tests/lower/random_constants_test.py "$build/rustgc"
check random_matches env RUSTG_MATCHES_N=400 RUSTG_RANDOM_SEED=$((night * 400)) python3 tests/sema/random_matches_test.py "$build/rustgc"
check warnings python3 tests/sema/compare_warnings.py "$build/rustgc" --least 98 --extra 2 --show 50
check mistakes python3 tests/sema/mistakes_test.py "$build/rustgc" --count 300
check rust_memory env RUSTG_VALGRIND_TESTS=all ctest --test-dir "$build" --output-on-failure -R '^rust_memory_test$'
check rust_packages env RUSTG_PACKAGES=all ctest --test-dir "$build" --output-on-failure -R '^rust_package_test$'
check subproject env RUSTG_SUBPROJECT=all sh tests/build/subproject.sh cmake "$PWD" cc
check parse_table env RUSTG_TABLE_STEP=1 sh tests/parser/parse_table_test.sh
check rows python3 tests/build/append_test.py "$build/rustgc"
check faults scripts/faults.sh
check programs "$build/tests/run_programs_test"
check gradient_programs_ptx "$build/tests/gradient_programs_ptx" cuda
check double_accuracy "$build/tests/double_accuracy_test" 20000000
check arrow_readers sh -c 'npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$1/arrow-readers" apache-arrow@17 \
    @duckdb/duckdb-wasm nodejs-polars nodejs-polars-linux-x64-gnu && NODE_PATH=$1/arrow-readers/node_modules \
    ctest --test-dir "$1" --output-on-failure -R "^python_arrow_test\$"' - "$build"
check const_marks python3 tests/sema/const_marks.py "$build/rustgc"

[ -z "${RUSTG_NIGHTLY_LIST:-}" ] || exit 0
echo "$passed passed, $skipped skipped, $failed failed"
[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
