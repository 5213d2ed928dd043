#!/bin/sh
# The checks that take too long for each change: nightly.sh [BUILD [NAME...]]
# BUILD: a built tree with tests (default: build/dev). NAME...: these checks alone. Each check's output goes to BUILD/nightly/NAME.txt;
# the last line counts them. A check is a line below: a name, and a command of the top folder, whose exit status 77 says that what it
# needs is not here.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:-build/dev}" && pwd)
[ $# -eq 0 ] || shift
wanted=" $* "
mkdir -p "$build/nightly"
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

check recipes python3 tests/build/recipes_test.py "$build/rustgc" all
check asan_slow sh scripts/asan.sh -L 'slow|long' -LE corpus
check parse_table env RUSTG_TABLE_STEP=1 sh tests/parser/parse_table_test.sh
check corpus_tokens env RUSTG_CORPUS_EDITIONS=all RUSTG_CORPUS_WORK="$build/corpus" "$build/tests/corpus_test"
check corpus_trees env RUSTG_CORPUS_EDITIONS=all RUSTG_CORPUS_WORK="$build/corpus" "$build/tests/corpus_ast_test"
check errors sh tests/diagnostics/compare_errors_test.sh "$build/rustgc" nightly
check rows python3 tests/build/append_test.py "$build/rustgc"
check scale python3 tests/kernels/scale_test.py "$build/rustgc" 2000
check scale_million python3 tests/kernels/scale_test.py "$build/rustgc" million
check random_kernels env RUSTG_RANDOM_N=8192 python3 tests/pipeline/random/random_kernels_test.py "$build/rustgc"
check random_thread_loops env RUSTG_RANDOM_N=2000 python3 tests/opt/random_thread_loops_test.py "$build/rustgc"
check random_block_loops env RUSTG_RANDOM_N=640 python3 tests/opt/random_block_loops_test.py "$build/rustgc"
check random_gradients env RUSTG_RANDOM_N=5000 RUSTG_RANDOM_SEED="$(date +%Y%m%d)" \
    python3 tests/adjoint/random_gradients_test.py "$build/rustgc"
check random_drops env RUSTG_DROPS_N=60 python3 tests/pipeline/random/random_drops_test.py "$build/rustgc"
check ptx_archs env RUSTG_PTX_ARCHS=all python3 tests/codegen/ptx_archs_test.py "$build/rustgc"
check arrow_readers sh -c 'npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$1/arrow-readers" apache-arrow@17 \
    @duckdb/duckdb-wasm nodejs-polars nodejs-polars-linux-x64-gnu && NODE_PATH=$1/arrow-readers/node_modules \
    ctest --test-dir "$1" --output-on-failure -R "^python_arrow_test\$"' - "$build"
check rust_memory env RUSTG_VALGRIND_TESTS=all ctest --test-dir "$build" --output-on-failure -R '^rust_memory_test$'
check constants env RUSTG_CONSTANTS_N=200 python3 tests/lower/random_constants_test.py "$build/rustgc"
check const_marks python3 tests/sema/const_marks.py "$build/rustgc"
check programs "$build/tests/run_programs_test"
for level in -O0 -O1 -O2 -O3; do
    check "programs_ptx$level" "$build/tests/run_programs_ptx" cuda "$level"
    check "programs_own_ptx$level" "$build/tests/run_programs_ptx" ptx "$level"
done
check gradient_programs_ptx "$build/tests/gradient_programs_ptx" cuda
check kernels env RUSTG_KERNELS_ENGINES=all python3 tests/pipeline/kernels_test.py "$build/rustgc"
check mistakes python3 tests/sema/mistakes_test.py "$build/rustgc" --count 300
check suites python3 tests/pipeline/suites/suites_test.py "$build/rustgc" all
check subproject env RUSTG_SUBPROJECT=all sh tests/build/subproject.sh cmake "$PWD" cc
check same_bytes sh scripts/same_bytes.sh
check rust_archs env RUSTG_RUST_ARCHS=all RUSTG_FUSION_GRAPHS=200 ctest --test-dir "$build" --output-on-failure -R '^(rust_workspace_test|rustytorch_test)$'
check rust_packages env RUSTG_PACKAGES=all ctest --test-dir "$build" --output-on-failure -R '^rust_package_test$'
# Every seventh f32, others each night, so that a week's nights have them all: all of them take more than an hour on two cores.
check rust_accuracy env RUSTG_ACCURACY_STEP=7 RUSTG_ACCURACY_FIRST=$(($(date +%s) / 86400 % 7)) RUSTG_SANITIZE= RUSTG_SOURCE_DIR="$PWD" RUSTG_BUILD_DIR="$build" sh tests/bindings/rust_accuracy_test.sh
check double_accuracy "$build/tests/double_accuracy_test" 20000000
check newcomers python3 scripts/newcomers.py
check fuzz scripts/fuzz.sh 900
check faults scripts/faults.sh
check msan scripts/msan.sh

echo "$passed passed, $skipped skipped, $failed failed"
[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
