//! Networks and their training.

use rustg_nn::{Init, Linear, Module, Optimizer, Parameter, Relu, Sequential, Visit, cross_entropy};
use rustg_tensor::{DType, Device, Random, Result, Tensor, no_grad};
use rustytorch_data::Dataset;

/// Linear layers with rectifiers between them.
pub struct Mlp {
    layers: Sequential,
}

impl Mlp {
    /// A layer between each two of `widths`; the first is the input's, the last the number of classes.
    ///
    /// # Errors
    /// Of the device.
    pub fn new(device: &Device, widths: &[usize], seed: u64) -> Result<Mlp> {
        let mut init = Init::new(device, DType::F32, seed);
        let mut layers = Sequential::new();
        for (n, pair) in widths.windows(2).enumerate() {
            if n > 0 {
                layers = layers.with(Relu);
            }
            let weight = Parameter::new(init.kaiming_uniform(&[pair[1], pair[0]])?)?;
            let bias = Parameter::new(init.constant(&[pair[1]], 0.0)?)?;
            layers = layers.with(Linear::of(weight, Some(bias)));
        }
        Ok(Mlp { layers })
    }
}

impl Module for Mlp {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.layers.forward(input)
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        self.layers.visit(visit);
    }
}

/// A classifier that learns.
pub struct Trainer<M, O> {
    /// The network.
    pub model: M,
    /// How it learns.
    pub optimizer: O,
    /// Samples of a step.
    pub batch: usize,
    /// Where the order of samples comes from.
    pub random: Random,
    /// What is done to the features of each batch before it is learnt from; the number is another one each time.
    pub augment: Option<Box<Change>>,
}

/// A change of a batch's features.
pub type Change = dyn Fn(&Tensor, u32) -> Result<Tensor>;

impl<M: Module, O: Optimizer> Trainer<M, O> {
    /// Sees every sample once; the mean of their losses. The device is waited for once, at the end.
    ///
    /// # Errors
    /// Of the device; where the data does not fit the network.
    pub fn epoch(&mut self, data: &Dataset) -> Result<f64> {
        let mut total: Option<Tensor> = None;
        for batch in data.batches(self.batch, &mut self.random)? {
            let batch = batch?;
            let features = match &self.augment {
                Some(change) => change(&batch.features, self.random.bits() as u32)?,
                None => batch.features,
            };
            let loss = cross_entropy(&self.model.forward(&features)?, &batch.labels)?;
            self.optimizer.step(&loss.backward()?)?;
            let weighted = loss.detached().mul_number(batch.labels.len() as f64)?;
            total = Some(match total {
                Some(sum) => sum.add(&weighted)?.realize()?.clone(),
                None => weighted,
            });
        }
        Ok(total.map_or(Ok(0.0), |sum| sum.number())? / data.len().max(1) as f64)
    }

    /// The share of samples whose highest score is their label's.
    ///
    /// # Errors
    /// Of the device; where the data does not fit the network.
    pub fn accuracy(&self, data: &Dataset) -> Result<f64> {
        let scores = no_grad(|| self.model.forward(&data.features))?;
        let right = scores.argmax(1, false)?.eq(&data.labels)?.sum_all()?.number()?;
        Ok(right / data.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustg_nn::{Adam, Sgd};
    use rustytorch_data::Samples;

    /// Points left and right of a line.
    fn points(device: &Device) -> Dataset {
        let mut random = Random::new(5);
        let lines: Vec<String> = (0..100)
            .map(|_| {
                let (x, y) = (random.number(-1.0, 1.0), random.number(-1.0, 1.0));
                format!("{x},{y},{}", u32::from(x > 0.3 * y))
            })
            .collect();
        Samples::parse(&lines.join("\n"), 1.0).unwrap().to_device(device).unwrap()
    }

    fn learn<O: Optimizer>(optimizer: impl Fn(Vec<(String, Parameter)>) -> O) -> f64 {
        let device = Device::cpu().unwrap();
        let data = points(&device);
        let model = Mlp::new(&device, &[2, 8, 2], 1).unwrap();
        let optimizer = optimizer(model.parameters().unwrap());
        let mut trainer = Trainer { model, optimizer, batch: 16, random: Random::new(2), augment: None };
        let losses: Vec<f64> = (0..12).map(|_| trainer.epoch(&data).unwrap()).collect();
        assert!(losses[11] < losses[0], "{losses:?}");
        trainer.accuracy(&data).unwrap()
    }

    #[test]
    fn both_optimizers_learn() {
        assert!(learn(|p| Adam::new(p, 0.02)) > 0.95);
        assert!(learn(|p| Sgd::new(p, 0.2, 0.9)) > 0.95);
    }

    #[test]
    fn data_of_another_width_is_an_error() {
        let device = Device::cpu().unwrap();
        let model = Mlp::new(&device, &[3, 2], 1).unwrap();
        assert_eq!(model.parameters().unwrap().len(), 2);
        let optimizer = Adam::new(model.parameters().unwrap(), 0.1);
        let mut trainer = Trainer { model, optimizer, batch: 16, random: Random::new(2), augment: None };
        assert!(trainer.epoch(&points(&device)).is_err());
        assert!(trainer.accuracy(&points(&device)).is_err());
    }
}
