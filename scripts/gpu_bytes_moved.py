#!/usr/bin/env python3
"""Bytes that each CUDA kernel reads and writes in device memory, a byte of source, as Nsight Compute counts them.

    gpu_bytes_moved.py BENCH_PARSER CORPUS     e.g. build/gpu/tests/bench_parser /path/to/rust/sources

Runs `BENCH_PARSER --only profile CORPUS` under ncu, which must be in PATH or in CUDA's folder and may need rights to
the GPU's counters. Needs Python's standard library alone.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys

METRICS = ("dram__bytes_read.sum", "dram__bytes_write.sum")


def find_ncu():
    cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    return shutil.which("ncu") or shutil.which("ncu", path=os.path.join(cuda, "bin"))


def read_table(text):
    """kernel -> metric -> values of its launches"""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    kernels = {}
    for row in csv.DictReader(io.StringIO("\n".join(lines))):
        name = re.sub(r"\(.*", "", row["Kernel Name"])
        value = float(row["Metric Value"].replace(",", ""))
        kernels.setdefault(name, {}).setdefault(row["Metric Name"], []).append(value)
    return kernels


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    ncu = find_ncu()
    if not ncu:
        print("gpu_bytes_moved: ncu was not found")
        sys.exit(77)
    run = subprocess.run([ncu, "--csv", "--print-units", "base", "--metrics", ",".join(METRICS), sys.argv[1], "--only",
                          "profile", sys.argv[2]], capture_output=True, text=True)
    found = re.search(r"^profile: (\d+) source bytes", run.stdout, re.MULTILINE)
    kernels = read_table(run.stdout)
    if run.returncode != 0 or not found or not kernels:
        sys.exit(f"gpu_bytes_moved: ncu failed ({run.returncode}):\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    n_bytes = int(found.group(1))
    print(f"bytes moved in device memory a byte of source, {n_bytes / 1e6:.1f} MB of source")
    print(f"{'kernel':<32} {'read':>8} {'written':>8} {'both':>8}")
    sums = [0.0, 0.0]
    # a kernel is launched once a run, or once a round of each run
    n_runs = min(len(metrics[METRICS[0]]) for metrics in kernels.values())
    for name, metrics in kernels.items():
        read, written = (sum(metrics[m]) / n_runs / n_bytes for m in METRICS)
        sums = [sums[0] + read, sums[1] + written]
        print(f"{name:<32} {read:8.3f} {written:8.3f} {read + written:8.3f}")
    print(f"{'all':<32} {sums[0]:8.3f} {sums[1]:8.3f} {sum(sums):8.3f}")


main()
