//! What the tests share.
#![allow(dead_code)]

use rustg_tensor::{Device, Element, Tensor};

/// The CPU, or with `RUSTG_TEST_DEVICE=cuda` the first GPU.
pub fn device() -> Device {
    match std::env::var("RUSTG_TEST_DEVICE").as_deref() {
        Ok("cuda") => Device::cuda(0).unwrap(),
        _ => Device::cpu().unwrap(),
    }
}

pub fn of<T: Element>(elements: &[T], shape: &[usize]) -> Tensor {
    Tensor::from_slice(&device(), elements, shape).unwrap()
}

/// Numbers of -1 to 1 that look random.
pub fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut random = rustg_tensor::Random::new(seed);
    (0..n).map(|_| random.number(-1.0, 1.0)).collect()
}

pub fn random(shape: &[usize], seed: u64) -> Tensor {
    of(&numbers(shape.iter().product(), seed), shape)
}

#[track_caller]
pub fn assert_close(found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len());
    for (n, (f, w)) in found.iter().zip(wanted).enumerate() {
        let apart = (f - w).abs();
        assert!(apart <= tolerance * w.abs().max(1.0) || f == w || f.is_nan() && w.is_nan(), "{n}: {f} is not {w}");
    }
}
