//! Products of square f32 matrices on the CPU device and on the GPU, by the better of two kernels on each. Results are compared with
//! sums in f64.
//! Usage: `matmul [N]`, N a multiple of 64.

use rustg::{Device, Error};
use rustg_bench::{Kernels, devices, name, seconds};

/// Small whole numbers: every sum is exact.
fn matrix(n: usize, seed: usize) -> Vec<f32> {
    (0..n * n).map(|i| ((i * 7 + i / n * 3 + seed) % 5) as f32 - 2.0).collect()
}

fn rows16(matrix: &[f32]) -> Vec<[f32; 16]> {
    matrix.chunks_exact(16).map(|row| std::array::from_fn(|i| row[i])).collect()
}

/// Some elements against their sums.
fn check(n: usize, a: &[f32], b: &[f32], at: impl Fn(usize, usize) -> f32) {
    for step in 0..97 {
        let (row, column) = (step * 31 % n, step * 57 % n);
        let sum: f64 = (0..n).map(|j| f64::from(a[row * n + j]) * f64::from(b[j * n + column])).sum();
        assert_eq!(f64::from(at(row, column)), sum, "element {row},{column}");
    }
}

/// GFLOP/s of the better kernel.
fn measure(device: &Device, n: usize) -> Result<f64, Error> {
    let stream = device.stream()?;
    let kernels = Kernels::load(device)?;
    let (a, b) = (matrix(n, 1), matrix(n, 2));
    let (d_a, d_b, d_b16) = (stream.upload(&a)?, stream.upload(&b)?, stream.upload(&rows16(&b))?);
    let mut by_rows = stream.zeros::<[f32; 16]>(n * n / 16)?;
    let mut by_tiles = stream.zeros::<[[f32; 4]; 4]>(n * n / 16)?;
    let rows = seconds(3, || {
        kernels.matmul_rows(&stream, n * n / 16, n / 16, n, &d_a, &d_b16, &mut by_rows)?;
        stream.wait()
    })?;
    let tiles = seconds(3, || {
        kernels.matmul_tiles(&stream, n * n / 16, n, &d_a, &d_b, &mut by_tiles)?;
        stream.wait()
    })?;
    let c = stream.download(&by_rows)?;
    check(n, &a, &b, |row, column| c[(row * n + column) / 16][column % 16]);
    let c = stream.download(&by_tiles)?;
    check(n, &a, &b, |row, column| {
        let block = row / 64 * (n / 64) + column / 64;
        let thread = row % 64 / 4 * 16 + column % 16;
        c[block * 256 + thread][row % 4][column % 64 / 16]
    });
    let gflops = |seconds: f64| 2.0 * (n as f64).powi(3) / seconds / 1e9;
    println!("{}: product of {n} x {n} matrices of f32", name(device));
    println!("  a thread a 16th of a row  {:>10.3} ms  {:>9.1} GFLOP/s", rows * 1e3, gflops(rows));
    println!("  tiles in shared memory    {:>10.3} ms  {:>9.1} GFLOP/s", tiles * 1e3, gflops(tiles));
    Ok(gflops(rows.min(tiles)))
}

fn main() -> Result<(), Error> {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1024);
    if n == 0 || !n.is_multiple_of(64) {
        println!("N is {n}; it must be a multiple of 64");
        std::process::exit(2);
    }
    rustg::initialize()?;
    let mut best = Vec::new();
    for device in devices()? {
        best.push(measure(&device, n)?);
    }
    if let [cpu, gpu] = best[..] {
        println!(
            "product of {n} x {n} matrices, GPU over CPU device: {:.1} times ({gpu:.1} and {cpu:.1} GFLOP/s)",
            gpu / cpu
        );
    }
    rustg::shutdown()
}
