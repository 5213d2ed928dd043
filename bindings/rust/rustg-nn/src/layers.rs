//! Layers whose result depends on each sample by itself.

use crate::{Init, Mode, Module, Parameter, Visit};
use rustg_tensor::{DType, Error, Function, Random, Result, Tensor};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI};
use std::sync::{Mutex, PoisonError};

/// `y = x W^T + b`: x is `[.., inputs]`, W `[outputs, inputs]`, b `[outputs]`.
#[derive(Debug)]
pub struct Linear {
    weight: Parameter,
    bias: Option<Parameter>,
}

impl Linear {
    /// With weights and a bias spread evenly up to the root of 1 / inputs.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(init: &mut Init, inputs: usize, outputs: usize) -> Result<Linear> {
        let weight = init.by_inputs(&[outputs, inputs], inputs)?;
        Ok(Linear { weight, bias: Some(init.by_inputs(&[outputs], inputs)?) })
    }

    /// Without a bias.
    ///
    /// # Errors
    /// Of the device.
    pub fn without_bias(init: &mut Init, inputs: usize, outputs: usize) -> Result<Linear> {
        Ok(Linear { weight: init.by_inputs(&[outputs, inputs], inputs)?, bias: None })
    }

    /// With this weight and bias.
    pub fn of(weight: Parameter, bias: Option<Parameter>) -> Linear {
        Linear { weight, bias }
    }

    /// Its weight.
    pub fn weight(&self) -> &Parameter {
        &self.weight
    }
}

impl Module for Linear {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        match &self.bias {
            Some(bias) => input.linear(&self.weight.value(), &bias.value()),
            None => input.matmul(&self.weight.value().t()?),
        }
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
        visit.optional("bias", &self.bias);
    }
}

/// Vectors by number: of `i64` tensors.
#[derive(Debug)]
pub struct Embedding {
    weight: Parameter,
}

impl Embedding {
    /// So many vectors of a size, of the normal distribution.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(init: &mut Init, n: usize, size: usize) -> Result<Embedding> {
        Ok(Embedding { weight: Parameter::new(init.normal(&[n, size], 1.0)?)? })
    }

    /// Its vectors.
    pub fn weight(&self) -> &Parameter {
        &self.weight
    }
}

impl Module for Embedding {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let weight = self.weight.value();
        let shape: Vec<usize> = input.shape().iter().copied().chain([weight.side(-1)?]).collect();
        weight.index_select(0, &input.reshape(&[input.len()])?)?.reshape(&shape)
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
    }
}

/// Sets elements to 0 with a probability while it learns, and scales the others up.
#[derive(Debug)]
pub struct Dropout {
    probability: f64,
    random: Mutex<Random>,
    mode: Mode,
}

impl Dropout {
    /// With this probability, 0.5 in PyTorch where nothing is said.
    pub fn new(init: &mut Init, probability: f64) -> Dropout {
        let random = Mutex::new(Random::new(init.random.bits()));
        Dropout { probability, random, mode: Mode::training() }
    }
}

impl Module for Dropout {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        if !self.mode.is_training() || self.probability == 0.0 {
            return Ok(input.clone());
        }
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = random.bernoulli(input.device(), input.shape(), 1.0 - self.probability)?;
        let scale = if self.probability < 1.0 { 1.0 / (1.0 - self.probability) } else { 0.0 };
        input.mul(&kept.to_dtype(input.dtype())?)?.mul_number(scale)
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.mode(&self.mode);
    }
}

macro_rules! activations {
    ($($name:ident $text:literal |$x:ident| $value:expr;)*) => {$(
        #[doc = $text]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Module for $name {
            fn forward(&self, $x: &Tensor) -> Result<Tensor> {
                $value
            }
        }
    )*};
}

