//! Gradients against finite differences, in f64.

mod common;

use common::{device, numbers};
use rustg_tensor::{Device, Error, Layer, Linear, Relu, Result, Sequential, Tanh, Tape, Tensor, Variable};
use std::slice::from_ref;

/// Compares the gradient of a function of tensors, summed with weights so that every element counts differently.
fn check(what: &str, device: &Device, inputs: &[Tensor], f: impl Fn(&[Variable]) -> Result<Variable>) {
    let number = |values: &[Tensor], tape: &Tape| {
        let variables: Vec<Variable> = values.iter().map(|value| tape.variable(value.clone())).collect();
        let result = f(&variables).unwrap();
        let weights = tape.constant(numbers(device, result.value().shape(), 99));
        (result.mul(&weights).unwrap().sum_all().unwrap(), variables)
    };
    let (loss, variables) = number(inputs, &Tape::new());
    let gradients = loss.backward().unwrap();
    for (n, input) in inputs.iter().enumerate() {
        let gradient = gradients.of(&variables[n]).unwrap_or_else(|| panic!("{what}: no gradient of input {n}"));
        assert_eq!(gradient.shape(), input.shape(), "{what}");
        let gradient: Vec<f64> = gradient.to_vec().unwrap();
        let host: Vec<f64> = input.to_vec().unwrap();
        for at in 0..host.len() {
            let moved = |by: f64| {
                let mut all = inputs.to_vec();
                let mut elements = host.clone();
                elements[at] += by;
                all[n] = Tensor::from_slice(device, &elements, input.shape()).unwrap();
                number(&all, &Tape::without_gradients()).0.value().item::<f64>().unwrap()
            };
            let step = 1e-5;
            let slope = (moved(step) - moved(-step)) / (2.0 * step);
            let found = gradient[at];
            assert!(
                (found - slope).abs() < 1e-6 * (1.0 + slope.abs()),
                "{what}: input {n}, element {at}: {found}, not {slope}"
            );
        }
    }
}

#[test]
fn of_elementwise_operations() {
    let d = device();
    let (a, b) = (numbers(&d, &[2, 3], 1), numbers(&d, &[3], 2));
    let above = |t: &Tensor| t.abs().unwrap().add_number(0.5).unwrap();
    check("add", &d, &[a.clone(), b.clone()], |v| v[0].add(&v[1]));
    check("sub", &d, &[b.clone(), a.clone()], |v| v[0].sub(&v[1]));
    check("mul", &d, &[a.clone(), b.clone()], |v| v[0].mul(&v[1]));
    check("div", &d, &[a.clone(), above(&b)], |v| v[0].div(&v[1]));
    check("neg", &d, from_ref(&a), |v| v[0].neg());
    check("exp", &d, from_ref(&a), |v| v[0].exp());
    check("ln", &d, &[above(&a)], |v| v[0].ln());
    check("sqrt", &d, &[above(&a)], |v| v[0].sqrt());
    check("tanh", &d, from_ref(&a), |v| v[0].tanh());
    check("sigmoid", &d, from_ref(&a), |v| v[0].sigmoid());
    check("relu", &d, from_ref(&a), |v| v[0].relu());
    check("numbers", &d, from_ref(&a), |v| v[0].mul_number(3.0)?.add_number(1.0));
    check("twice the same", &d, from_ref(&a), |v| v[0].mul(&v[0])?.add(&v[0]));
}

#[test]
fn of_shapes_and_reductions() {
    let d = device();
    let a = numbers(&d, &[2, 3, 2], 3);
    check("transpose", &d, from_ref(&a), |v| v[0].transpose(0, 1));
    check("reshape", &d, from_ref(&a), |v| v[0].reshape(&[4, 3]));
    check("broadcast_to", &d, &[numbers(&d, &[3, 1], 4)], |v| v[0].broadcast_to(&[2, 3, 4]));
    check("sum_all", &d, from_ref(&a), |v| v[0].sum_all());
    check("mean_all", &d, from_ref(&a), |v| v[0].mean_all());
    for axis in 0..3 {
        check("sum", &d, from_ref(&a), |v| v[0].sum(axis));
        check("mean", &d, from_ref(&a), |v| v[0].mean(axis));
    }
}

