//! Tensors on the CPU or a GPU, gradients, layers and optimizers, computed by kernels that are written in Rust and compiled by
//! rustg.
//!
//! ```
//! use rustg_tensor::{Adam, DType, Device, Layer, Linear, Optimizer, Random, Tape, Tensor};
//!
//! # fn main() -> rustg_tensor::Result<()> {
//! let device = Device::cpu()?; // or Device::cuda(0)?
//! let x = Tensor::from_slice(&device, &[0.0f32, 1.0, 2.0, 3.0], &[4, 1])?;
//! let labels = Tensor::from_slice(&device, &[0u32, 0, 1, 1], &[4])?;
//! let mut layer = Linear::new(&device, DType::F32, 1, 2, &mut Random::new(1))?;
//! let mut optimizer = Adam::new(0.1);
//! for _ in 0..100 {
//!     let tape = Tape::new();
//!     let loss = layer.forward(&tape.constant(x.clone()))?.cross_entropy(&labels)?;
//!     let gradients = loss.backward()?;
//!     optimizer.step(layer.parameters_mut(), &gradients)?;
//! }
//! let scores = layer.forward(&Tape::without_gradients().constant(x))?;
//! assert_eq!(scores.value().argmax()?.to_vec::<u32>()?, [0, 0, 1, 1]);
//! # Ok(())
//! # }
//! ```

mod device;
mod dtype;
mod error;
pub mod kernels;
mod layer;
mod layout;
mod linear_algebra;
mod operation;
mod optimizer;
mod random;
mod tape;
mod tensor;
mod variable;

pub use device::{Device, Element, Float};
pub use dtype::DType;
pub use error::{Error, Result};
pub use layer::{Layer, Linear, Parameter, Relu, Sequential, Tanh};
pub use optimizer::{Adam, Optimizer, Sgd};
pub use random::Random;
pub use tape::{Gradients, Tape, Variable};
pub use tensor::Tensor;
