//! Tensors on the CPU or a GPU, and gradients of what is computed with them. Operations are recorded and fused into kernels that
//! are written in Rust and compiled by rustg when they are needed.
//!
//! ```
//! use rustg_tensor::{DType, Device, Random, Tensor};
//!
//! # fn main() -> rustg_tensor::Result<()> {
//! let device = Device::best()?; // the first GPU, or the CPU
//! let x = Tensor::from_slice(&device, &[1.0f32, 2.0, 3.0, 4.0], &[2, 2])?.tracked()?;
//! let noise = Random::new(1).normal(&device, DType::F32, &[2, 1], 0.0, 1.0)?;
//! let y = ((&x * 3.0)? + &noise)?.relu()?; // one kernel, which runs when `y` is wanted
//! let gradients = y.sum_all()?.backward()?;
//! assert_eq!(gradients.of(&x).map(Tensor::shape), Some([2, 2].as_slice()));
//! println!("{y}");
//! # Ok(())
//! # }
//! ```
//!
//! Layers, losses and optimizers are in the crate `rustg-nn`.

mod cell;
mod complex;
mod device;
mod dtype;
mod elementwise;
mod error;
mod fusion;
mod fusion_rows;
mod fusion_text;
mod grad;
mod index;
mod layout;
mod linear;
mod map;
mod print;
mod random;
mod reduce;
mod storage;
mod tensor;
mod view;
mod window;

pub use device::{Device, KernelArgument};
pub use dtype::{DType, Element, Scalar};
pub use error::{Error, Result};
pub use fusion::with_fusion;
pub use grad::{Function, Gradients, checkpoint, no_grad};
pub use random::Random;
/// The crate that devices, kernels and modules are of.
pub use rustg;
pub use rustg::{Complex, bf16, f16};
pub use tensor::Tensor;
