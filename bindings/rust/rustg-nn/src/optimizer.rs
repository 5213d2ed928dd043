//! Optimizers: what they make of a step is one kernel for each parameter.

use crate::{Module, Parameter, Schedule};
use rustg_tensor::{DType, Error, Gradients, Result, Tensor, no_grad};
use std::collections::{BTreeMap, BTreeSet};

/// Parameters that learn alike.
#[derive(Clone, Debug)]
pub struct Group {
    /// With their names.
    pub parameters: Vec<(String, Parameter)>,
    /// How far a step goes.
    pub rate: f64,
    /// How much of a parameter is taken off it, by the optimizer's own rule.
    pub weight_decay: f64,
}

/// What an optimizer remembers: of each parameter, by name, tensors by their names.
#[derive(Debug)]
struct Memory {
    groups: Vec<Group>,
    schedule: Schedule,
    steps: u64,
    held: BTreeMap<String, BTreeMap<&'static str, Tensor>>,
    names: &'static [&'static str],
}

/// What becomes of a parameter in a step.
struct Moved {
    value: Tensor,
    held: Vec<Tensor>,
}

impl Memory {
    fn new(groups: Vec<Group>, names: &'static [&'static str]) -> Memory {
        Memory { groups, schedule: Schedule::Constant, steps: 0, held: BTreeMap::new(), names }
    }

    /// Does a step: `rule` is given the parameter in at least f32, its gradient, what is remembered (nothing before the first
    /// step), the rate and the decay.
    fn step(
        &mut self,
        gradients: &Gradients,
        rule: impl Fn(&Tensor, &Tensor, &[Tensor], f64, f64) -> Result<Moved>,
    ) -> Result<()> {
        self.check()?;
        let factor = self.schedule.factor(self.steps);
        no_grad(|| {
            for group in &self.groups {
                for (name, parameter) in &group.parameters {
                    let own = parameter.value();
                    let Some(gradient) = gradients.of(&own) else { continue };
                    let held = self.held.entry(name.clone()).or_default();
                    // halves are moved as f32, which is remembered
                    let is_half = own.dtype().is_half();
                    let value = match held.get("master") {
                        Some(master) => master.clone(),
                        None if is_half => own.detached().to_dtype(DType::F32)?,
                        None => own.detached(),
                    };
                    let gradient = gradient.to_dtype(value.dtype())?;
                    let known: Vec<Tensor> = self.names.iter().filter_map(|n| held.get(n).cloned()).collect();
                    let moved = rule(&value, &gradient, &known, group.rate * factor, group.weight_decay)?;
                    let next = moved.value.to_dtype(own.dtype())?;
                    // the last one of a step makes all of it in one kernel
                    held.clear();
                    for (name, tensor) in self.names.iter().zip(moved.held) {
                        held.insert(name, tensor);
                    }
                    if is_half {
                        held.insert("master", moved.value);
                    }
                    parameter.set(next.realize()?)?;
                    held.values().try_for_each(|tensor| tensor.realize().map(|_| ()))?;
                }
            }
            self.steps += 1;
            Ok(())
        })
    }

    /// Parameters are moved once, and remembered by their names.
    fn check(&self) -> Result<()> {
        let (mut names, mut known) = (BTreeSet::new(), BTreeSet::new());
        for (name, parameter) in self.groups.iter().flat_map(|group| &group.parameters) {
            if !known.insert(parameter.address()) {
                return Err(Error::argument("step", format!("`{name}` is given twice")));
            }
            if !names.insert(name) {
                return Err(Error::argument("step", format!("two parameters are called `{name}`")));
            }
        }
        Ok(())
    }

    fn state(&self) -> BTreeMap<String, Tensor> {
        let all =
            self.held.iter().flat_map(|(name, held)| held.iter().map(move |(n, t)| (format!("{name}.{n}"), t.clone())));
        all.collect()
    }

    fn load(&mut self, state: &BTreeMap<String, Tensor>, steps: u64) -> Result<()> {
        let mut held: BTreeMap<String, BTreeMap<&'static str, Tensor>> = BTreeMap::new();
        let mut n_known = 0;
        for (name, parameter) in self.groups.iter().flat_map(|group| &group.parameters) {
            for own in self.names.iter().chain(&["master"]) {
                let Some(tensor) = state.get(&format!("{name}.{own}")) else { continue };
                if tensor.shape() != parameter.value().shape() {
                    let why = format!("`{name}.{own}` has the shape {:?}", tensor.shape());
                    return Err(Error::argument("load_state", why));
                }
                n_known += 1;
                let tensor = tensor.to_device(parameter.value().device())?;
                held.entry(name.clone()).or_default().insert(own, tensor);
            }
        }
        if n_known != state.len() {
            let why = format!("{} of {} tensors are of none of its parameters", state.len() - n_known, state.len());
            return Err(Error::argument("load_state", why));
        }
        (self.held, self.steps) = (held, steps);
        Ok(())
    }
}

