//! Gradients of kernels at run time, against known answers.

use rustg::{Device, ErrorKind, Module, Stream, grad};

const KERNELS: &str = "
    use rustg_std::prelude::*;

    #[kernel(adjoint)]
    pub fn scaled(a: f64, x: &[f64], mut y: GridMut<f64>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = a * x[i] * y[i];
        }
    }

    #[kernel(adjoint, block = 32)]
    pub fn steps(n: u32, x: &[f64], mut y: GridMut<f64>) {
        let i = thread::index();
        if i < y.len() {
            let mut v = x[i];
            for _ in 0..n {
                v = v * y[i] + 0.25 * v * v;
            }
            y[i] = v;
        }
    }

    #[kernel]
    pub fn bare(x: &[f32]) {}

    #[kernel(adjoint)]
    pub unsafe fn dangerous(x: &[f32], mut y: GridMut<f32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[i];
        }
    }
";

fn rig() -> (Module, Stream) {
    let device = Device::cpu().unwrap();
    (Module::from_source(&device, KERNELS).unwrap(), device.stream().unwrap())
}

#[test]
fn values_slices_and_outputs() {
    let (module, stream) = rig();
    let gradient = grad(&module, "scaled").unwrap();
    assert_eq!(gradient.gradients(), [Some(3), Some(4), Some(5)]);
    assert_eq!(gradient.adjoint().name(), "scaled_adjoint");
    assert!(gradient.tape().is_none());
    let x = stream.upload(&[1.0, 2.0, 3.0]).unwrap();
    let mut y = stream.upload(&[4.0, 5.0, 6.0]).unwrap();
    let (mut d_a, mut d_x) = (stream.upload(&[0.5]).unwrap(), stream.zeros::<f64>(3).unwrap());
    let mut d_y = stream.upload(&[1.0, 10.0, 100.0]).unwrap();
    gradient.launch(&stream, 3, (2.0, &x, &mut y, &mut d_a, &mut d_x, &mut d_y)).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [8.0, 20.0, 36.0]);
    assert_eq!(stream.download(&d_a).unwrap(), [0.5 + 4.0 + 100.0 + 1800.0]);
    assert_eq!(stream.download(&d_x).unwrap(), [8.0, 100.0, 1200.0]);
    assert_eq!(stream.download(&d_y).unwrap(), [2.0, 40.0, 600.0]);
}

/// The outputs are read by the kernel, so counting the tape must leave them as they were.
#[test]
fn tape() {
    const N: usize = 50;
    let (module, stream) = rig();
    let gradient = grad(&module, "steps").unwrap();
    assert_eq!(gradient.gradients(), [None, Some(3), Some(4)]);
    assert_eq!(gradient.tape().unwrap().name(), "steps_tape");
    let value = |x: f64, y: f64, n: u32| (0..n).fold(x, |v, _| v * y + 0.25 * v * v);
    let start: Vec<f64> = (0..N).map(|i| 0.5 + i as f64 / 100.0).collect();
    for (n, config) in [(9, N.into()), (3, rustg::LaunchConfig::new([5, 1, 1], [32, 1, 1])), (0, N.into())] {
        let (x, mut y) = (stream.upload(&start).unwrap(), stream.upload(&vec![0.75; N]).unwrap());
        let (mut d_x, mut d_y) = (stream.zeros::<f64>(N).unwrap(), stream.upload(&vec![1.0; N]).unwrap());
        gradient.launch(&stream, config, (n, &x, &mut y, &mut d_x, &mut d_y)).unwrap();
        let (y, d_x) = (stream.download(&y).unwrap(), stream.download(&d_x).unwrap());
        let d_y = stream.download(&d_y).unwrap();
        for (i, x) in start.iter().enumerate() {
            let h = 1e-6;
            let by_x = (value(x + h, 0.75, n) - value(x - h, 0.75, n)) / (2.0 * h);
            let by_y = (value(*x, 0.75 + h, n) - value(*x, 0.75 - h, n)) / (2.0 * h);
            assert_eq!(y[i], value(*x, 0.75, n));
            assert!((d_x[i] - by_x).abs() <= 1e-7 * by_x.abs(), "{i}: {} and {by_x}", d_x[i]);
            assert!((d_y[i] - by_y).abs() <= 1e-7 * by_y.abs(), "{i}: {} and {by_y}", d_y[i]);
        }
    }
}

#[test]
fn refused() {
    let (module, stream) = rig();
    let refused = |name: &str, words: &str| {
        let error = grad(&module, name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument);
        assert!(error.to_string().contains(words), "{error}");
    };
    refused("none", "there is no kernel `none`");
    refused("bare", "the kernel `bare` has no adjoint");
    let (x, mut y) = (stream.zeros::<f64>(1).unwrap(), stream.zeros::<f64>(1).unwrap());
    let mut d = stream.zeros::<f32>(1).unwrap();
    let gradient = grad(&module, "scaled").unwrap();
    let few = gradient.launch(&stream, 1, (1.0, &x, &mut y)).unwrap_err();
    assert!(few.to_string().contains("takes 6 arguments, not 3"), "{few}");
    let mut d_y = stream.zeros::<f64>(1).unwrap();
    let mut d_a = stream.zeros::<f64>(1).unwrap();
    let other = gradient.launch(&stream, 1, (1.0, &x, &mut y, &mut d_a, &mut d, &mut d_y)).unwrap_err();
    assert!(other.to_string().contains("`d_x: GridMut<f64>` of `scaled_adjoint`"), "{other}");
    let (x, mut y) = (stream.zeros::<f32>(1).unwrap(), stream.zeros::<f32>(1).unwrap());
    let mut d_y = stream.zeros::<f32>(1).unwrap();
    let gradient = grad(&module, "dangerous").unwrap();
    let unsafe_one = gradient.launch(&stream, 1, (&x, &mut y, &mut d, &mut d_y)).unwrap_err();
    assert!(unsafe_one.to_string().contains("is an unsafe kernel"), "{unsafe_one}");
}
