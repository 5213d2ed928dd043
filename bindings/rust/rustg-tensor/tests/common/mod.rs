//! What the tests share.

use rustg_tensor::{DType, Device, Element, Random, Result, Tensor};

/// The CPU, or the device that RUSTG_TEST_DEVICE names: `cuda`.
pub fn device() -> Device {
    match std::env::var("RUSTG_TEST_DEVICE").as_deref() {
        Ok("cuda") => Device::cuda(0).unwrap(),
        _ => Device::cpu().unwrap(),
    }
}

/// Numbers from -2 to 2, the same in every run.
#[allow(dead_code)]
pub fn numbers(device: &Device, shape: &[usize], seed: u64) -> Tensor {
    Tensor::uniform(device, DType::F64, shape, -2.0, 2.0, &mut Random::new(seed)).unwrap()
}

#[allow(dead_code)]
pub fn vec_of<T: Element>(tensor: Result<Tensor>) -> Vec<T> {
    tensor.unwrap().to_vec().unwrap()
}

#[allow(dead_code)]
pub fn assert_close(found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len());
    for (i, (f, w)) in found.iter().zip(wanted).enumerate() {
        assert!((f - w).abs() <= tolerance * (1.0 + w.abs()), "element {i}: {f}, not {w}");
    }
}
