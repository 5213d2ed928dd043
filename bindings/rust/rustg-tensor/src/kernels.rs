//! The kernels, as rustc sees them: with the same text rustg compiles for the devices. Their constants are the numbers that the
//! library passes to them, and rust-analyzer completes and checks them as any other module.
//!
//! `rustg_std::cpu::launch` runs them; the tests compare the two.

// Their parameters are what a launch passes; loops are written by index, as threads count.
#![allow(missing_docs, clippy::too_many_arguments, clippy::needless_range_loop)]

#[path = "../kernels/elementwise.rs"]
pub mod elementwise;
#[path = "../kernels/loss.rs"]
pub mod loss;
#[path = "../kernels/matmul.rs"]
pub mod matmul;
#[path = "../kernels/optimizer.rs"]
pub mod optimizer;
#[path = "../kernels/reduce.rs"]
pub mod reduce;