/// Changes parameters so that a loss becomes smaller.
pub trait Optimizer {
    /// One step along the gradients of a loss. Parameters that it does not depend on stay.
    ///
    /// # Errors
    /// Where a parameter is given twice, or two have one name; of the device.
    fn step(&mut self, gradients: &Gradients) -> Result<()>;

    /// Its groups.
    fn groups_mut(&mut self) -> &mut Vec<Group>;

    /// Has its rate go by a schedule from now on.
    fn set_schedule(&mut self, schedule: Schedule);

    /// How many steps it did.
    fn steps(&self) -> u64;

    /// What it remembers, by name.
    fn state(&self) -> BTreeMap<String, Tensor>;

    /// Goes on from what [`Optimizer::state`] and [`Optimizer::steps`] were.
    ///
    /// # Errors
    /// Where shapes or names are not those of its parameters: it is as before then.
    fn load_state(&mut self, state: &BTreeMap<String, Tensor>, steps: u64) -> Result<()>;
}

macro_rules! remembered {
    () => {
        fn groups_mut(&mut self) -> &mut Vec<Group> {
            &mut self.memory.groups
        }
        fn set_schedule(&mut self, schedule: Schedule) {
            self.memory.schedule = schedule;
        }
        fn steps(&self) -> u64 {
            self.memory.steps
        }
        fn state(&self) -> BTreeMap<String, Tensor> {
            self.memory.state()
        }
        fn load_state(&mut self, state: &BTreeMap<String, Tensor>, steps: u64) -> Result<()> {
            self.memory.load(state, steps)
        }
    };
}

fn one_group(parameters: Vec<(String, Parameter)>, rate: f64, weight_decay: f64) -> Vec<Group> {
    vec![Group { parameters, rate, weight_decay }]
}

/// The gradient with the decay's, where that is part of it.
fn with_decay(value: &Tensor, gradient: &Tensor, decay: f64) -> Result<Tensor> {
    if decay == 0.0 { Ok(gradient.clone()) } else { gradient.add(&value.mul_number(decay)?) }
}

/// Gradient descent, with momentum: v = momentum v + gradient, value = value - rate v.
#[derive(Debug)]
pub struct Sgd {
    memory: Memory,
    /// How much of v stays; 0: none is remembered.
    pub momentum: f64,
    /// How much of the gradient is left out of v.
    pub dampening: f64,
    /// Whether the step goes along gradient + momentum v (Nesterov's).
    pub nesterov: bool,
}

impl Sgd {
    /// With this rate and momentum.
    pub fn new(parameters: Vec<(String, Parameter)>, rate: f64, momentum: f64) -> Sgd {
        Sgd::of_groups(one_group(parameters, rate, 0.0), momentum)
    }

    /// Of several groups.
    pub fn of_groups(groups: Vec<Group>, momentum: f64) -> Sgd {
        Sgd { memory: Memory::new(groups, &["velocity"]), momentum, dampening: 0.0, nesterov: false }
    }
}

impl Optimizer for Sgd {
    fn step(&mut self, gradients: &Gradients) -> Result<()> {
        let (momentum, dampening, nesterov) = (self.momentum, self.dampening, self.nesterov);
        self.memory.step(gradients, |value, gradient, held, rate, decay| {
            let gradient = with_decay(value, gradient, decay)?;
            if momentum == 0.0 {
                return Ok(Moved { value: value.sub(&gradient.mul_number(rate)?)?, held: Vec::new() });
            }
            let velocity = match held {
                [before] => before.mul_number(momentum)?.add(&gradient.mul_number(1.0 - dampening)?)?,
                _ => gradient.clone(),
            };
            let along = if nesterov { gradient.add(&velocity.mul_number(momentum)?)? } else { velocity.clone() };
            Ok(Moved { value: value.sub(&along.mul_number(rate)?)?, held: vec![velocity] })
        })
    }
    remembered!();
}

/// The moments of Adam, and the value that they lead to.
fn adam(
    value: &Tensor,
    gradient: &Tensor,
    held: &[Tensor],
    rate: f64,
    steps: u64,
    betas: (f64, f64),
    epsilon: f64,
) -> Result<Moved> {
    let fresh = || gradient.mul_number(1.0 - betas.0);
    let (mean, square) = match held {
        [mean, square] => (
            mean.mul_number(betas.0)?.add(&fresh()?)?,
            square.mul_number(betas.1)?.add(&gradient.square()?.mul_number(1.0 - betas.1)?)?,
        ),
        _ => (fresh()?, gradient.square()?.mul_number(1.0 - betas.1)?),
    };
    // the averages begin at 0: this makes up for it
    let seen = |beta: f64| 1.0 - beta.powi(steps.min(i32::MAX as u64) as i32);
    let root = square.sqrt()?.div_number(seen(betas.1).sqrt())?.add_number(epsilon)?;
    let value = value.sub(&mean.div(&root)?.mul_number(rate / seen(betas.0))?)?;
    Ok(Moved { value, held: vec![mean, square] })
}

