//! Optimizers against their formulas, and small problems that are learnt.

mod common;

use common::{assert_close, device, numbers};
use rustg_tensor::{
    Adam, DType, Device, Error, Layer, Linear, Optimizer, Parameter, Random, Relu, Result, Sequential, Sgd, Tape,
    Tensor, Variable,
};

/// The gradient of sum(w w) / 2 is w.
struct Own(Parameter);

impl Layer for Own {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        let w = input.tape().parameter(&self.0);
        w.mul(&w)?.sum_all()?.mul_number(0.5)
    }
    fn parameters(&self) -> Vec<&Parameter> {
        vec![&self.0]
    }
    fn parameters_mut(&mut self) -> Vec<&mut Parameter> {
        vec![&mut self.0]
    }
}

fn steps(device: &Device, optimizer: &mut dyn Optimizer, start: &[f64], n: usize) -> Vec<f64> {
    let mut own = Own(Parameter::new("w", Tensor::from_slice(device, start, &[start.len()]).unwrap()));
    for _ in 0..n {
        let tape = Tape::new();
        let loss = own.forward(&tape.constant(Tensor::full(device, 0.0f64, &[]).unwrap())).unwrap();
        let gradients = loss.backward().unwrap();
        optimizer.step(own.parameters_mut(), &gradients).unwrap();
    }
    own.0.value().to_vec().unwrap()
}

#[test]
fn sgd_follows_its_formula() {
    let d = device();
    let wanted = [1.0f64, -3.0].map(|start| {
        let (mut w, mut v) = (start, 0.0);
        for _ in 0..5 {
            v = 0.9 * v + w;
            w -= 0.1 * v;
        }
        w
    });
    assert_close(&steps(&d, &mut Sgd::new(0.1, 0.9), &[1.0, -3.0], 5), &wanted, 1e-14);
    assert_close(&steps(&d, &mut Sgd::new(0.5, 0.0), &[1.0, -3.0], 2), &[0.25, -0.75], 1e-15);
}

#[test]
fn adam_follows_its_formula() {
    let d = device();
    let wanted = [1.0f64, -3.0].map(|start| {
        let (mut w, mut m, mut s) = (start, 0.0, 0.0);
        for t in 1..=5 {
            m = 0.8 * m + 0.2 * w;
            s = 0.99 * s + 0.01 * w * w;
            let (m_hat, s_hat): (f64, f64) = (m / (1.0 - 0.8f64.powi(t)), s / (1.0 - 0.99f64.powi(t)));
            w -= 0.1 * m_hat / (s_hat.sqrt() + 1e-8);
        }
        w
    });
    assert_close(&steps(&d, &mut Adam::new(0.1).with_betas(0.8, 0.99), &[1.0, -3.0], 5), &wanted, 1e-12);
}

#[test]
fn a_line_is_found() {
    let d = device();
    let x = numbers(&d, &[64, 2], 1).to_dtype(DType::F32).unwrap();
    let truth = Tensor::from_slice(&d, &[2.0f32, -1.5], &[2, 1]).unwrap();
    let y = x.matmul(&truth).unwrap().add_number(0.5).unwrap();
    let mut layer = Linear::new(&d, DType::F32, 2, 1, &mut Random::new(2)).unwrap();
    let mut optimizer = Sgd::new(0.1, 0.5);
    for _ in 0..60 {
        let tape = Tape::new();
        let error = layer.forward(&tape.constant(x.clone())).unwrap().sub(&tape.constant(y.clone())).unwrap();
        let gradients = error.mul(&error).unwrap().mean_all().unwrap().backward().unwrap();
        optimizer.step(layer.parameters_mut(), &gradients).unwrap();
    }
    let found: Vec<f64> =
        layer.parameters().iter().flat_map(|p| p.value().to_vec::<f32>().unwrap()).map(f64::from).collect();
    assert_close(&found, &[2.0, -1.5, 0.5], 1e-3);
}

#[test]
fn what_no_line_parts_is_learnt() {
    let d = device();
    let x = Tensor::from_slice(&d, &[0.0f32, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0], &[4, 2]).unwrap();
    let labels = Tensor::from_slice(&d, &[0u32, 1, 1, 0], &[4]).unwrap();
    let mut random = Random::new(3);
    let mut network = Sequential::new()
        .with(Linear::new(&d, DType::F32, 2, 8, &mut random).unwrap())
        .with(Relu)
        .with(Linear::new(&d, DType::F32, 8, 2, &mut random).unwrap());
    let mut optimizer = Adam::new(0.05);
    let mut losses = Vec::new();
    for _ in 0..150 {
        let tape = Tape::new();
        let loss = network.forward(&tape.constant(x.clone())).unwrap().cross_entropy(&labels).unwrap();
        losses.push(loss.value().number().unwrap());
        let gradients = loss.backward().unwrap();
        optimizer.step(network.parameters_mut(), &gradients).unwrap();
    }
    assert!(losses[149] < 0.05 && losses[149] < losses[0] / 10.0, "from {} to {}", losses[0], losses[149]);
    let scores = network.forward(&Tape::without_gradients().constant(x)).unwrap();
    assert_eq!(scores.value().argmax().unwrap().to_vec::<u32>().unwrap(), [0, 1, 1, 0]);
}

#[test]
fn a_step_leaves_other_views_of_a_weight_alone() {
    let d = device();
    let start = numbers(&d, &[3, 2], 4);
    let before: Vec<f64> = start.to_vec().unwrap();
    let mut layer = Linear::from_tensors(start.clone(), None).unwrap();
    let tape = Tape::new();
    let loss = layer.forward(&tape.constant(numbers(&d, &[1, 3], 5))).unwrap().sum_all().unwrap();
    let gradients = loss.backward().unwrap();
    Sgd::new(0.1, 0.0).step(layer.parameters_mut(), &gradients).unwrap();
    assert_eq!(start.to_vec::<f64>().unwrap(), before);
    assert_ne!(layer.parameters()[0].value().to_vec::<f64>().unwrap(), before);
}

#[test]
fn a_parameter_without_a_gradient_is_an_error() {
    let d = device();
    let mut layer = Linear::new(&d, DType::F64, 2, 2, &mut Random::new(6)).unwrap();
    let tape = Tape::new();
    let gradients = tape.variable(numbers(&d, &[2], 7)).sum_all().unwrap().backward().unwrap();
    for optimizer in [&mut Sgd::new(0.1, 0.0) as &mut dyn Optimizer, &mut Adam::new(0.1)] {
        let error = optimizer.step(layer.parameters_mut(), &gradients).unwrap_err();
        assert!(matches!(&error, Error::Parameter { name, .. } if name == "weight"), "{error}");
    }
    let mut parameter = Parameter::new("p", numbers(&d, &[2], 8));
    assert!(parameter.set(numbers(&d, &[3], 9)).is_err());
    parameter.set(numbers(&d, &[2], 9)).unwrap();
    assert_eq!(parameter.name(), "p");
}
