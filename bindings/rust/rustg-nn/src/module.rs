//! What a network is: parameters with names, and a function.

use rustg_tensor::{DType, Device, Error, Random, Result, Tensor};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A tensor that a module owns: one that is learnt, or one that it keeps, as running means are. Clones are the same one.
#[derive(Clone, Debug)]
pub struct Parameter {
    value: Arc<RwLock<Tensor>>,
    is_learnt: bool,
}

impl Parameter {
    /// One that is learnt.
    ///
    /// # Errors
    /// Where it is not of floats.
    pub fn new(value: Tensor) -> Result<Parameter> {
        Ok(Parameter { value: Arc::new(RwLock::new(value.tracked()?)), is_learnt: true })
    }

    /// One that the module keeps, without a gradient.
    pub fn kept(value: Tensor) -> Parameter {
        Parameter { value: Arc::new(RwLock::new(value.detached())), is_learnt: false }
    }

    /// Its value now. Of one that is learnt it has a part in gradients.
    pub fn value(&self) -> Tensor {
        self.value.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it is learnt.
    pub fn is_learnt(&self) -> bool {
        self.is_learnt
    }

    /// Gives it another value of the same shape.
    ///
    /// # Errors
    /// Where the shape differs.
    pub fn set(&self, value: &Tensor) -> Result<()> {
        let mut own = self.value.write().unwrap_or_else(PoisonError::into_inner);
        if own.shape() != value.shape() {
            let shapes = vec![own.shape().to_vec(), value.shape().to_vec()];
            return Err(Error::Shape { what: "Parameter::set", shapes });
        }
        *own = if self.is_learnt { value.tracked()? } else { value.detached() };
        Ok(())
    }

    /// What no other parameter has.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.value) as usize
    }

    /// Whether the two are the same one.
    pub fn is_same(&self, other: &Parameter) -> bool {
        Arc::ptr_eq(&self.value, &other.value)
    }
}

/// Whether a module learns or is used: some do another thing then.
#[derive(Debug)]
pub struct Mode(AtomicBool);

impl Mode {
    /// It learns, as modules do at first.
    pub fn training() -> Mode {
        Mode(AtomicBool::new(true))
    }

    /// Whether it learns.
    pub fn is_training(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Goes through the parts of a module.
pub struct Visit<'a> {
    path: String,
    on_parameter: &'a mut dyn FnMut(&str, &Parameter) -> Result<()>,
    on_mode: &'a mut dyn FnMut(&Mode),
    result: Result<()>,
}

impl Visit<'_> {
    fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    /// A parameter of the module's.
    pub fn parameter(&mut self, name: &str, parameter: &Parameter) {
        if self.result.is_ok() {
            let path = self.path(name);
            self.result = (self.on_parameter)(&path, parameter);
        }
    }

    /// One that there may be.
    pub fn optional(&mut self, name: &str, parameter: &Option<Parameter>) {
        if let Some(parameter) = parameter {
            self.parameter(name, parameter);
        }
    }

    /// A module that is part of it.
    pub fn child(&mut self, name: &str, child: &(impl Module + ?Sized)) {
        self.part(name, |visit| child.visit(visit));
    }

    /// What has parameters and modules under a name and is no module itself.
    pub fn part(&mut self, name: &str, visit: impl FnOnce(&mut Self)) {
        let path = self.path(name);
        let outer = std::mem::replace(&mut self.path, path);
        visit(self);
        self.path = outer;
    }

    /// What tells it whether it learns.
    pub fn mode(&mut self, mode: &Mode) {
        (self.on_mode)(mode);
    }
}

/// A function of tensors with parameters.
///
/// A module of your own says what its parts are, and everything else (names, saving, optimizers) follows:
///
/// ```
/// use rustg_nn::{Init, Linear, Module, Visit};
/// use rustg_tensor::{DType, Device, Result, Tensor};
///
/// struct Net { first: Linear, second: Linear }
///
/// impl Module for Net {
///     fn forward(&self, x: &Tensor) -> Result<Tensor> {
///         self.second.forward(&self.first.forward(x)?.relu()?)
///     }
///     fn visit(&self, visit: &mut Visit<'_>) {
///         visit.child("first", &self.first);
///         visit.child("second", &self.second);
///     }
/// }
///
/// # fn main() -> Result<()> {
/// let mut init = Init::new(&Device::cpu()?, DType::F32, 1);
/// let net = Net { first: Linear::new(&mut init, 4, 8)?, second: Linear::new(&mut init, 8, 2)? };
/// let names: Vec<String> = net.parameters()?.into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["first.weight", "first.bias", "second.weight", "second.bias"]);
/// # Ok(())
/// # }
/// ```
pub trait Module: Send + Sync {
    /// Its result.
    ///
    /// # Errors
    /// Where the input does not fit.
    fn forward(&self, input: &Tensor) -> Result<Tensor>;