/// Adam (Kingma and Ba, 2015): steps of about the rate, whatever the gradient's size. The decay is part of the gradient.
#[derive(Debug)]
pub struct Adam {
    memory: Memory,
    /// How much stays of the averages of the gradient, and of its square.
    pub betas: (f64, f64),
    /// What roots have at least.
    pub epsilon: f64,
}

impl Adam {
    /// With 0.9, 0.999 and 1e-8.
    pub fn new(parameters: Vec<(String, Parameter)>, rate: f64) -> Adam {
        Adam::of_groups(one_group(parameters, rate, 0.0))
    }

    /// Of several groups.
    pub fn of_groups(groups: Vec<Group>) -> Adam {
        Adam { memory: Memory::new(groups, &["mean", "square"]), betas: (0.9, 0.999), epsilon: 1e-8 }
    }
}

impl Optimizer for Adam {
    fn step(&mut self, gradients: &Gradients) -> Result<()> {
        let (betas, epsilon, steps) = (self.betas, self.epsilon, self.memory.steps + 1);
        self.memory.step(gradients, |value, gradient, held, rate, decay| {
            adam(value, &with_decay(value, gradient, decay)?, held, rate, steps, betas, epsilon)
        })
    }
    remembered!();
}

/// Adam with a decay of its own (Loshchilov and Hutter, 2019).
#[derive(Debug)]
pub struct AdamW {
    memory: Memory,
    /// How much stays of the averages of the gradient, and of its square.
    pub betas: (f64, f64),
    /// What roots have at least.
    pub epsilon: f64,
}

impl AdamW {
    /// With 0.9, 0.999, 1e-8, and a decay of 0.01.
    pub fn new(parameters: Vec<(String, Parameter)>, rate: f64) -> AdamW {
        AdamW::of_groups(one_group(parameters, rate, 0.01))
    }

    /// Of several groups.
    pub fn of_groups(groups: Vec<Group>) -> AdamW {
        AdamW { memory: Memory::new(groups, &["mean", "square"]), betas: (0.9, 0.999), epsilon: 1e-8 }
    }
}

impl Optimizer for AdamW {
    fn step(&mut self, gradients: &Gradients) -> Result<()> {
        let (betas, epsilon, steps) = (self.betas, self.epsilon, self.memory.steps + 1);
        self.memory.step(gradients, |value, gradient, held, rate, decay| {
            adam(&value.mul_number(1.0 - rate * decay)?, gradient, held, rate, steps, betas, epsilon)
        })
    }
    remembered!();
}

/// Lion (Chen and others, 2023): steps of the rate, in the direction of an average's sign.
#[derive(Debug)]
pub struct Lion {
    memory: Memory,
    /// How much stays of the average for the step, and of that which is kept.
    pub betas: (f64, f64),
}

impl Lion {
    /// With 0.9 and 0.99.
    pub fn new(parameters: Vec<(String, Parameter)>, rate: f64) -> Lion {
        Lion::of_groups(one_group(parameters, rate, 0.0))
    }

    /// Of several groups.
    pub fn of_groups(groups: Vec<Group>) -> Lion {
        Lion { memory: Memory::new(groups, &["mean"]), betas: (0.9, 0.99) }
    }
}

impl Optimizer for Lion {
    fn step(&mut self, gradients: &Gradients) -> Result<()> {
        let betas = self.betas;
        self.memory.step(gradients, |value, gradient, held, rate, decay| {
            let average = |beta: f64| match held {
                [mean] => mean.mul_number(beta)?.add(&gradient.mul_number(1.0 - beta)?),
                _ => gradient.mul_number(1.0 - beta),
            };
            let value = value.mul_number(1.0 - rate * decay)?.sub(&average(betas.0)?.sign()?.mul_number(rate)?)?;
            Ok(Moved { value, held: vec![average(betas.1)?] })
        })
    }
    remembered!();
}