activations! {
    Relu "Elements above 0, else 0." |x| x.relu();
    Tanh "Hyperbolic tangents." |x| x.tanh();
    Sigmoid "1 / (1 + e to the negative element)." |x| x.sigmoid();
    Gelu "[`gelu`] of the inputs." |x| gelu(x);
    GeluTanh "[`gelu_tanh`] of the inputs." |x| gelu_tanh(x);
    Silu "[`silu`] of the inputs." |x| silu(x);
    Softmax "The softmax along the last side." |x| x.softmax(-1);
    Flatten "All sides but the first as one." |x| x.flatten(1, -1);
    Identity "The input." |x| Ok(x.clone());
}

/// Halves as f32, in which they are computed and rounded once.
pub(crate) fn wide(x: &Tensor) -> Result<Tensor> {
    if x.dtype().is_half() { x.to_dtype(DType::F32) } else { Ok(x.clone()) }
}

/// Functions of each element whose gradient is made of the element alone, so nothing between is kept for it.
macro_rules! of_elements {
    ($($type:ident $name:ident $text:literal |$x:ident| $value:expr, $slope:expr;)*) => {$(
        struct $type;

        impl Function for $type {
            fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
                let $x = &wide(&inputs[0])?;
                $value?.to_dtype(inputs[0].dtype())
            }
            fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
                let $x = &wide(&inputs[0])?;
                Ok(vec![Some(wide(gradient)?.mul(&$slope)?)])
            }
        }

        #[doc = $text]
        ///
        /// # Errors
        /// Of the device.
        pub fn $name(x: &Tensor) -> Result<Tensor> {
            $type.apply(&[x])
        }
    )*};
}

/// The normal distribution's function.
fn normal(x: &Tensor) -> Result<Tensor> {
    x.mul_number(FRAC_1_SQRT_2)?.erf()?.add_number(1.0)?.mul_number(0.5)
}

/// tanh(sqrt(2 / pi) (x + 0.044715 x^3)).
fn soft_sign(x: &Tensor) -> Result<Tensor> {
    x.add(&x.square()?.mul(x)?.mul_number(0.044715)?)?.mul_number(FRAC_2_PI.sqrt())?.tanh()
}

of_elements! {
    GeluOf gelu "x times the normal distribution's function of x." |x| x.mul(&normal(x)?), {
        let density = x.square()?.mul_number(-0.5)?.exp()?.mul_number(0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2)?;
        normal(x)?.add(&x.mul(&density)?)?
    };
    GeluTanhOf gelu_tanh "Its neighbour by tanh, as GPT-2 has it." |x| {
        x.mul(&soft_sign(x)?.add_number(1.0)?.mul_number(0.5)?)
    }, {
        let t = soft_sign(x)?;
        let inner = x.square()?.mul_number(3.0 * 0.044715)?.add_number(1.0)?.mul_number(FRAC_2_PI.sqrt())?;
        let rest = t.square()?.number_sub(1.0)?.mul(&inner)?.mul(x)?;
        t.add_number(1.0)?.add(&rest)?.mul_number(0.5)?
    };
    SiluOf silu "x / (1 + e^-x)." |x| x.mul(&x.sigmoid()?), {
        let s = x.sigmoid()?;
        s.add(&x.mul(&s.sub(&s.square()?)?)?)?
    };
}

/// A vector less its mean, where that is wanted, divided by its deviation, times a weight: its gradient is made of the input
/// again, by one kernel.
struct Normed {
    axes: Vec<i64>,
    epsilon: f64,
    is_centred: bool,
}

impl Normed {
    /// The normalised vector, and what it was multiplied by.
    fn parts(&self, x: &Tensor) -> Result<(Tensor, Tensor)> {
        let apart = if self.is_centred { x.sub(&x.mean_axes(&self.axes, true)?)? } else { x.clone() };
        let scale = apart.square()?.mean_axes(&self.axes, true)?.add_number(self.epsilon)?.rsqrt()?;
        Ok((apart.mul(&scale)?, scale))
    }
}

