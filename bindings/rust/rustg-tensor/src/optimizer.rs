use crate::device::{Extent, Float};
use crate::operation::by_float;
use crate::{Device, Error, Gradients, Parameter, Result, Tensor};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Changes parameters so that a loss becomes smaller.
pub trait Optimizer {
    /// One step along the gradients of a loss.
    ///
    /// # Errors
    /// Where the loss does not depend on a parameter; of the device. Parameters before the one at fault have moved.
    fn step(&mut self, parameters: Vec<&mut Parameter>, gradients: &Gradients) -> Result<()>;
}

/// A parameter's gradient in order of rows, and how many elements it has.
fn gradient_of(parameter: &Parameter, gradients: &Gradients) -> Result<(Tensor, usize)> {
    let missing = || Error::Parameter { name: parameter.name().to_string(), what: "the loss does not depend on it" };
    let gradient = gradients.of_parameter(parameter).ok_or_else(missing)?;
    Ok((gradient.contiguous()?, gradient.len()))
}

/// What is remembered of a parameter: zeros before its first step.
fn remembered<'a, const N: usize>(
    all: &'a mut HashMap<u64, [Tensor; N]>,
    parameter: &Parameter,
) -> Result<&'a mut [Tensor; N]> {
    let value = parameter.value();
    let own = match all.entry(parameter.id()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => {
            let zeros = Tensor::full_of(value.device(), value.dtype(), 0.0, value.shape())?;
            new.insert(std::array::from_fn(|_| zeros.clone()))
        }
    };
    let changed =
        || Error::Parameter { name: parameter.name().to_string(), what: "it moved to another device or type" };
    if own.iter().any(|t| t.device() != value.device() || t.dtype() != value.dtype()) {
        return Err(changed());
    }
    Ok(own)
}

/// Gradient descent, with momentum: v = momentum v + gradient, weight = weight - rate v.
#[derive(Debug)]
pub struct Sgd {
    rate: f64,
    momentum: f64,
    velocities: HashMap<u64, [Tensor; 1]>,
}

impl Sgd {
    /// Without momentum where it is 0.
    pub fn new(rate: f64, momentum: f64) -> Sgd {
        Sgd { rate, momentum, velocities: HashMap::new() }
    }
}

impl Optimizer for Sgd {
    fn step(&mut self, parameters: Vec<&mut Parameter>, gradients: &Gradients) -> Result<()> {
        for parameter in parameters {
            let (gradient, n) = gradient_of(parameter, gradients)?;
            let [velocity] = remembered(&mut self.velocities, parameter)?;
            let device: Device = parameter.value().device().clone();
            by_float!(parameter.value().dtype(), "step", T => {
                let (rate, momentum) = (T::from_f64(self.rate), T::from_f64(self.momentum));
                let weight = parameter.value_mut().buffer_mut::<T>()?;
                let arguments = (rate, momentum, gradient.slice::<T>()?, velocity.buffer_mut::<T>()?, weight);
                device.launch("sgd", gradient.dtype(), Extent::Elements(n), arguments)
            })?;
        }
        Ok(())
    }
}

/// Adam (Kingma and Ba, 2015): steps of about the rate, whatever the gradient's size.
#[derive(Debug)]
pub struct Adam {
    rate: f64,
    betas: (f64, f64),
    epsilon: f64,
    steps: i32,
    moments: HashMap<u64, [Tensor; 2]>,
}

impl Adam {
    /// With the paper's other numbers: 0.9, 0.999 and 1e-8.
    pub fn new(rate: f64) -> Adam {
        Adam { rate, betas: (0.9, 0.999), epsilon: 1e-8, steps: 0, moments: HashMap::new() }
    }

    /// With these weights of the past in the averages of the gradient and of its square.
    pub fn with_betas(mut self, mean: f64, square: f64) -> Adam {
        self.betas = (mean, square);
        self
    }
}

impl Optimizer for Adam {
    fn step(&mut self, parameters: Vec<&mut Parameter>, gradients: &Gradients) -> Result<()> {
        self.steps = self.steps.saturating_add(1);
        let seen = |beta: f64| 1.0 - beta.powi(self.steps);
        // the averages begin at 0: this makes up for it
        let root = seen(self.betas.1).sqrt();
        let (rate, epsilon) = (self.rate * root / seen(self.betas.0), self.epsilon * root);
        for parameter in parameters {
            let (gradient, n) = gradient_of(parameter, gradients)?;
            let [mean, square] = remembered(&mut self.moments, parameter)?;
            let device: Device = parameter.value().device().clone();
            by_float!(parameter.value().dtype(), "step", T => {
                let numbers = [rate, self.betas.0, self.betas.1, epsilon].map(T::from_f64);
                let weight = parameter.value_mut().buffer_mut::<T>()?;
                let (mean, square) = (mean.buffer_mut::<T>()?, square.buffer_mut::<T>()?);
                let arguments = (numbers[0], numbers[1], numbers[2], numbers[3], gradient.slice::<T>()?, mean, square, weight);
                device.launch("adam", gradient.dtype(), Extent::Elements(n), arguments)
            })?;
        }
        Ok(())
    }
}
