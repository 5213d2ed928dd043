use crate::{DType, Device, Error, Random, Result, Tensor, Variable};
use std::sync::atomic::{AtomicU64, Ordering};

/// A tensor that is learnt.
#[derive(Debug)]
pub struct Parameter {
    id: u64,
    name: String,
    value: Tensor,
}

impl Parameter {
    /// A parameter that begins with this value. The name is for messages.
    pub fn new(name: &str, value: Tensor) -> Parameter {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Parameter { id: NEXT.fetch_add(1, Ordering::Relaxed), name: name.to_string(), value }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is now.
    pub fn value(&self) -> &Tensor {
        &self.value
    }

    pub(crate) fn value_mut(&mut self) -> &mut Tensor {
        &mut self.value
    }

    /// Gives it another value of the same shape and type.
    ///
    /// # Errors
    /// Where shape or type differ.
    pub fn set(&mut self, value: Tensor) -> Result<()> {
        if value.shape() != self.value.shape() || value.dtype() != self.value.dtype() {
            return Err(Error::Parameter { name: self.name.clone(), what: "a value of another shape or type" });
        }
        self.value = value;
        Ok(())
    }
}

/// A part of a network: a function of its input and of parameters that it owns.
pub trait Layer {
    /// Its result for an input, on the input's tape.
    ///
    /// # Errors
    /// Where the input does not fit.
    fn forward(&self, input: &Variable) -> Result<Variable>;

    /// Its parameters, in an order that does not change.
    fn parameters(&self) -> Vec<&Parameter> {
        Vec::new()
    }

    /// The same, to be changed.
    fn parameters_mut(&mut self) -> Vec<&mut Parameter> {
        Vec::new()
    }
}

/// `y = x W + b`: x is `[.., inputs]`, W `[inputs, outputs]`, b `[outputs]`.
#[derive(Debug)]
pub struct Linear {
    weight: Parameter,
    bias: Option<Parameter>,
}

impl Linear {
    /// With weights that look random, evenly spread over plus and minus the root of 6 / inputs (He), and a bias of zeros.
    ///
    /// # Errors
    /// Where the type is no float; of the device.
    pub fn new(device: &Device, dtype: DType, inputs: usize, outputs: usize, random: &mut Random) -> Result<Linear> {
        let most = (6.0 / inputs.max(1) as f64).sqrt();
        let weight = Tensor::uniform(device, dtype, &[inputs, outputs], -most, most, random)?;
        let bias = Tensor::full_of(device, dtype, 0.0, &[outputs])?;
        Linear::from_tensors(weight, Some(bias))
    }

    /// With this weight and bias.
    ///
    /// # Errors
    /// Where their shapes do not go together.
    pub fn from_tensors(weight: Tensor, bias: Option<Tensor>) -> Result<Linear> {
        let fits = match (weight.shape(), bias.as_ref().map(Tensor::shape)) {
            ([_, outputs], Some([own])) => outputs == own,
            ([_, _], None) => true,
            _ => false,
        };
        if !fits {
            let shapes = [Some(&weight), bias.as_ref()].into_iter().flatten().map(|t| t.shape().to_vec()).collect();
            return Err(Error::Shape { what: "Linear", shapes });
        }
        Ok(Linear { weight: Parameter::new("weight", weight), bias: bias.map(|bias| Parameter::new("bias", bias)) })
    }
}

impl Layer for Linear {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        let product = input.matmul(&input.tape().parameter(&self.weight))?;
        match &self.bias {
            Some(bias) => product.add(&input.tape().parameter(bias)),
            None => Ok(product),
        }
    }

    fn parameters(&self) -> Vec<&Parameter> {
        [&self.weight].into_iter().chain(&self.bias).collect()
    }

    fn parameters_mut(&mut self) -> Vec<&mut Parameter> {
        [&mut self.weight].into_iter().chain(&mut self.bias).collect()
    }
}

/// Inputs above 0, else 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relu;

impl Layer for Relu {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        input.relu()
    }
}

/// Hyperbolic tangents of the inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tanh;

impl Layer for Tanh {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        input.tanh()
    }
}

/// Layers one after another.
#[derive(Default)]
pub struct Sequential {
    layers: Vec<Box<dyn Layer>>,
}

impl Sequential {
    /// No layers: its result is its input.
    pub fn new() -> Sequential {
        Sequential::default()
    }

    /// With one more layer at the end.
    pub fn with(mut self, layer: impl Layer + 'static) -> Sequential {
        self.layers.push(Box::new(layer));
        self
    }
}

impl Layer for Sequential {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        self.layers.iter().try_fold(input.clone(), |x, layer| layer.forward(&x))
    }

    fn parameters(&self) -> Vec<&Parameter> {
        self.layers.iter().flat_map(|layer| layer.parameters()).collect()
    }

    fn parameters_mut(&mut self) -> Vec<&mut Parameter> {
        self.layers.iter_mut().flat_map(|layer| layer.parameters_mut()).collect()
    }
}