impl Function for Normed {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        let dtype = inputs.iter().fold(inputs[0].dtype(), |dtype, input| dtype.promote(input.dtype()));
        let y = self.parts(&wide(&inputs[0])?)?.0.mul(&wide(&inputs[1])?)?;
        let y = if let Some(bias) = inputs.get(2) { y.add(&wide(bias)?)? } else { y };
        y.to_dtype(dtype)
    }
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let gradient = &wide(gradient)?;
        let (y, scale) = self.parts(&wide(&inputs[0])?)?;
        let of_y = gradient.mul(&wide(&inputs[1])?)?;
        let along = y.mul(&of_y.mul(&y)?.mean_axes(&self.axes, true)?)?;
        let mut of_x = of_y.sub(&along)?;
        if self.is_centred {
            of_x = of_x.sub(&of_y.mean_axes(&self.axes, true)?)?;
        }
        let mut all = vec![Some(of_x.mul(&scale)?), Some(gradient.mul(&y)?)];
        if inputs.len() > 2 {
            all.push(Some(gradient.clone()));
        }
        Ok(all)
    }
}

/// Each vector along the last sides less its mean, divided by its deviation.
#[derive(Debug)]
pub struct LayerNorm {
    weight: Parameter,
    bias: Parameter,
    n_sides: usize,
    epsilon: f64,
}

impl LayerNorm {
    /// Along the last sides, which have this shape.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(init: &mut Init, shape: &[usize]) -> Result<LayerNorm> {
        let (weight, bias) = (init.filled(shape, 1.0)?, init.filled(shape, 0.0)?);
        Ok(LayerNorm { weight, bias, n_sides: shape.len(), epsilon: 1e-5 })
    }
}

/// Less the mean, divided by the deviation, along sides.
pub(crate) fn normalized(x: &Tensor, axes: &[i64], epsilon: f64) -> Result<Tensor> {
    let apart = x.sub(&x.mean_axes(axes, true)?)?;
    apart.mul(&apart.square()?.mean_axes(axes, true)?.add_number(epsilon)?.rsqrt()?)
}

impl Module for LayerNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let axes: Vec<i64> = (1..=self.n_sides as i64).map(|axis| -axis).collect();
        let normed = Normed { axes, epsilon: self.epsilon, is_centred: true };
        normed.apply(&[input, &self.weight.value(), &self.bias.value()])
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
        visit.parameter("bias", &self.bias);
    }
}

/// Each vector along the last side divided by the root of the mean of its squares.
#[derive(Debug)]
pub struct RmsNorm {
    weight: Parameter,
    epsilon: f64,
}

impl RmsNorm {
    /// Of vectors of this size, with 1e-5 added to the mean.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(init: &mut Init, size: usize) -> Result<RmsNorm> {
        Ok(RmsNorm { weight: init.filled(&[size], 1.0)?, epsilon: 1e-5 })
    }
}

impl Module for RmsNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let normed = Normed { axes: vec![-1], epsilon: self.epsilon, is_centred: false };
        normed.apply(&[input, &self.weight.value()])
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
    }
}

/// Groups of channels, the second side, each normalised by itself.
#[derive(Debug)]
pub struct GroupNorm {
    weight: Parameter,
    bias: Parameter,
    groups: usize,
    epsilon: f64,
}

impl GroupNorm {
    /// So many groups of so many channels.
    ///
    /// # Errors
    /// Where groups do not divide channels.
    pub fn new(init: &mut Init, groups: usize, channels: usize) -> Result<GroupNorm> {
        if groups == 0 || !channels.is_multiple_of(groups) {
            return Err(Error::argument("GroupNorm", format!("{channels} channels in {groups} groups")));
        }
        let (weight, bias) = (init.filled(&[channels], 1.0)?, init.filled(&[channels], 0.0)?);
        Ok(GroupNorm { weight, bias, groups, epsilon: 1e-5 })
    }
}

