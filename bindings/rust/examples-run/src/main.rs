//! Runs the kernels of examples/kernels through rustc: `examples-run DIR` writes to DIR, as .npy files, what each launch is
//! given and what becomes of it, and cases.json, which lists the launches. tests/kernels compares rustg's engines with them.
#![allow(missing_docs)]

mod case;
mod cases;
mod npy;

#[path = "../../../../examples/kernels/bitonic_sort.rs"]
mod bitonic_sort;
#[path = "../../../../examples/kernels/black_scholes.rs"]
mod black_scholes;
#[path = "../../../../examples/kernels/byte_shuffle.rs"]
mod byte_shuffle;
#[path = "../../../../examples/kernels/collatz.rs"]
mod collatz;
#[path = "../../../../examples/kernels/convolution.rs"]
mod convolution;
#[path = "../../../../examples/kernels/elementwise.rs"]
mod elementwise;
#[path = "../../../../examples/kernels/fft.rs"]
mod fft;
#[path = "../../../../examples/kernels/half_axpy.rs"]
mod half_axpy;
#[path = "../../../../examples/kernels/histogram.rs"]
mod histogram;
#[path = "../../../../examples/kernels/layer_norm.rs"]
mod layer_norm;
#[path = "../../../../tests/kernels/library_values.rs"]
#[allow(clippy::all)]
mod library_values;
#[path = "../../../../examples/kernels/life.rs"]
mod life;
#[path = "../../../../examples/kernels/mandelbrot.rs"]
mod mandelbrot;
#[path = "../../../../examples/kernels/map_closure.rs"]
mod map_closure;
#[path = "../../../../examples/kernels/matmul.rs"]
mod matmul;
#[path = "../../../../examples/kernels/matmul_mma.rs"]
mod matmul_mma;
#[path = "../../../../examples/kernels/matmul_tiled.rs"]
mod matmul_tiled;
#[path = "../../../../examples/kernels/monte_carlo.rs"]
mod monte_carlo;
#[path = "../../../../examples/kernels/n_body.rs"]
mod n_body;
#[path = "../../../../examples/kernels/ray_sphere.rs"]
mod ray_sphere;
#[path = "../../../../examples/kernels/reduce_block.rs"]
mod reduce_block;
#[path = "../../../../examples/kernels/reduce_warp.rs"]
mod reduce_warp;
#[path = "../../../../examples/kernels/saxpy.rs"]
mod saxpy;
#[path = "../../../../examples/kernels/scan.rs"]
mod scan;
#[path = "../../../../examples/kernels/sha256.rs"]
mod sha256;
#[path = "../../../../examples/kernels/softmax.rs"]
mod softmax;
#[path = "../../../../examples/kernels/transpose.rs"]
mod transpose;
#[path = "../../../../examples/kernels/vector_add.rs"]
mod vector_add;
#[path = "../../../../examples/kernels/xxhash.rs"]
mod xxhash;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let (Some(dir), None) = (args.next(), args.next()) else {
        eprintln!("usage: examples-run DIR");
        return ExitCode::from(2);
    };
    let written = case::Cases::new(&PathBuf::from(dir)).and_then(|mut all| {
        cases::run(&mut all);
        all.finish()
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("examples-run: {error}");
            ExitCode::FAILURE
        }
    }
}
