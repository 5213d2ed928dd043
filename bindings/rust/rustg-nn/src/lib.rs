//! Layers, losses, optimizers and checkpoints on the tensors of `rustg-tensor`. Names and defaults are PyTorch's.
//!
//! ```
//! use rustg_nn::{Adam, Init, Linear, Module, Optimizer, Relu, Sequential, cross_entropy};
//! use rustg_tensor::{DType, Device, Tensor};
//!
//! # fn main() -> rustg_tensor::Result<()> {
//! let device = Device::best()?; // the first GPU, or the CPU
//! let x = Tensor::from_slice(&device, &[0.0f32, 1.0, 2.0, 3.0], &[4, 1])?;
//! let labels = Tensor::from_slice(&device, &[0i64, 0, 1, 1], &[4])?;
//! let mut init = Init::new(&device, DType::F32, 1);
//! let net = Sequential::new().with(Linear::new(&mut init, 1, 8)?).with(Relu).with(Linear::new(&mut init, 8, 2)?);
//! let mut optimizer = Adam::new(net.parameters()?, 0.1);
//! for _ in 0..60 {
//!     let loss = cross_entropy(&net.forward(&x)?, &labels)?;
//!     optimizer.step(&loss.backward()?)?;
//! }
//! assert_eq!(net.forward(&x)?.argmax(1, false)?.to_vec::<i64>()?, [0, 0, 1, 1]);
//! # Ok(())
//! # }
//! ```

mod attention;
mod convolution;
mod layers;
mod loader;
mod log;
mod loss;
mod module;
mod optimizer;
mod recurrent;
mod safetensors;
mod schedule;

pub use attention::{Attention, KvCache, MultiheadAttention, Rotary, scaled_dot_product_attention};
pub use convolution::{
    AvgPool2d, Conv1d, Conv2d, ConvOptions, ConvTranspose1d, ConvTranspose2d, MaxPool1d, MaxPool2d, avg_pool, conv,
    conv_transpose, max_pool,
};
pub use layers::{
    BatchNorm, Dropout, Embedding, Flatten, Gelu, GeluTanh, GroupNorm, Identity, LayerNorm, Linear, Relu, RmsNorm,
    Sigmoid, Silu, Softmax, Tanh, gelu, gelu_tanh, silu,
};
pub use loader::{Loader, batches};
pub use log::Log;
pub use loss::{
    bce_loss, bce_with_logits, cross_entropy, cross_entropy_smoothed, huber_loss, l1_loss, mse_loss, nll_loss,
};
pub use module::{Init, Mode, Module, Parameter, Sequential, Visit};
pub use optimizer::{Adam, AdamW, Ema, GradScaler, Group, Lion, Optimizer, Sgd, clip_grad_norm, clip_grad_value};
pub use recurrent::{Gru, Lstm, Rnn};
pub use safetensors::{Checkpoint, load_safetensors, save_safetensors};
pub use schedule::Schedule;
