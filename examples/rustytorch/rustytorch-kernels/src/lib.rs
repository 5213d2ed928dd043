//! Kernels of RustyTorch's own, beside those of rustg-tensor: written in Rust in `kernels/`, compiled in build.rs, launched by
//! functions that take what the kernel takes.

use rustg_tensor::{DType, Device, KernelArgument, Result, Tensor};

mod compiled {
    rustg::include_kernels!();
}

/// What `RUSTG_FUSION_RECORD=rustytorch-kernels/recorded rustytorch` wrote: with it no kernel is compiled while the digits are
/// learnt, so it takes no C compiler.
mod recorded {
    #![allow(dead_code, clippy::too_many_arguments)]
    rustg::include_kernels!(Recorded);
}

/// Has tensors of a device take the kernels that were recorded.
///
/// # Errors
/// What the device's driver answers.
pub fn use_recorded(device: &Device) -> Result<()> {
    device.use_kernels(recorded::Recorded::load(device.raw())?.module());
    Ok(())
}

/// The kernels as rustc and rust-analyzer see them.
#[path = "../kernels/shift.rs"]
pub mod shift;

/// The kernels, on a device.
pub struct Augment {
    device: Device,
    shift: rustg::Kernel,
}

impl Augment {
    /// # Errors
    /// What the device's driver answers.
    pub fn new(device: &Device) -> Result<Augment> {
        let kernels = compiled::Kernels::load(device.raw())?;
        Ok(Augment { device: device.clone(), shift: kernels.module().kernel("shift")? })
    }

    /// Images, a row each, of so many pixels: half of them moved by one pixel. The same seed moves the same ones.
    ///
    /// # Errors
    /// Where rows are no such images; of the device.
    pub fn shift(&self, images: &Tensor, width: u32, height: u32, seed: u32) -> Result<Tensor> {
        let pixels = (width as usize).saturating_mul(height as usize);
        let images = images.reshape(&[images.len() / pixels.max(1), pixels])?;
        let arguments = [
            KernelArgument::Value(&width),
            KernelArgument::Value(&height),
            KernelArgument::Value(&seed),
            KernelArgument::Input(&images),
            KernelArgument::Output(DType::F32, images.shape()),
        ];
        let moved = self.device.launch(&self.shift, images.len(), &arguments)?;
        Ok(moved[0].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustg_std::cpu::{Output, launch};

    #[test]
    fn images_move_as_rustc_says() {
        let device = Device::cpu().unwrap();
        let pixels: Vec<f32> = (0..40 * 12).map(|i| i as f32 + 1.0).collect();
        let images = Tensor::from_slice(&device, &pixels, &[40, 12]).unwrap();
        let moved = Augment::new(&device).unwrap().shift(&images, 4, 3, 7).unwrap().to_vec::<f32>().unwrap();
        let mut wanted = vec![0.0f32; pixels.len()];
        let out = Output::new(&mut wanted);
        launch(15, 32, || shift::shift(4, 3, 7, &pixels, out.grid())).unwrap();
        drop(out);
        assert_eq!(moved, wanted);
        let still = moved.chunks(12).zip(pixels.chunks(12)).filter(|(a, b)| a == b).count();
        assert!((10..30).contains(&still), "{still} of 40 stayed");
        assert!(moved.chunks(12).any(|image| image[..4] == [0.0; 4]), "none came from above");
    }
}
