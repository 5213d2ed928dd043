//! How fast the GPU is beside rustg's CPU device.

use crate::options::Options;
use crate::{Outcome, TO_TEST_WITH, open};
use rustg_nn::{Adam, Module};
use rustg_tensor::{DType, Device, Random};
use rustytorch_data::Samples;
use rustytorch_nn::{Mlp, Trainer};
use std::time::Instant;

/// The least of some times, in seconds; the first run, which compiles kernels, does not count.
fn best(runs: usize, mut work: impl FnMut() -> Outcome<()>) -> Outcome<f64> {
    work()?;
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        work()?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(least)
}

/// Billions of multiplications and additions a second in products of square matrices.
fn matmul(device: &Device, side: usize) -> Outcome<f64> {
    let mut random = Random::new(1);
    let a = random.uniform(device, DType::F32, &[side, side], -1.0, 1.0)?;
    let b = random.uniform(device, DType::F32, &[side, side], -1.0, 1.0)?;
    a.realize()?;
    b.realize()?;
    let seconds = best(3, || {
        a.matmul(&b)?;
        Ok(device.wait()?)
    })?;
    Ok(2.0 * (side as f64).powi(3) / seconds * 1e-9)
}

/// Seconds of an epoch over the digits.
fn epoch(device: &Device, hidden: usize, batch: usize) -> Outcome<f64> {
    let (train, _) = Samples::digits()?.split(TO_TEST_WITH);
    let train = train.to_device(device)?;
    let model = Mlp::new(device, &[64, hidden, hidden, 10], 1)?;
    let optimizer = Adam::new(model.parameters()?, 0.001);
    let mut trainer = Trainer { model, optimizer, batch, random: Random::new(2), augment: None };
    best(2, || {
        trainer.epoch(&train)?;
        Ok(())
    })
}

/// A row: the CPU's figure, and the device's with how many times better it is.
fn row(what: &str, unit: &str, cpu: f64, other: Option<f64>, more_is_better: bool) {
    print!("{what:<40} cpu {cpu:>10.4} {unit}");
    if let Some(other) = other {
        let times = if more_is_better { other / cpu } else { cpu / other };
        print!("   cuda {other:>10.4} {unit}   {times:.2} times as fast");
    }
    println!();
}

/// Measures the CPU, and the device that was asked for beside it.
pub fn run(options: &Options) -> Outcome<()> {
    let cpu = Device::cpu()?;
    let other = if options.device == "cpu" { None } else { Some(open(&options.device)?) };
    let on_other = |f: &dyn Fn(&Device) -> Outcome<f64>| other.as_ref().map(f).transpose();
    for side in [256, 512, 1024] {
        let what = format!("product of two {side} by {side} matrices");
        row(&what, "GFLOP/s", matmul(&cpu, side)?, on_other(&|d| matmul(d, side))?, true);
    }
    if let Some(fast) = on_other(&|d| matmul(d, 4096))? {
        println!("{:<40} cuda {fast:>10.4} GFLOP/s", "product of two 4096 by 4096 matrices");
    }
    for (hidden, batch) in [(64, 64), (512, 256)] {
        let what = format!("epoch, two layers of {hidden}, batches of {batch}");
        row(&what, "s", epoch(&cpu, hidden, batch)?, on_other(&|d| epoch(d, hidden, batch))?, false);
    }
    Ok(())
}
