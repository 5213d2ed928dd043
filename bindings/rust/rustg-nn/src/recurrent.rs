//! Recurrent layers: inputs are `[steps, n, inputs]`, as of PyTorch's where nothing is said.

use crate::{Init, Module, Parameter, Visit};
use rustg_tensor::{Error, Result, Tensor};

/// The weights of one layer.
#[derive(Debug)]
struct Gates {
    weight_ih: Parameter,
    weight_hh: Parameter,
    bias_ih: Parameter,
    bias_hh: Parameter,
}

/// Layers of gates of one size, one on another.
#[derive(Debug)]
struct Stack {
    layers: Vec<Gates>,
    hidden: usize,
}

impl Stack {
    fn new(init: &mut Init, gates: usize, inputs: usize, hidden: usize, layers: usize) -> Result<Stack> {
        let layer = |n: usize| -> Result<Gates> {
            let inputs = if n == 0 { inputs } else { hidden };
            Ok(Gates {
                weight_ih: init.by_inputs(&[gates * hidden, inputs], hidden)?,
                weight_hh: init.by_inputs(&[gates * hidden, hidden], hidden)?,
                bias_ih: init.by_inputs(&[gates * hidden], hidden)?,
                bias_hh: init.by_inputs(&[gates * hidden], hidden)?,
            })
        };
        Ok(Stack { layers: (0..layers).map(layer).collect::<Result<_>>()?, hidden })
    }

    fn visit(&self, visit: &mut Visit<'_>) {
        for (n, layer) in self.layers.iter().enumerate() {
            visit.parameter(&format!("weight_ih_l{n}"), &layer.weight_ih);
            visit.parameter(&format!("weight_hh_l{n}"), &layer.weight_hh);
            visit.parameter(&format!("bias_ih_l{n}"), &layer.bias_ih);
            visit.parameter(&format!("bias_hh_l{n}"), &layer.bias_hh);
        }
    }

    /// What each layer's states become, step by step. `next` is given the parts of input and of state, the size of a state and
    /// the states before.
    fn run(
        &self,
        input: &Tensor,
        n_states: usize,
        next: impl Fn(&Tensor, &Tensor, usize, &[Tensor]) -> Result<Vec<Tensor>>,
    ) -> Result<Tensor> {
        let [steps, n, _] = *input.shape() else {
            return Err(Error::Shape { what: "recurrent", shapes: vec![input.shape().to_vec()] });
        };
        let mut x = input.clone();
        for layer in &self.layers {
            let from_input = x.linear(&layer.weight_ih.value(), &layer.bias_ih.value())?;
            let (weight, bias) = (layer.weight_hh.value(), layer.bias_hh.value());
            let zeros = Tensor::zeros(x.device(), x.dtype(), &[n, self.hidden])?;
            let mut states = vec![zeros; n_states];
            let mut outputs = Vec::new();
            for step in 0..steps {
                let from_state = states[0].linear(&weight, &bias)?;
                states = next(&from_input.select(0, step)?, &from_state, self.hidden, &states)?;
                outputs.push(states[0].clone());
            }
            if outputs.is_empty() {
                return Tensor::zeros(x.device(), x.dtype(), &[0, n, self.hidden]);
            }
            x = Tensor::stack(&outputs.iter().collect::<Vec<_>>(), 0)?;
        }
        Ok(x)
    }
}

macro_rules! recurrent {
    ($($name:ident $gates:literal $text:literal $n_states:literal |$x:ident, $h:ident, $size:ident, $states:ident| $next:expr;)*) => {$(
        #[doc = $text]
        #[derive(Debug)]
        pub struct $name(Stack);

        impl $name {
            /// So many layers with states of `hidden`.
            ///
            /// # Errors
            /// Of the device.
            pub fn new(init: &mut Init, inputs: usize, hidden: usize, layers: usize) -> Result<$name> {
                Ok($name(Stack::new(init, $gates, inputs, hidden, layers)?))
            }
        }

        impl Module for $name {
            fn forward(&self, input: &Tensor) -> Result<Tensor> {
                self.0.run(input, $n_states, |$x, $h, $size, $states| $next)
            }
            fn visit(&self, visit: &mut Visit<'_>) {
                self.0.visit(visit);
            }
        }
    )*};
}

/// A gate's part.
fn gate(x: &Tensor, n: usize, size: usize) -> Result<Tensor> {
    x.narrow(1, n * size, size)
}

recurrent! {
    Rnn 1 "The simple one: h = tanh(W x + b + U h + c). The result is the last layer's h of each step." 1
        |x, h, _size, _states| Ok(vec![x.add(h)?.tanh()?]);
    Lstm 4 "Long short-term memory. The result is the last layer's h of each step." 2 |x, h, size, states| {
        let all = x.add(h)?;
        let (i, f) = (gate(&all, 0, size)?.sigmoid()?, gate(&all, 1, size)?.sigmoid()?);
        let (g, o) = (gate(&all, 2, size)?.tanh()?, gate(&all, 3, size)?.sigmoid()?);
        let cell = f.mul(&states[1])?.add(&i.mul(&g)?)?;
        Ok(vec![o.mul(&cell.tanh()?)?, cell])
    };
    Gru 3 "Gated recurrent units. The result is the last layer's h of each step." 1 |x, h, size, states| {
        let r = gate(x, 0, size)?.add(&gate(h, 0, size)?)?.sigmoid()?;
        let z = gate(x, 1, size)?.add(&gate(h, 1, size)?)?.sigmoid()?;
        let new = gate(x, 2, size)?.add(&r.mul(&gate(h, 2, size)?)?)?.tanh()?;
        Ok(vec![new.add(&z.mul(&states[0].sub(&new)?)?)?])
    };
}
