//! The command line.

/// `--help`.
pub const USAGE: &str = "\
usage: rustytorch [train|bench] [OPTION VALUE]...

train learns to read digits and prints its progress; bench measures products of matrices and
epochs.

  --device cpu|cuda         where (cpu); bench measures the CPU too
  --epochs N                how often every digit is seen (30)
  --hidden N                neurons between input and output (128)
  --batch N                 digits of a step (64)
  --least-accuracy SHARE    fail below it (0)
  --save FILE               write the loss of each epoch
  --compare FILE            fail where losses differ from those of the file
  --tolerance SHARE         by more than this share of them (0.0001)
";

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Learn.
    Train,
    /// Measure.
    Bench,
    /// Print the usage.
    Help,
}

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// `cpu` or `cuda`.
    pub device: String,
    /// How often every sample is seen.
    pub epochs: usize,
    /// Neurons of the hidden layer.
    pub hidden: usize,
    /// Samples of a step.
    pub batch: usize,
    /// Below it the run has failed.
    pub least_accuracy: f64,
    /// Where to write losses.
    pub save: Option<String>,
    /// Losses to compare with.
    pub compare: Option<String>,
    /// How far they may be apart.
    pub tolerance: f64,
}

impl Options {
    /// # Errors
    /// A word that is not understood.
    pub fn read(words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            command: Command::Train,
            device: "cpu".into(),
            epochs: 30,
            hidden: 128,
            batch: 64,
            least_accuracy: 0.0,
            save: None,
            compare: None,
            tolerance: 1e-4,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                "train" => options.command = Command::Train,
                "bench" => options.command = Command::Bench,
                "--help" => options.command = Command::Help,
                _ => options.set(&word, words.next())?,
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: Option<String>) -> Result<(), String> {
        let value = value.ok_or_else(|| format!("`{name}` is not known, or wants a value; --help tells more"))?;
        match name {
            "--device" if value == "cpu" || value == "cuda" => self.device = value,
            "--epochs" => self.epochs = number(name, &value)?,
            "--hidden" => self.hidden = number(name, &value)?,
            "--batch" => self.batch = number(name, &value)?,
            "--least-accuracy" => self.least_accuracy = number(name, &value)?,
            "--tolerance" => self.tolerance = number(name, &value)?,
            "--save" => self.save = Some(value),
            "--compare" => self.compare = Some(value),
            _ => return Err(format!("`{name} {value}` is not understood; --help tells what is")),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("`{name}` wants a number, not `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Options, String> {
        Options::read(text.split_whitespace().map(String::from))
    }

    #[test]
    fn options_are_read_or_refused() {
        let options = read("bench --device cuda --hidden 128").unwrap();
        assert_eq!((options.command, options.device.as_str(), options.hidden), (Command::Bench, "cuda", 128));
        assert!(read("--device moon").unwrap_err().contains("--device moon"));
        assert!(read("--epochs many").unwrap_err().contains("wants a number"));
        assert!(read("--epochs").unwrap_err().contains("wants a value"));
        assert!(read("learn").is_err());
    }
}