#[test]
fn of_products_softmax_and_cross_entropy() {
    let d = device();
    check("matmul", &d, &[numbers(&d, &[3, 4], 5), numbers(&d, &[4, 2], 6)], |v| v[0].matmul(&v[1]));
    check("matmul of many", &d, &[numbers(&d, &[2, 3, 2], 7), numbers(&d, &[2, 2], 8)], |v| v[0].matmul(&v[1]));
    check("softmax", &d, &[numbers(&d, &[2, 3], 9)], |v| v[0].softmax());
    let labels = Tensor::from_slice(&d, &[2u32, 0, 1], &[3]).unwrap();
    check("cross entropy", &d, &[numbers(&d, &[3, 4], 10)], |v| v[0].cross_entropy(&labels));
}

#[test]
fn of_a_network_and_its_parameters() {
    let d = device();
    let x = numbers(&d, &[3, 2], 11);
    let labels = Tensor::from_slice(&d, &[1u32, 0, 1], &[3]).unwrap();
    let sizes: [&[usize]; 4] = [&[2, 4], &[4], &[4, 2], &[2]];
    let start: Vec<Tensor> = sizes.iter().enumerate().map(|(n, shape)| numbers(&d, shape, 20 + n as u64)).collect();
    let network = |values: &[Tensor]| {
        Sequential::new()
            .with(Linear::from_tensors(values[0].clone(), Some(values[1].clone())).unwrap())
            .with(Tanh)
            .with(Linear::from_tensors(values[2].clone(), Some(values[3].clone())).unwrap())
            .with(Relu)
    };
    let loss =
        |values: &[Tensor], tape: &Tape| network(values).forward(&tape.constant(x.clone()))?.cross_entropy(&labels);
    let (net, tape) = (network(&start), Tape::new());
    let gradients = net.forward(&tape.constant(x.clone())).unwrap().cross_entropy(&labels).unwrap().backward().unwrap();
    for (n, parameter) in net.parameters().into_iter().enumerate() {
        let gradient: Vec<f64> = gradients.of_parameter(parameter).unwrap().to_vec().unwrap();
        let host: Vec<f64> = start[n].to_vec().unwrap();
        for at in 0..host.len() {
            let moved = |by: f64| {
                let mut elements = host.clone();
                elements[at] += by;
                let mut values = start.clone();
                values[n] = Tensor::from_slice(&d, &elements, sizes[n]).unwrap();
                loss(&values, &Tape::without_gradients()).unwrap().value().item::<f64>().unwrap()
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((gradient[at] - slope).abs() < 1e-6, "parameter {n}, element {at}: {}, not {slope}", gradient[at]);
        }
    }
}

#[test]
fn where_there_are_none() {
    let d = device();
    let tape = Tape::new();
    let x = tape.variable(numbers(&d, &[2], 12));
    let unused = tape.variable(numbers(&d, &[2], 13));
    let constant = tape.constant(numbers(&d, &[], 14));
    assert!(matches!(x.backward(), Err(Error::Tape { .. })));
    assert!(matches!(constant.backward(), Err(Error::Tape { .. })));
    assert!(matches!(x.add(&Tape::new().variable(numbers(&d, &[2], 15))), Err(Error::Tape { .. })));
    let gradients = x.sum_all().unwrap().backward().unwrap();
    assert_eq!(gradients.of(&x).unwrap().to_vec::<f64>().unwrap(), [1.0, 1.0]);
    assert!(gradients.of(&unused).is_none());
    assert!(gradients.of(&constant).is_none());
    assert!(gradients.of(&Tape::new().variable(numbers(&d, &[2], 16))).is_none());
}
