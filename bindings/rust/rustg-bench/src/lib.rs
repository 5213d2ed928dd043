//! What the programs of this crate share: the kernels, and measuring.

use std::time::Instant;

/// The kernels as modules of this crate: editors check them, and rustc compiles them.
#[path = "../kernels/gradients.rs"]
pub mod gradients;
#[path = "../kernels/kinds.rs"]
#[allow(clippy::too_many_arguments)]
pub mod kinds;
#[path = "../kernels/matmul.rs"]
pub mod matmul;
#[path = "../kernels/saxpy.rs"]
pub mod saxpy;

// SAFETY: repr(C), the kernels' own, and all zero is a Point.
unsafe impl rustg::Element for kinds::Point {
    const ELEMENT: u32 = rustg::sys::RUSTG_ELEMENT_STRUCT;
    fn name() -> std::borrow::Cow<'static, str> {
        "Point".into()
    }
}

// SAFETY: as above.
unsafe impl rustg::Element for gradients::Weight {
    const ELEMENT: u32 = rustg::sys::RUSTG_ELEMENT_STRUCT;
    fn name() -> std::borrow::Cow<'static, str> {
        "Weight".into()
    }
}

rustg::include_kernels!();

/// The devices of this machine that can run kernels: the CPU, and the first GPU.
///
/// # Errors
/// What opening them answers.
pub fn devices() -> Result<Vec<rustg::Device>, rustg::Error> {
    let mut devices = vec![rustg::Device::cpu()?];
    match rustg::cuda_missing() {
        Some(reason) => println!("no GPU: {reason}"),
        None => devices.push(rustg::Device::cuda(0)?),
    }
    Ok(devices)
}

/// A device's name.
pub fn name(device: &rustg::Device) -> String {
    device.info().map_or("?".into(), |info| info.name)
}

/// Seconds of a run: the least of `times`.
///
/// # Errors
/// The run's.
pub fn seconds(times: usize, mut run: impl FnMut() -> Result<(), rustg::Error>) -> Result<f64, rustg::Error> {
    let mut least = f64::INFINITY;
    for _ in 0..times {
        let start = Instant::now();
        run()?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(least)
}
