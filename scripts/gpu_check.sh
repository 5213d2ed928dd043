#!/usr/bin/env bash
# Builds and runs every GPU test, compute-sanitizer on them, and the benchmarks, on a machine with a GPU. Downloads
# nothing. Usage: gpu_check.sh [STEP...], steps: build test sanitize bench; all of them by default.
#   RUSTG_CUDA_ARCHITECTURES  what to compile for; the GPU's own by default
#   RUSTG_GPU_DATA            folder with corpus.tar (.zst, .xz, .gz) or corpus/, and perhaps bin/rustc_lex
#   RUSTG_CORPUS_DIR          a folder of Rust source instead of that
#   RUSTG_WORST_SCALE         size of the worst cases, 1: 1 GB and 10 million terms
#   RUSTG_GPU_BUILD           build folder, build/gpu
#   RUSTG_GPU_OUT             folder for logs, RUSTG_GPU_BUILD/logs
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTG_CACHE=off # what is tested and measured is made here
steps=${*:-build test sanitize bench}
build=${RUSTG_GPU_BUILD:-build/gpu}
logs=${RUSTG_GPU_OUT:-$build/logs}
mkdir -p "$build" "$logs"
failures=()

wants() {
    [[ " $steps " == *" $1 "* ]]
}

if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >"$logs/gpus" 2>&1; then
    echo "gpu-check: no NVIDIA GPU here (nvidia-smi shows none)" >&2
    exit 1
fi
cat "$logs/gpus"
architectures=${RUSTG_CUDA_ARCHITECTURES:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | tr -d '.' | sort -nu | paste -sd';')}

if wants build; then
    SECONDS=0
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DRUSTG_BUILD_TESTS=ON -DRUSTG_CUDA=ON \
        "-DRUSTG_CUDA_ARCHITECTURES=$architectures"
    cmake --build "$build" --parallel "$(nproc)" 2>&1 | tee "$logs/build.log" | tail -n 3
    echo "gpu-check: built for $architectures in $SECONDS s"
fi

# The corpus travels packed; it is unpacked once beside the build.
if [[ -n ${RUSTG_GPU_DATA:-} && -z ${RUSTG_CORPUS_DIR:-} ]]; then
    RUSTG_CORPUS_DIR=$RUSTG_GPU_DATA/corpus
    for packed in "$RUSTG_GPU_DATA"/corpus.tar*; do
        [[ -f $packed ]] || continue
        RUSTG_CORPUS_DIR=$PWD/$build/corpus-files
        if [[ ! -e $RUSTG_CORPUS_DIR/.complete ]]; then
            mkdir -p "$RUSTG_CORPUS_DIR"
            case $packed in
            *.zst) zstd -dc "$packed" | tar -xf - -C "$RUSTG_CORPUS_DIR" ;;
            *) tar -xf "$packed" -C "$RUSTG_CORPUS_DIR" ;;
            esac
            touch "$RUSTG_CORPUS_DIR/.complete"
        fi
    done
    export RUSTG_GPU_DATA RUSTG_CORPUS_DIR
    # rustc's own lexer, for the ratio to it: RUSTG_GPU_DATA/bin/rustc_lex.
    if [[ -z ${RUSTG_ORACLE_DIR:-} && -x $RUSTG_GPU_DATA/bin/rustc_lex ]]; then
        export RUSTG_ORACLE_DIR=$RUSTG_GPU_DATA
    fi
fi
echo "gpu-check: corpus: ${RUSTG_CORPUS_DIR:-none (RUSTG_GPU_DATA is not set)}"

