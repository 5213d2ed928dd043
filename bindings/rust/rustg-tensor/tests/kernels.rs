//! The kernels through rustc against the same kernels through rustg.

mod common;

use common::{assert_close, device, numbers};
use rustg_std::cpu::{Output, launch};
use rustg_tensor::Tensor;
use rustg_tensor::kernels::{elementwise, loss, matmul, reduce};

#[test]
fn matmul_is_the_same() {
    let d = device();
    let (a, b) = (numbers(&d, &[30, 20], 1), numbers(&d, &[20, 70], 2));
    let (x, y): (Vec<f64>, Vec<f64>) = (a.to_vec().unwrap(), b.to_vec().unwrap());
    let mut c = vec![0.0; 30 * 70];
    let out = Output::new(&mut c);
    launch((2, 1, 1), (16, 16), || matmul::matmul_f64([30, 70, 20], [0, 20, 1], [0, 70, 1], &x, &y, out.grid()))
        .unwrap();
    drop(out);
    assert_eq!(c, a.matmul(&b).unwrap().to_vec::<f64>().unwrap());
    // all ways of the kernels, on this device
    let module = rustg::Module::from_source(d.raw(), include_str!("../kernels/matmul.rs")).unwrap();
    let (x, y) = (d.stream().upload(&x).unwrap(), d.stream().upload(&y).unwrap());
    let tiles: rustg::LaunchConfig = ([2, 1, 1], [16, 16, 1]).into();
    let one = ([1, 1, 1], [16, 16, 1]).into();
    for (name, config) in [("matmul_f64", tiles), ("matmul_large_f64", one), ("matmul_strip_f64", (30 * 3).into())] {
        let mut out = d.stream().zeros::<f64>(30 * 70).unwrap();
        let arguments = ([30u32, 70, 20], [0u32, 20, 1], [0u32, 70, 1], &x, &y, &mut out);
        module.kernel(name).unwrap().launch(d.stream(), config, arguments).unwrap();
        assert_eq!(d.stream().download(&out).unwrap(), c, "{name}");
    }
}

#[test]
fn elementwise_is_the_same() {
    let d = device();
    let x = numbers(&d, &[6, 4], 3);
    let host: Vec<f64> = x.to_vec().unwrap();
    let shape = [1, 1, 1, 1, 4, 6];
    let mut y = vec![0.0; 24];
    let out = Output::new(&mut y);
    launch(1, 32, || {
        elementwise::binary_f64(elementwise::DIV, false, shape, [0, 0, 0, 0, 1, 4], [0; 6], &host, &host, out.grid());
    })
    .unwrap();
    drop(out);
    let first = Tensor::full(&d, host[0], &[]).unwrap();
    assert_eq!(y, x.transpose(0, 1).unwrap().div(&first).unwrap().to_vec::<f64>().unwrap());
    let out = Output::new(&mut y);
    launch(1, 32, || elementwise::unary_f64(elementwise::RELU, true, [1; 6], [0; 6], &host, out.grid())).unwrap();
    drop(out);
    assert_eq!(y, x.relu().unwrap().to_vec::<f64>().unwrap());
}

#[test]
fn reductions_and_losses_are_the_same() {
    let d = device();
    let x = numbers(&d, &[3, 500], 4);
    let host: Vec<f64> = x.to_vec().unwrap();
    let mut y = vec![0.0; 3];
    let out = Output::new(&mut y);
    launch(3, reduce::BLOCK as u32, || reduce::reduce_rows_f64(reduce::SUM, 500, &host, out.grid())).unwrap();
    drop(out);
    assert_eq!(y, x.sum(1).unwrap().to_vec::<f64>().unwrap());
    let (labels, mut most, mut sum) = ([4u32, 0, 499], vec![0.0; 3], vec![0.0; 3]);
    let (outs, out) = ((Output::new(&mut most), Output::new(&mut sum)), Output::new(&mut y));
    launch(3, loss::BLOCK as u32, || loss::summary_block_f64(500, &host, outs.0.grid(), outs.1.grid())).unwrap();
    drop(outs);
    launch(1, 32, || loss::cross_entropy_f64(500, &most, &sum, &host, &labels, out.grid())).unwrap();
    drop(out);
    let labels = Tensor::from_slice(&d, &labels, &[3]).unwrap();
    assert_close(&y, &x.cross_entropy_rows(&labels).unwrap().to_vec::<f64>().unwrap(), 1e-14);
}
