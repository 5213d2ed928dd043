//! Learns to read handwritten digits, on the CPU or a GPU; measures both.

mod bench;
mod curve;
mod options;

use options::{Command, Options};
use rustg_tensor::{Device, Random, Sgd};
use rustytorch_data::Samples;
use rustytorch_kernels::Augment;
use rustytorch_nn::{Mlp, Trainer};
use std::process::ExitCode;
use std::time::Instant;

/// What anything here may fail with.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Every fifth of the 1,797 digits is not learnt from, only looked at to see what was learnt.
const TO_TEST_WITH: usize = 5;

fn open(device: &str) -> Outcome<Device> {
    match device {
        "cpu" => Ok(Device::cpu()?),
        _ => Ok(Device::cuda(0)?),
    }
}

fn train(options: &Options) -> Outcome<()> {
    let device = open(&options.device)?;
    let (train, test) = Samples::digits()?.split(TO_TEST_WITH);
    let (train, test) = (train.to_device(&device)?, test.to_device(&device)?);
    let widths = [64, options.hidden, 10];
    let model = Mlp::new(&device, &widths, &mut Random::new(1))?;
    let augment = Augment::new(&device)?;
    let mut trainer = Trainer {
        model,
        optimizer: Sgd::new(0.1, 0.9),
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
