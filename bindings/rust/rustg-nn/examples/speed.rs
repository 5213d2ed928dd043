//! How fast chains, rows and products are on a device: `speed [cuda|cpu]`. `speed.py` beside it is the same in PyTorch.

use rustg_nn::{AdamW, Init, LayerNorm, Linear, Module, Optimizer, Sequential, cross_entropy};
use rustg_tensor::{DType, Device, Random, Result, Tensor, no_grad};
use std::time::Instant;

/// The median of the seconds of some calls, after two that compile and warm up.
fn seconds(device: &Device, work: impl FnMut() -> Result<()>) -> Result<f64> {
    Ok(both_seconds(device, work)?.0)
}

/// The same, and of these the seconds until all was put into the stream.
fn both_seconds(device: &Device, mut work: impl FnMut() -> Result<()>) -> Result<(f64, f64)> {
    const CALLS: usize = 20;
    let mut times = Vec::new();
    for call in 0..9 {
        let start = Instant::now();
        for _ in 0..CALLS {
            work()?;
        }
        let put = start.elapsed().as_secs_f64() / CALLS as f64;
        device.wait()?;
        if call >= 2 {
            times.push((start.elapsed().as_secs_f64() / CALLS as f64, put));
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(times[times.len() / 2])
}

fn chains(device: &Device, dtype: DType, n: usize) -> Result<()> {
    let mut random = Random::new(1);
    let columns = 1024;
    let shape = [n / columns, columns];
    let a = random.normal(device, dtype, &shape, 0.0, 1.0)?;
    let b = random.normal(device, dtype, &shape, 0.0, 1.0)?;
    a.realize()?;
    b.realize()?;
    let mut init = Init::new(device, dtype, 1);
    let norm = LayerNorm::new(&mut init, &[columns])?;
    let bytes = (n * dtype.size()) as f64;
    type Chain<'c> = (&'static str, f64, Box<dyn Fn() -> Result<Tensor> + 'c>);
    let cases: Vec<Chain<'_>> = vec![
        ("copy: a + 1", 2.0, Box::new(|| a.add_number(1.0))),
        ("relu(3 a + b)", 3.0, Box::new(|| a.mul_number(3.0)?.add(&b)?.relu())),
        ("tanh(a b + a) sigmoid(b)", 3.0, Box::new(|| a.mul(&b)?.add(&a)?.tanh()?.mul(&b.sigmoid()?))),
        ("gelu(a + b)", 3.0, Box::new(|| rustg_nn::gelu_tanh(&a.add(&b)?))),
        ("layer norm of rows of 1024", 2.0, Box::new(|| norm.forward(&a))),
        ("softmax of rows of 1024", 2.0, Box::new(|| a.softmax(-1))),
        ("sum of all", 1.0, Box::new(|| a.square()?.sum_all())),
        ("sum of columns", 1.0, Box::new(|| a.sum_axes(&[0], false))),
    ];
    for (name, moved, work) in &cases {
        let time = no_grad(|| {
            seconds(device, || {
                work()?.realize()?;
                Ok(())
            })
        })?;
        println!("{name:28} {dtype:5} {:8.1} us  {:7.1} GB/s", time * 1e6, moved * bytes / time * 1e-9);
    }
    Ok(())
}

fn training(device: &Device, dtype: DType, width: usize, batch: usize) -> Result<()> {
    let start = Instant::now();
    let mut init = Init::new(device, dtype, 1);
    let mut net = Sequential::new();
    for _ in 0..4 {
        net = net
            .with(LayerNorm::new(&mut init, &[width])?)
            .with(Linear::new(&mut init, width, width)?)
            .with(rustg_nn::GeluTanh);
    }
    let net = net.with(Linear::new(&mut init, width, 1000)?);
    let x = init.normal(&[batch, width], 1.0)?;
    let labels = init.random.integers(device, &[batch], 0, 1000)?;
    x.realize()?;
    labels.realize()?;
    let mut optimizer = AdamW::new(net.parameters()?, 1e-4);
    let mut step = || -> Result<()> {
        let loss = cross_entropy(&net.forward(&x)?, &labels)?;
        optimizer.step(&loss.backward()?)
    };
    step()?;
    device.wait()?;
    let first = start.elapsed().as_secs_f64();
    let (time, put) = both_seconds(device, &mut step)?;
    println!(
        "training step, 4 x {width}, {batch} rows {dtype:5} {:8.1} us ({:.1} us until it is put), the first one {first:.3} s",
        time * 1e6,
        put * 1e6
    );
    Ok(())
}

fn main() -> Result<()> {
    let is_cuda = std::env::args().nth(1).is_none_or(|word| word == "cuda");
    let device = if is_cuda { Device::cuda(0)? } else { Device::cpu()? };
    let n = if is_cuda { 1 << 26 } else { 1 << 20 };
    for dtype in [DType::F32, DType::BF16] {
        chains(&device, dtype, n)?;
    }
    let (width, batch) = if is_cuda { (1024, 8192) } else { (64, 64) };
    for dtype in [DType::F32, DType::BF16] {
        training(&device, dtype, width, batch)?;
    }
    let side = if is_cuda { 4096 } else { 256 };
    for dtype in [DType::F32, DType::BF16] {
        let x = Random::new(1).normal(&device, dtype, &[side, side], 0.0, 1.0)?;
        let time = seconds(&device, || x.matmul(&x).map(|_| ()))?;
        println!(
            "product of {side} {dtype:5} {:8.1} us  {:7.1} TFLOP/s",
            time * 1e6,
            2.0 * (side as f64).powi(3) / time * 1e-12
        );
    }
    println!("{} kernels were compiled, {} launched", device.kernels_compiled(), device.kernels_launched());
    Ok(())
}