/// Makes gradients shorter where all of them together are longer than `most`; how long they were, as a tensor that need not be
/// waited for.
///
/// # Errors
/// Where there are no gradients; of the device.
pub fn clip_grad_norm(parameters: &[(String, Parameter)], gradients: &mut Gradients, most: f64) -> Result<Tensor> {
    no_grad(|| {
        let mut sum: Option<Tensor> = None;
        for (_, parameter) in parameters {
            if let Some(gradient) = gradients.of(&parameter.value()) {
                let own = gradient.to_dtype(DType::F32.promote(gradient.dtype()))?.square()?.sum_all()?;
                sum = Some(match sum {
                    Some(sum) => sum.add(&own)?,
                    None => own,
                });
            }
        }
        let norm = sum.ok_or_else(|| Error::argument("clip_grad_norm", "there are no gradients"))?.sqrt()?;
        norm.realize()?;
        let scale = norm.add_number(1e-6)?.number_div(most)?.clamp(f64::NEG_INFINITY, 1.0)?;
        scale.realize()?;
        for (_, parameter) in parameters {
            let value = parameter.value();
            if let Some(gradient) = gradients.of(&value) {
                let clipped = gradient.mul(&scale)?.to_dtype(gradient.dtype())?;
                gradients.set(&value, clipped);
            }
        }
        Ok(norm)
    })
}

/// Cuts each element of gradients off at `most` and `-most`.
///
/// # Errors
/// Of the device.
pub fn clip_grad_value(parameters: &[(String, Parameter)], gradients: &mut Gradients, most: f64) -> Result<()> {
    for (_, parameter) in parameters {
        let value = parameter.value();
        if let Some(gradient) = gradients.of(&value) {
            let clipped = no_grad(|| gradient.clamp(-most, most))?;
            gradients.set(&value, clipped);
        }
    }
    Ok(())
}

/// Running averages of a module's parameters.
#[derive(Debug)]
pub struct Ema {
    decay: f64,
    averages: BTreeMap<String, Tensor>,
}

impl Ema {
    /// Begins with the parameters as they are; `decay` is how much stays in each step.
    ///
    /// # Errors
    /// As [`Module::state`].
    pub fn new(module: &impl Module, decay: f64) -> Result<Ema> {
        let all = module.parameters()?.into_iter().map(|(name, parameter)| (name, parameter.value().detached()));
        Ok(Ema { decay, averages: all.collect() })
    }

    /// Takes the parameters of a step in.
    ///
    /// # Errors
    /// Of the device.
    pub fn update(&mut self, module: &impl Module) -> Result<()> {
        for (name, parameter) in module.parameters()? {
            if let Some(average) = self.averages.get_mut(&name) {
                let next =
                    average.mul_number(self.decay)?.add(&parameter.value().detached().mul_number(1.0 - self.decay)?)?;
                *average = next.realize()?.clone();
            }
        }
        Ok(())
    }

    /// The averages by name.
    pub fn averages(&self) -> &BTreeMap<String, Tensor> {
        &self.averages
    }
}

/// A factor of the loss that keeps gradients of `f16` from vanishing: halved when one overflows, and that step is left out;
/// doubled after so many that do not.
#[derive(Debug)]
pub struct GradScaler {
    scale: f64,
    growth_interval: u64,
    good_steps: u64,
}

impl Default for GradScaler {
    fn default() -> GradScaler {
        GradScaler { scale: 65536.0, growth_interval: 2000, good_steps: 0 }
    }
}

impl GradScaler {
    /// The factor now.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The loss times the factor, whose gradients [`GradScaler::step`] is given.
    ///
    /// # Errors
    /// Of the device.
    pub fn scaled(&self, loss: &Tensor) -> Result<Tensor> {
        loss.to_dtype(DType::F32.promote(loss.dtype()))?.mul_number(self.scale)
    }

    /// A step of an optimizer with gradients of the scaled loss; `false`: one of them was no number, and nothing was done. Waits
    /// for the device.
    ///
    /// # Errors
    /// Of the device.
    pub fn step(&mut self, optimizer: &mut impl Optimizer, gradients: &mut Gradients) -> Result<bool> {
        let mut sum: Option<Tensor> = None;
        let parameters: Vec<Parameter> =
            optimizer.groups_mut().iter().flat_map(|group| &group.parameters).map(|(_, p)| p.clone()).collect();
        for parameter in &parameters {
            let value = parameter.value();
            if let Some(gradient) = gradients.of(&value) {
                let wide = gradient.to_dtype(DType::F32.promote(gradient.dtype()))?;
                let own = wide.mul_number(0.0)?.sum_all()?; // NaN where one is infinite
                sum = Some(match sum {
                    Some(sum) => sum.add(&own)?,
                    None => own,
                });
                gradients.set(&value, wide.mul_number(1.0 / self.scale)?);
            }
        }
        let is_good = sum.map_or(Ok(0.0), |sum| sum.number())? == 0.0;
        if is_good {
            optimizer.step(gradients)?;
            self.good_steps += 1;
            if self.good_steps == self.growth_interval {
                (self.scale, self.good_steps) = (self.scale * 2.0, 0);
            }
        } else {
            (self.scale, self.good_steps) = (self.scale / 2.0, 0);
        }
        Ok(is_good)
    }
}
