//! Every wrong call is an error, none panics; what is dropped may be dropped in any order.

mod common;

use common::{device, numbers};
use rustg_tensor::{DType, Device, Error, Linear, Random, Tape, Tensor};

#[test]
fn shapes_that_do_not_fit() {
    let d = device();
    let (a, b) = (numbers(&d, &[2, 3], 1), numbers(&d, &[2, 2], 2));
    let error = a.add(&b).unwrap_err();
    assert_eq!(error.to_string(), "add: these shapes do not go together: [2, 3] [2, 2]");
    assert!(matches!(a.matmul(&b), Err(Error::Shape { .. })));
    assert!(matches!(a.matmul(&numbers(&d, &[3], 3)), Err(Error::Shape { .. })));
    assert!(matches!(numbers(&d, &[2, 2, 3], 1).matmul(&numbers(&d, &[3, 3, 2], 1)), Err(Error::Shape { .. })));
    assert!(matches!(a.broadcast_to(&[3]), Err(Error::Shape { .. })));
    assert!(matches!(a.broadcast_to(&[4, 3]), Err(Error::Shape { .. })));
    assert!(matches!(a.reshape(&[5]), Err(Error::Length { wanted: 5, given: 6 })));
    assert!(matches!(Tensor::from_slice(&d, &[1.0f32], &[2]), Err(Error::Length { wanted: 2, given: 1 })));
    assert!(matches!(a.item::<f64>(), Err(Error::Length { .. })));
    assert!(matches!(Tensor::full(&d, 1.0f32, &[]).unwrap().softmax(), Err(Error::Shape { .. })));
    assert!(matches!(Tensor::full(&d, 1.0f32, &[2, 0]).unwrap().argmax(), Err(Error::Shape { .. })));
    assert!(matches!(Linear::from_tensors(a.clone(), Some(numbers(&d, &[2], 4))), Err(Error::Shape { .. })));
    assert!(matches!(Linear::from_tensors(numbers(&d, &[2], 4), None), Err(Error::Shape { .. })));
    let labels = Tensor::from_slice(&d, &[0u32, 1, 0], &[3]).unwrap();
    assert!(matches!(a.cross_entropy(&labels), Err(Error::Shape { .. })));
    assert!(matches!(a.take(&labels.reshape(&[3, 1]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(Tensor::full(&d, 1.0f32, &[]).unwrap().take(&labels), Err(Error::Shape { .. })));
    assert!(matches!(labels.count_equal(&labels.narrow(0, 0, 2).unwrap()), Err(Error::Shape { .. })));
    let tape = Tape::new();
    assert!(tape.variable(a.clone()).matmul(&tape.constant(b.clone())).is_err());
}

#[test]
fn sides_that_are_not_there() {
    let d = device();
    let a = numbers(&d, &[2, 3], 1);
    assert!(matches!(a.transpose(0, 2), Err(Error::Axis { axis: 2, .. })));
    assert!(matches!(a.sum(2), Err(Error::Axis { .. })));
    assert!(matches!(a.mean(9), Err(Error::Axis { .. })));
    assert!(matches!(a.narrow(1, 2, 2), Err(Error::Axis { axis: 4, .. })));
    assert!(matches!(a.narrow(1, usize::MAX, 2), Err(Error::Axis { .. })));
    assert!(matches!(a.narrow(5, 0, 0), Err(Error::Axis { .. })));
    let empty = Tensor::full(&d, 1.0f32, &[2, 0]).unwrap();
    assert!(matches!(empty.max(1), Err(Error::Axis { .. })));
    assert!(matches!(empty.mean(1), Err(Error::Axis { .. })));
    assert!(matches!(empty.mean_all(), Err(Error::Axis { .. })));
    assert!(Tape::new().variable(a.clone()).mean(7).is_err());
    assert!(Tape::new().variable(a).transpose(3, 0).is_err());
}

#[test]
fn types_that_do_not_fit() {
    let d = device();
    let (a, b) = (numbers(&d, &[2], 1), Tensor::from_slice(&d, &[1.0f32, 2.0], &[2]).unwrap());
    let labels = Tensor::from_slice(&d, &[0u32, 1], &[2]).unwrap();
    assert_eq!(a.add(&b).unwrap_err().to_string(), "add: not for these element types: f64 f32");
    assert!(matches!(labels.add(&labels), Err(Error::DType { .. })));
    assert!(matches!(labels.exp(), Err(Error::DType { .. })));
    assert!(matches!(labels.sum(0), Err(Error::DType { .. })));
    assert!(matches!(labels.softmax(), Err(Error::DType { .. })));
    assert!(matches!(labels.argmax(), Err(Error::DType { .. })));
    assert!(matches!(
        labels.reshape(&[1, 2]).unwrap().matmul(&labels.reshape(&[2, 1]).unwrap()),
        Err(Error::DType { .. })
    ));
    assert!(matches!(labels.add_number(1.0), Err(Error::DType { .. })));
    assert!(matches!(labels.number(), Err(Error::Length { .. } | Error::DType { .. })));
    assert!(matches!(a.to_dtype(DType::U32), Err(Error::DType { .. })));
    assert!(matches!(a.to_vec::<f32>(), Err(Error::DType { .. })));
    assert!(matches!(a.take(&a), Err(Error::DType { .. })));
    assert!(matches!(a.reshape(&[2, 1]).unwrap().cross_entropy(&a), Err(Error::DType { .. })));
    assert!(matches!(Tensor::full_of(&d, DType::U32, 1.0, &[]), Err(Error::DType { .. })));
    assert!(matches!(Linear::new(&d, DType::U32, 2, 2, &mut Random::new(1)), Err(Error::DType { .. })));
}

#[test]
fn what_is_too_large() {
    let d = device();
    let one = Tensor::full(&d, 1.0f32, &[]).unwrap();
    assert!(matches!(one.broadcast_to(&[1 << 20, 1 << 20]), Err(Error::TooLarge { .. })));
    assert!(matches!(one.broadcast_to(&[usize::MAX, usize::MAX]), Err(Error::TooLarge { .. })));
    assert!(matches!(Tensor::from_slice(&d, &[1.0f32], &[usize::MAX, 2]), Err(Error::TooLarge { .. })));
    // seven sides that no merging makes six
    let mut x = Tensor::full(&d, 1.0f32, &[3; 7]).unwrap().contiguous().unwrap();
    for axis in 0..7 {
        x = x.narrow(axis, 0, 2).unwrap();
    }
    assert!(matches!(x.neg(), Err(Error::TooLarge { .. })));
}

#[test]
fn what_kernels_find_wrong() {
    let d = device();
    let x = numbers(&d, &[2, 3], 1);
    let far = Tensor::from_slice(&d, &[0u32, 7], &[2]).unwrap();
    let error = x.take(&far).and_then(|rows| rows.to_vec::<f64>()).unwrap_err();
    assert!(matches!(error, Error::Runtime(_)), "{error}");
    assert!(error.to_string().contains("out of bounds"), "{error}");
    let error = x.cross_entropy_rows(&far).and_then(|loss| loss.to_vec::<f64>()).unwrap_err();
    assert!(error.to_string().contains("label 7 of 3 classes"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    // the device goes on
    assert_eq!(x.add(&x).unwrap().to_vec::<f64>().unwrap().len(), 6);
    assert!(d.wait().is_ok());
}

#[test]
fn devices_are_not_mixed() {
    let (d, e) = (device(), Device::cpu().unwrap());
    let (a, b) = (numbers(&d, &[2], 1), numbers(&e, &[2], 1));
    assert!(matches!(a.add(&b), Err(Error::Device { what: "add" })));
    assert!(matches!(a.matmul(&b), Err(Error::Device { .. })));
    let labels = Tensor::from_slice(&e, &[0u32], &[1]).unwrap();
    assert!(matches!(a.take(&labels), Err(Error::Device { .. })));
    assert!(matches!(a.reshape(&[1, 2]).unwrap().cross_entropy(&labels), Err(Error::Device { .. })));
    assert_eq!(a.to_device(&e).unwrap().add(&b).unwrap().device(), &e);
    assert_eq!(format!("{e:?} {b:?}"), "Device(cpu) Tensor [2] of f64 on cpu");
    if rustg::cuda_missing().is_some() {
        assert!(matches!(Device::cuda(0), Err(Error::Runtime(_))));
    }
}

#[test]
fn kernels_of_others_read_and_write_tensors() {
    let d = device();
    let x = numbers(&d, &[2, 3], 1);
    let copy = d.stream().download(x.as_slice::<f64>().unwrap()).unwrap();
    assert_eq!(copy, x.to_vec::<f64>().unwrap());
    assert!(matches!(x.as_slice::<f32>(), Err(Error::DType { .. })));
    assert!(matches!(x.transpose(0, 1).unwrap().as_slice::<f64>(), Err(Error::Shape { .. })));
    let buffer = d.stream().upload(&[1.0f32, 2.0]).unwrap();
    assert_eq!(Tensor::from_buffer(&d, buffer, &[2, 1]).unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0]);
    let buffer = d.stream().upload(&[1.0f32, 2.0]).unwrap();
    assert!(matches!(Tensor::from_buffer(&d, buffer, &[3]), Err(Error::Length { wanted: 3, given: 2 })));
    let apart = rustg::DeviceOptions { is_apart: true, ..Default::default() };
    let other = Device::of(rustg::Device::open(rustg::Backend::Cpu, 0, apart).unwrap()).unwrap();
    let buffer = other.stream().upload(&[1.0f32, 2.0]).unwrap();
    assert!(matches!(Tensor::from_buffer(&d, buffer, &[2]), Err(Error::Device { .. })));
}

#[test]
fn any_order_of_drops() {
    for order in 0..6 {
        let d = device();
        let tape = Tape::new();
        let x = numbers(&d, &[4, 4], 1);
        let layer = Linear::from_tensors(x.clone(), None).unwrap();
        let y = rustg_tensor::Layer::forward(&layer, &tape.constant(x.clone())).unwrap();
        let loss = y.sum_all().unwrap();
        let gradients = loss.backward().unwrap();
        let mut parts: Vec<Box<dyn std::any::Any>> =
            vec![Box::new(d), Box::new(x), Box::new(layer), Box::new((tape, y)), Box::new(loss), Box::new(gradients)];
        parts.rotate_left(order);
        parts.into_iter().for_each(drop);
    }
    // a tensor keeps its device open
    let x = numbers(&device(), &[3], 2);
    assert_eq!(x.add(&x).unwrap().to_vec::<f64>().unwrap().len(), 3);
}

#[test]
fn each_thread_has_a_device_of_its_own() {
    let threads: Vec<_> = (0..4u64)
        .map(|seed| {
            std::thread::spawn(move || {
                let d = device();
                let x = numbers(&d, &[20, 20], seed);
                (0..10).fold(x, |x, _| x.matmul(&x).unwrap().tanh().unwrap()).to_vec::<f64>().unwrap()
            })
        })
        .collect();
    let results: Vec<Vec<f64>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(results.iter().all(|r| r.iter().all(|v| v.is_finite())));
    let d = device();
    for (seed, result) in results.iter().enumerate() {
        let x = numbers(&d, &[20, 20], seed as u64);
        let again = (0..10).fold(x, |x, _| x.matmul(&x).unwrap().tanh().unwrap());
        assert_eq!(&again.to_vec::<f64>().unwrap(), result);
    }
}
