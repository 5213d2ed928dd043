//! Labelled data on a device, in batches.

use rustg_tensor::{Device, Random, Result, Tensor};
use std::fmt;

/// Handwritten digits, 8 by 8 pixels: `data/README.md` tells where they are from and their licence.
const DIGITS: &str = include_str!("../../data/digits.csv");

/// A line that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ParseError {}

/// Samples in memory: `width` features each, and a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// Features of one sample.
    pub width: usize,
    /// The features of all.
    pub features: Vec<f32>,
    /// A label each.
    pub labels: Vec<i64>,
}

impl Samples {
    /// Lines of numbers and commas, the label last. Features are divided by `scale`.
    ///
    /// # Errors
    /// The first line that has no label, another number of features than the first, or something that is no number.
    pub fn parse(text: &str, scale: f32) -> std::result::Result<Samples, ParseError> {
        let mut samples = Samples { width: 0, features: Vec::new(), labels: Vec::new() };
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let wrong = |what: String| ParseError { line: n + 1, what };
            let (features, label) = line.rsplit_once(',').ok_or_else(|| wrong("no label".into()))?;
            let before = samples.features.len();
            for field in features.split(',') {
                let value: f32 = field.trim().parse().map_err(|_| wrong(format!("`{field}` is no number")))?;
                samples.features.push(value / scale);
            }
            let label = label.trim().parse::<u32>().map_err(|_| wrong(format!("`{label}` is no label")))?;
            samples.labels.push(label.into());
            let width = samples.features.len() - before;
            if samples.width != 0 && samples.width != width {
                return Err(wrong(format!("{width} features, not {}", samples.width)));
            }
            samples.width = width;
        }
        Ok(samples)
    }

    /// The digits that this crate ships, pixels from 0 to 1.
    ///
    /// # Errors
    /// None: the file is part of the crate.
    pub fn digits() -> std::result::Result<Samples, ParseError> {
        Samples::parse(DIGITS, 16.0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Every `nth` sample, and before it the others.
    pub fn split(&self, nth: usize) -> (Samples, Samples) {
        let none = || Samples { width: self.width, features: Vec::new(), labels: Vec::new() };
        let (mut most, mut few) = (none(), none());
        for (n, label) in self.labels.iter().enumerate() {
            let to = if (n + 1) % nth.max(1) == 0 { &mut few } else { &mut most };
            to.features.extend_from_slice(&self.features[n * self.width..(n + 1) * self.width]);
            to.labels.push(*label);
        }
        (most, few)
    }

    /// On a device.
    ///
    /// # Errors
    /// Of the device.
    pub fn to_device(&self, device: &Device) -> Result<Dataset> {
        Ok(Dataset {
            features: Tensor::from_slice(device, &self.features, &[self.len(), self.width])?,
            labels: Tensor::from_slice(device, &self.labels, &[self.len()])?,
        })
    }
}

/// Samples on a device.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// `[samples, width]`.
    pub features: Tensor,
    /// `[samples]`, of `i64`.
    pub labels: Tensor,
}

impl Dataset {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All samples once, in a random order, `size` at a time; the last batch has what is left.
    ///
    /// # Errors
    /// Of the device.
    pub fn batches(&self, size: usize, random: &mut Random) -> Result<Batches<'_>> {
        let order = random.permutation(self.len());
        let order = Tensor::from_slice(self.labels.device(), &order, &[order.len()])?;
        Ok(Batches { data: self, order, size: size.max(1), next: 0 })
    }
}

/// An iterator over batches; see [`Dataset::batches`].
#[derive(Debug)]
pub struct Batches<'a> {
    data: &'a Dataset,
    order: Tensor,
    size: usize,
    next: usize,
}

impl Batches<'_> {
    fn batch(&self, length: usize) -> Result<Dataset> {
        let rows = self.order.narrow(0, self.next, length)?;
        Ok(Dataset { features: self.data.features.index_select(0, &rows)?, labels: self.data.labels.take(&rows)? })
    }
}

impl Iterator for Batches<'_> {
    type Item = Result<Dataset>;
    fn next(&mut self) -> Option<Result<Dataset>> {
        let length = self.size.min(self.order.len() - self.next);
        if length == 0 {
            return None;
        }
        let batch = self.batch(length);
        self.next += length;
        Some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_are_all_there() {
        let digits = Samples::digits().unwrap();
        assert_eq!((digits.len(), digits.width), (1797, 64));
        assert!(digits.features.iter().all(|x| (0.0..=1.0).contains(x)));
        // as the data set's page counts its test part
        let counts = [178, 182, 177, 183, 181, 182, 181, 179, 174, 180];
        assert!((0..10).all(|d| digits.labels.iter().filter(|label| **label as usize == d).count() == counts[d]));
        let (train, test) = digits.split(5);
        assert_eq!((train.len(), test.len(), test.features.len()), (1438, 359, 359 * 64));
        assert_eq!((test.labels[1], &test.features[64..128]), (digits.labels[9], &digits.features[576..640]));
    }

    #[test]
    fn wrong_lines_are_told() {
        let error = |text| Samples::parse(text, 1.0).unwrap_err().to_string();
        assert_eq!(error("1,2,0\n1,x,0"), "line 2: `x` is no number");
        assert_eq!(error("1,2,0\n1,0"), "line 2: 1 features, not 2");
        assert_eq!(error("1,2,-1"), "line 1: `-1` is no label");
        assert_eq!(error("7"), "line 1: no label");
        assert!(Samples::parse("", 1.0).unwrap().is_empty());
    }

    #[test]
    fn batches_hold_every_sample_once() {
        let device = Device::cpu().unwrap();
        let samples = Samples::parse("0,0,0\n1,10,1\n2,20,2\n3,30,3\n4,40,4", 1.0).unwrap();
        let data = samples.to_device(&device).unwrap();
        let mut seen = Vec::new();
        let mut sizes = Vec::new();
        for batch in data.batches(2, &mut Random::new(1)).unwrap() {
            let batch = batch.unwrap();
            let (x, labels): (Vec<f32>, Vec<i64>) = (batch.features.to_vec().unwrap(), batch.labels.to_vec().unwrap());
            sizes.push(labels.len());
            for (row, label) in x.chunks(2).zip(labels) {
                assert_eq!(row, [label as f32, 10.0 * label as f32]);
                seen.push(label);
            }
        }
        seen.sort_unstable();
        assert_eq!((seen, sizes), (vec![0, 1, 2, 3, 4], vec![2, 2, 1]));
    }
}