if wants test; then
    # On this machine a GPU test that finds no GPU has failed.
    ctest --test-dir "$build" -L gpu --output-on-failure 2>&1 | tee "$logs/ctest.log" || failures+=("ctest -L gpu")
    if grep -q 'Skipped' "$logs/ctest.log"; then
        failures+=("a GPU test was skipped")
    fi
    if grep -q 'No tests were found' "$logs/ctest.log"; then
        failures+=("there were no GPU tests")
    fi
    # The other tests again, now that a device is there for engine auto and the command line.
    ctest --test-dir "$build" -L unit --output-on-failure --parallel 4 2>&1 | tee "$logs/unit.log" \
        || failures+=("ctest -L unit")
    # Erroneous inputs are lexed by one GPU thread a file, which full size would keep busy for minutes.
    RUSTG_WORST_ENGINE=cuda RUSTG_WORST_SCALE=${RUSTG_WORST_SCALE:-0.02} "$build/tests/worst_test" 2>&1 \
        | tee "$logs/worst-cuda.log" || failures+=("worst_test on CUDA")
    for name in comment backslashes array sum nesting bangs braces_open identifier; do
        RUSTG_WORST_ENGINE=cuda RUSTG_WORST_SCALE=1 "$build/tests/worst_test" $name 2>&1 \
            | tee -a "$logs/worst-cuda-full.log" || failures+=("worst_test $name on CUDA at full size")
    done
    for name in device_validation performance_validation; do
        "$build/tests/$name" --json >"$logs/$name.json" || failures+=("$name")
        "$build/tests/$name" --device cuda 2>&1 | tee "$logs/$name.log" || failures+=("$name")
    done
    RUSTG_WORST_ENGINE=cuda "$build/tests/parse_worst_test" 2>&1 | tee "$logs/parse-worst-cuda.log" \
        || failures+=("parse_worst_test on CUDA")
fi

if wants test && [[ -f build/rustytorch-gpu.tar.gz ]]; then
    scripts/rustytorch_gpu.sh run 2>&1 | tee "$logs/rustytorch.log" || failures+=("rustytorch_gpu.sh")
elif wants test; then
    echo "gpu-check: no Rust programs here: scripts/rustytorch_gpu.sh build makes them where Rust is"
fi

if wants sanitize; then
    # A tool slows kernels down 10 to 100 times: RUSTG_TEST_SMALL asks the tests for their small sizes.
    for source in tests/gpu/*_test.c; do
        name=$(basename "$source" .c)
        for tool in memcheck racecheck initcheck; do
            SECONDS=0
            quiet=() # the runtime asks the driver what it may refuse, and tells what it did refuse
            [[ $tool != memcheck ]] || quiet=(--report-api-errors no)
            if RUSTG_TEST_SMALL=1 timeout "${RUSTG_SANITIZE_SECONDS:-240}" compute-sanitizer --tool $tool "${quiet[@]}" \
                --error-exitcode 99 --print-limit 20 "$build/tests/$name" >"$logs/$tool-$name.log" 2>&1; then
                echo "compute-sanitizer $tool $name: clean ($SECONDS s)"
            else
                echo "compute-sanitizer $tool $name: FAILED (status $?, $SECONDS s)"
                tail -n 25 "$logs/$tool-$name.log"
                failures+=("$tool $name")
            fi
        done
    done
fi

if wants bench; then
    # The examples beside the same kernels as nvcc compiles them.
    arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d '.')
    cubin=()
    if nvcc -O3 --fmad=false -arch="$arch" -cubin -o "$build/bench_kernels.cubin" tests/bench/cuda/kernels.cu; then
        cubin=(--cubin "$build/bench_kernels.cubin")
    fi
    "$build/tests/bench_kernels_gpu" "${cubin[@]}" 2>&1 | tee "$logs/bench_kernels_gpu.log" || failures+=("bench_kernels_gpu")
    "$build/tests/bench_runtime" 2>&1 | tee "$logs/bench_runtime.log" || failures+=("bench_runtime")
fi
if wants bench && [[ -z ${RUSTG_CORPUS_DIR:-} ]]; then
    echo "gpu-check: no benchmarks without a corpus; name a folder of Rust source in RUSTG_CORPUS_DIR"
elif wants bench; then
    export RUSTG_BENCH_TSV=$logs/parser-throughput.tsv # bench_parser's rows, for scripts/draw_figure.py
    for program in "$build"/tests/bench_*; do
        [[ -x $program ]] || continue
        name=$(basename "$program")
        [[ $name != bench_kernels_gpu && $name != bench_runtime ]] || continue
        "$program" "$RUSTG_CORPUS_DIR" 2>&1 | tee "$logs/$name.log" || failures+=("$name")
    done
    if command -v python3 >/dev/null; then
        scripts/gpu_bytes_moved.py "$build/tests/bench_parser" "$RUSTG_CORPUS_DIR" 2>&1 | tee "$logs/bytes-moved.log" \
            || echo "gpu-check: bytes moved were not counted"
    fi
fi

if ((${#failures[@]})); then
    printf 'gpu-check: FAILED: %s\n' "${failures[@]}"
    exit 1
fi
echo "gpu-check: all passed ($steps)"
