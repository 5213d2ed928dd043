//! Learns to read handwritten digits, on the CPU or a GPU; measures both.

mod bench;
mod curve;
mod options;

use options::{Command, Options};
use rustg_nn::{Module, Optimizer, Schedule, Sgd};
use rustg_tensor::{Device, Random};
use rustytorch_data::Samples;
use rustytorch_kernels::{Augment, use_recorded};
use rustytorch_nn::{Mlp, Trainer};
use std::process::ExitCode;
use std::time::Instant;

/// What anything here may fail with.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Every fifth of the 1,797 digits is not learnt from, only looked at to see what was learnt.
const TO_TEST_WITH: usize = 5;

fn open(device: &str) -> Outcome<Device> {
    let device = match device {
        "cpu" => Device::cpu()?,
        _ => Device::cuda(0)?,
    };
    // who records the kernels anew wants all of them
    if std::env::var_os("RUSTG_FUSION_RECORD").is_none() {
        use_recorded(&device)?;
    }
    Ok(device)
}

fn train(options: &Options) -> Outcome<()> {
    let device = open(&options.device)?;
    let (train, test) = Samples::digits()?.split(TO_TEST_WITH);
    let (train, test) = (train.to_device(&device)?, test.to_device(&device)?);
    let widths = [64, options.hidden, 10];
    let model = Mlp::new(&device, &widths, 1)?;
    let mut optimizer = Sgd::new(model.parameters()?, 0.1, 0.9);
    let steps = options.epochs * train.len().div_ceil(options.batch.max(1));
    optimizer.set_schedule(Schedule::Cosine { steps: steps as u64, least: 0.0 });
    let augment = Augment::new(&device)?;
    let mut trainer = Trainer {
        model,
        optimizer,
        batch: options.batch,
        random: Random::new(2),
        augment: Some(Box::new(move |images, seed| augment.shift(images, 8, 8, seed))),
    };
    println!("{} digits to learn from, {} to be tested with, on {device}", train.len(), test.len());
    let mut losses = Vec::new();
    for epoch in 1..=options.epochs {
        let start = Instant::now();
        let loss = trainer.epoch(&train)?;
        let seconds = start.elapsed().as_secs_f64();
        println!("epoch {epoch:2}: loss {loss:.6}, accuracy {:.4}, {seconds:.3} s", trainer.accuracy(&test)?);
        losses.push(loss);
    }
    let accuracy = trainer.accuracy(&test)?;
    if device.kernels_compiled() > 0 {
        println!("{} kernels were not among the recorded ones and were compiled", device.kernels_compiled());
    }
    println!("{:.2} % of the digits that were not learnt from are read right", 100.0 * accuracy);
    if let Some(path) = &options.save {
        curve::save(path, &losses)?;
    }
    if let Some(path) = &options.compare {
        let most = curve::compare(&curve::load(path)?, &losses, options.tolerance)?;
        println!("the losses are those of {path}: at most {most:.1e} of them apart");
    }
    if accuracy < options.least_accuracy {
        return Err(format!("the accuracy is {accuracy:.4}, below {}", options.least_accuracy).into());
    }
    Ok(())
}

fn run() -> Outcome<()> {
    let options = Options::read(std::env::args().skip(1))?;
    match options.command {
        Command::Train => train(&options),
        Command::Bench => bench::run(&options),
        Command::Help => {
            print!("{}", options::USAGE);
            Ok(())
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rustytorch: {error}");
            ExitCode::FAILURE
        }
    }
}