/// A vector of channels as it broadcasts to `[n, channels, ..]`.
pub(crate) fn of_channels(x: &Tensor, rank: usize) -> Result<Tensor> {
    let mut shape = vec![1; rank];
    shape[1] = x.len();
    x.reshape(&shape)
}

impl Module for GroupNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let n = input.side(0)?;
        let y = normalized(
            &wide(input)?.reshape(&[n, self.groups, input.len() / (n * self.groups).max(1)])?,
            &[-1],
            self.epsilon,
        )?;
        let y = y.reshape(input.shape())?;
        let rank = input.rank();
        let y = y.mul(&of_channels(&self.weight.value(), rank)?)?.add(&of_channels(&self.bias.value(), rank)?)?;
        y.to_dtype(input.dtype().promote(self.weight.value().dtype()))
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
        visit.parameter("bias", &self.bias);
    }
}

/// Channels, the second side, normalised over the batch while it learns, and by running means and variances when it is used.
#[derive(Debug)]
pub struct BatchNorm {
    weight: Parameter,
    bias: Parameter,
    running_mean: Parameter,
    running_var: Parameter,
    momentum: f64,
    epsilon: f64,
    mode: Mode,
}

impl BatchNorm {
    /// Of so many channels. Inputs are `[n, channels]` or `[n, channels, ..]`: PyTorch's BatchNorm1d, 2d and 3d.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(init: &mut Init, channels: usize) -> Result<BatchNorm> {
        Ok(BatchNorm {
            weight: init.filled(&[channels], 1.0)?,
            bias: init.filled(&[channels], 0.0)?,
            running_mean: Parameter::kept(init.constant(&[channels], 0.0)?),
            running_var: Parameter::kept(init.constant(&[channels], 1.0)?),
            momentum: 0.1,
            epsilon: 1e-5,
            mode: Mode::training(),
        })
    }
}

impl Module for BatchNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let rank = input.rank();
        if rank < 2 || input.side(1)? != self.weight.value().len() {
            let shapes = vec![input.shape().to_vec(), self.weight.value().shape().to_vec()];
            return Err(Error::Shape { what: "BatchNorm", shapes });
        }
        let dtype = input.dtype().promote(self.weight.value().dtype());
        let input = &wide(input)?;
        let y = if self.mode.is_training() {
            let axes: Vec<i64> = (0..rank as i64).filter(|axis| *axis != 1).collect();
            let mean = input.mean_axes(&axes, true)?;
            let apart = input.sub(&mean)?;
            let var = apart.square()?.mean_axes(&axes, true)?;
            let n = input.len() / input.side(1)?.max(1);
            let keep = |running: &Parameter, now: Tensor| -> Result<()> {
                let channels = running.value();
                let now = now.detached().reshape(channels.shape())?.mul_number(self.momentum)?;
                let next = channels.mul_number(1.0 - self.momentum)?.add(&now)?.to_dtype(channels.dtype())?;
                running.set(next.realize()?)
            };
            keep(&self.running_mean, mean)?;
            keep(&self.running_var, var.detached().mul_number(n as f64 / n.saturating_sub(1).max(1) as f64)?)?;
            apart.mul(&var.add_number(self.epsilon)?.rsqrt()?)?
        } else {
            let (mean, var) = (self.running_mean.value(), self.running_var.value());
            let scale = var.add_number(self.epsilon)?.rsqrt()?;
            input.sub(&of_channels(&mean, rank)?)?.mul(&of_channels(&scale, rank)?)?
        };
        let y = y.mul(&of_channels(&self.weight.value(), rank)?)?.add(&of_channels(&self.bias.value(), rank)?)?;
        y.to_dtype(dtype)
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
        visit.parameter("bias", &self.bias);
        visit.parameter("running_mean", &self.running_mean);
        visit.parameter("running_var", &self.running_var);
        visit.mode(&self.mode);
    }
}
