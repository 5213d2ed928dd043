//! A convolutional network that reads handwritten digits: `digits_cnn [cpu|cuda [EPOCHS [FOLDER]]]`. With a folder it leaves there
//! what TensorBoard shows, and lines of JSON.

use rustg_nn::{
    AdamW, BatchNorm, Conv2d, ConvOptions, Dropout, Flatten, Init, Linear, Loader, Log, MaxPool2d, Module, Optimizer,
    Relu, Schedule, Sequential, batches, cross_entropy,
};
use rustg_tensor::{DType, Device, Error, Random, Result, Tensor, no_grad};
use std::sync::Arc;

/// Lines of 64 pixels, from 0 to 16, and what digit they are.
const DIGITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/rustytorch/data/digits.csv");
const BATCH: usize = 64;

/// Pixels and digit.
type Sample = (Vec<f32>, i64);

/// Every fifth is kept for the test, as in examples/rustytorch.
fn samples() -> Result<(Vec<Sample>, Vec<Sample>)> {
    let wrong = |why: &str| Error::File { path: DIGITS.into(), why: why.into() };
    let text = std::fs::read_to_string(DIGITS).map_err(|error| wrong(&error.to_string()))?;
    let (mut learnt, mut kept) = (Vec::new(), Vec::new());
    for (n, line) in text.lines().enumerate() {
        let numbers: std::result::Result<Vec<i64>, _> = line.split(',').map(str::parse).collect();
        let numbers = numbers.map_err(|_| wrong("a word that is no number"))?;
        let Some((label, pixels)) = numbers.split_last() else { continue };
        let sample = (pixels.iter().map(|pixel| *pixel as f32 / 16.0).collect(), *label);
        if n % 5 == 0 { kept.push(sample) } else { learnt.push(sample) }
    }
    Ok((learnt, kept))
}

/// Samples by their numbers as `[n, 1, 8, 8]`, and their digits.
fn batch(device: &Device, all: &[Sample], numbers: &[usize]) -> Result<(Tensor, Tensor)> {
    let pixels: Vec<f32> = numbers.iter().flat_map(|n| all[*n].0.iter().copied()).collect();
    let labels: Vec<i64> = numbers.iter().map(|n| all[*n].1).collect();
    Ok((
        Tensor::from_slice(device, &pixels, &[numbers.len(), 1, 8, 8])?,
        Tensor::from_slice(device, &labels, &[numbers.len()])?,
    ))
}

fn network(init: &mut Init) -> Result<Sequential> {
    let options = ConvOptions { padding: 1, ..Default::default() };
    let mut net = Sequential::new();
    for (channels, outputs) in [(1, 16), (16, 32)] {
        net = net
            .with(Conv2d::new(init, channels, outputs, 3, options)?)
            .with(BatchNorm::new(init, outputs)?)
            .with(Relu)
            .with(MaxPool2d::new(2));
    }
    let dropout = Dropout::new(init, 0.2);
    Ok(net.with(Flatten).with(dropout).with(Linear::new(init, 32 * 2 * 2, 10)?))
}

/// Which part of the samples is read right.
fn accuracy(device: &Device, net: &Sequential, all: &[Sample]) -> Result<f64> {
    net.eval();
    let (x, labels) = batch(device, all, &(0..all.len()).collect::<Vec<_>>())?;
    let found = no_grad(|| net.forward(&x))?.argmax(1, false)?;
    net.train();
    found.eq(&labels)?.to_dtype(DType::F32)?.mean_all()?.number()
}

/// Learns for so many epochs; the mean loss of each, and which part of the kept samples is read right in the end.
pub fn run(device: &Device, epochs: usize, log: &mut Log) -> Result<(Vec<f64>, f64)> {
    let (learnt, kept) = samples()?;
    let learnt = Arc::new(learnt);
    let net = network(&mut Init::new(device, DType::F32, 1))?;
    let mut optimizer = AdamW::new(net.parameters()?, 0.01);
    let steps = epochs * learnt.len().div_ceil(BATCH);
    optimizer.set_schedule(Schedule::OneCycle { steps: steps as u64, up: 0.3 });
    let (mut random, mut losses) = (Random::new(2), Vec::new());
    for _ in 0..epochs {
        let (own, own_device) = (learnt.clone(), device.clone());
        let order = batches(learnt.len(), BATCH, Some(&mut random));
        let mut sum = 0.0;
        for made in Loader::new(order, 2, 4, move |numbers| batch(&own_device, &own, numbers)) {
            let (x, labels) = made?;
            let loss = cross_entropy(&net.forward(&x)?, &labels)?;
            optimizer.step(&loss.backward()?)?;
            sum += loss.number()? * labels.len() as f64 / learnt.len() as f64;
        }
        log.write(optimizer.steps(), &[("loss", sum), ("accuracy", accuracy(device, &net, &kept)?)])?;
        losses.push(sum);
    }
    Ok((losses, accuracy(device, &net, &kept)?))
}

#[allow(dead_code)]
fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let device = if words.first().is_some_and(|word| word == "cuda") { Device::cuda(0)? } else { Device::cpu()? };
    let epochs = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let mut log = match words.get(2) {
        Some(folder) => Log::new().with_events(folder)?.with_lines(format!("{folder}/log.jsonl"))?,
        None => Log::new(),
    };
    let (losses, accuracy) = run(&device, epochs, &mut log)?;
    for (n, loss) in losses.iter().enumerate() {
        println!("epoch {}: loss {loss:.4}", n + 1);
    }
    println!("{:.2} % of the digits that were not learnt from are read right", 100.0 * accuracy);
    Ok(())
}