    /// Names its parameters and the modules that it is made of, in an order that does not change.
    fn visit(&self, _visit: &mut Visit<'_>) {}

    /// All of its parameters with their names, also those that are not learnt.
    ///
    /// # Errors
    /// None: for the sake of those who look.
    fn state(&self) -> Result<Vec<(String, Parameter)>> {
        let mut all = Vec::new();
        each(self, &mut |name, parameter| {
            all.push((name.to_string(), parameter.clone()));
            Ok(())
        })?;
        Ok(all)
    }

    /// Those that are learnt, each once.
    ///
    /// # Errors
    /// As [`Module::state`].
    fn parameters(&self) -> Result<Vec<(String, Parameter)>> {
        let mut all: Vec<(String, Parameter)> = Vec::new();
        for (name, parameter) in self.state()? {
            if parameter.is_learnt() && !all.iter().any(|(_, known)| known.is_same(&parameter)) {
                all.push((name, parameter));
            }
        }
        Ok(all)
    }

    /// How many numbers are learnt.
    ///
    /// # Errors
    /// As [`Module::state`].
    fn n_learnt(&self) -> Result<usize> {
        Ok(self.parameters()?.iter().map(|(_, parameter)| parameter.value().len()).sum())
    }

    /// It learns from now on: dropout drops, and batches are normalised by themselves.
    fn train(&self) {
        set_mode(self, true);
    }

    /// It is used from now on.
    fn eval(&self) {
        set_mode(self, false);
    }

    /// Has its parameters of another type.
    ///
    /// # Errors
    /// Of the device; to a type that is no float.
    fn to_dtype(&self, dtype: DType) -> Result<()> {
        each(self, &mut |_, parameter| {
            let value = parameter.value();
            if value.dtype().is_float() { parameter.set(&value.detached().to_dtype(dtype)?) } else { Ok(()) }
        })
    }

    /// Has its parameters on another device.
    ///
    /// # Errors
    /// Of the devices.
    fn to_device(&self, device: &Device) -> Result<()> {
        each(self, &mut |_, parameter| parameter.set(&parameter.value().to_device(device)?))
    }

    /// Gives it values by name. Each of its parameters is to be among them, and takes its own type and device.
    ///
    /// # Errors
    /// Where one is missing, or of another shape: nothing is changed then.
    fn load(&self, values: &BTreeMap<String, Tensor>) -> Result<()> {
        let state = self.state()?;
        for (name, parameter) in &state {
            let own = parameter.value();
            match values.get(name) {
                Some(value) if value.shape() == own.shape() => {}
                Some(value) => {
                    let why = format!("`{name}` has the shape {:?}, not {:?}", value.shape(), own.shape());
                    return Err(Error::argument("load", why));
                }
                None => return Err(Error::argument("load", format!("there is no `{name}`"))),
            }
        }
        for (name, parameter) in state {
            let own = parameter.value();
            parameter.set(&values[&name].detached().to_device(own.device())?.to_dtype(own.dtype())?)?;
        }
        Ok(())
    }

    /// Its parameters in lines: name, shape, type; and how many numbers they are.
    ///
    /// # Errors
    /// As [`Module::state`].
    fn summary(&self) -> Result<String> {
        let mut text = String::new();
        for (name, parameter) in self.state()? {
            let value = parameter.value();
            let kept = if parameter.is_learnt() { "" } else { " (kept)" };
            text += &format!("{name:40} {:20} {}{kept}\n", format!("{:?}", value.shape()), value.dtype());
        }
        Ok(text + &format!("{} numbers are learnt\n", self.n_learnt()?))
    }
}

fn each<M: Module + ?Sized>(module: &M, work: &mut dyn FnMut(&str, &Parameter) -> Result<()>) -> Result<()> {
    let mut visit = Visit { path: String::new(), on_parameter: work, on_mode: &mut |_| {}, result: Ok(()) };
    module.visit(&mut visit);
    visit.result
}

fn set_mode<M: Module + ?Sized>(module: &M, is_training: bool) {
    let mut on_mode = |mode: &Mode| mode.0.store(is_training, Ordering::Relaxed);
    module.visit(&mut Visit {
        path: String::new(),
        on_parameter: &mut |_, _| Ok(()),
        on_mode: &mut on_mode,
        result: Ok(()),
    });
}

/// Modules one after another, named by their numbers.
#[derive(Default)]
pub struct Sequential {
    modules: Vec<Box<dyn Module>>,
}

impl Sequential {
    /// None: its result is its input.
    pub fn new() -> Sequential {
        Sequential::default()
    }

    /// With one more at the end.
    pub fn with(mut self, module: impl Module + 'static) -> Sequential {
        self.modules.push(Box::new(module));
        self
    }
}

impl Module for Sequential {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.modules.iter().try_fold(input.clone(), |x, module| module.forward(&x))
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        for (n, module) in self.modules.iter().enumerate() {
            visit.child(&n.to_string(), &**module);
        }
    }
}

/// Where new parameters are made, of which type, and from which random numbers.
#[derive(Debug)]
pub struct Init {
    /// Where.
    pub device: Device,
    /// Of which type.
    pub dtype: DType,
    /// From which numbers.
    pub random: Random,
}

impl Init {
    /// The same seed makes the same parameters.
    pub fn new(device: &Device, dtype: DType, seed: u64) -> Init {
        Init { device: device.clone(), dtype, random: Random::new(seed) }
    }

    /// Spread evenly from `-most` to `most`.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn uniform(&mut self, shape: &[usize], most: f64) -> Result<Tensor> {
        self.random.uniform(&self.device, self.dtype, shape, -most, most)
    }

    /// Of the normal distribution around 0.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn normal(&mut self, shape: &[usize], deviation: f64) -> Result<Tensor> {
        self.random.normal(&self.device, self.dtype, shape, 0.0, deviation)
    }

    /// One number everywhere.
    ///
    /// # Errors
    /// Where the shape is too large.
    pub fn constant(&mut self, shape: &[usize], number: f64) -> Result<Tensor> {
        Tensor::full(&self.device, number, self.dtype, shape)
    }

    /// Numbers that come into an output and go out of an input of a weight `[outputs, inputs, ..]`.
    fn fans(shape: &[usize]) -> (f64, f64) {
        let field: usize = shape.iter().skip(2).product();
        let side = |d: usize| shape.get(d).copied().unwrap_or(1).max(1);
        ((side(1) * field).max(1) as f64, (side(0) * field).max(1) as f64)
    }

    /// He's, for rectifiers: spread evenly, gain root of 2.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn kaiming_uniform(&mut self, shape: &[usize]) -> Result<Tensor> {
        self.uniform(shape, (6.0 / Init::fans(shape).0).sqrt())
    }

    /// He's, of the normal distribution.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn kaiming_normal(&mut self, shape: &[usize]) -> Result<Tensor> {
        self.normal(shape, (2.0 / Init::fans(shape).0).sqrt())
    }

    /// Glorot's: spread evenly.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn xavier_uniform(&mut self, shape: &[usize]) -> Result<Tensor> {
        let (inputs, outputs) = Init::fans(shape);
        self.uniform(shape, (6.0 / (inputs + outputs)).sqrt())
    }

    /// Glorot's, of the normal distribution.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn xavier_normal(&mut self, shape: &[usize]) -> Result<Tensor> {
        let (inputs, outputs) = Init::fans(shape);
        self.normal(shape, (2.0 / (inputs + outputs)).sqrt())
    }

    /// As PyTorch's layers begin: spread evenly up to the root of 1 / inputs.
    pub(crate) fn by_inputs(&mut self, shape: &[usize], inputs: usize) -> Result<Parameter> {
        Parameter::new(self.uniform(shape, 1.0 / (inputs.max(1) as f64).sqrt())?)
    }

    pub(crate) fn filled(&mut self, shape: &[usize], number: f64) -> Result<Parameter> {
        Parameter::new(self.constant(shape, number)?)
    }
}
