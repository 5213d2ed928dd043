//! Networks and their training.

use rustg_tensor::{
    DType, Device, Layer, Linear, Optimizer, Parameter, Random, Relu, Result, Sequential, Tape, Tensor, Variable,
};
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
    pub fn new(device: &Device, widths: &[usize], random: &mut Random) -> Result<Mlp> {
        let mut layers = Sequential::new();
        for (n, pair) in widths.windows(2).enumerate() {
            if n > 0 {
                layers = layers.with(Relu);
            }
            layers = layers.with(Linear::new(device, DType::F32, pair[0], pair[1], random)?);
        }
        Ok(Mlp { layers })
    }
}

impl Layer for Mlp {
    fn forward(&self, input: &Variable) -> Result<Variable> {
        self.layers.forward(input)
    }
    fn parameters(&self) -> Vec<&Parameter> {
        self.layers.parameters()
    }
    fn parameters_mut(&mut self) -> Vec<&mut Parameter> {
        self.layers.parameters_mut()
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

impl<M: Layer, O: Optimizer> Trainer<M, O> {
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
            let tape = Tape::new();
            let loss = self.model.forward(&tape.constant(features))?.cross_entropy(&batch.labels)?;
            let gradients = loss.backward()?;
            self.optimizer.step(self.model.parameters_mut(), &gradients)?;
            let weighted = loss.value().mul_number(batch.labels.len() as f64)?;
            total = Some(match total {
                Some(sum) => sum.add(&weighted)?,
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
        let scores = self.model.forward(&Tape::without_gradients().constant(data.features.clone()))?;
        let right = scores.value().argmax()?.count_equal(&data.labels)?;
        Ok(right as f64 / data.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustg_tensor::{Adam, Sgd};
    use rustytorch_data::Samples;

    /// Points left and right of a line.
    fn points(device: &Device) -> Dataset {
        let mut random = Random::new(5);
        let lines: Vec<String> = (0..100)
            .map(|_| {
                let (x, y) = (random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
                format!("{x},{y},{}", u32::from(x > 0.3 * y))
            })
            .collect();
        Samples::parse(&lines.join("\n"), 1.0).unwrap().to_device(device).unwrap()
    }

    fn learn(optimizer: impl Optimizer) -> f64 {
        let device = Device::cpu().unwrap();
        let data = points(&device);
        let model = Mlp::new(&device, &[2, 8, 2], &mut Random::new(1)).unwrap();
        let mut trainer = Trainer { model, optimizer, batch: 16, random: Random::new(2), augment: None };
        let losses: Vec<f64> = (0..12).map(|_| trainer.epoch(&data).unwrap()).collect();
        assert!(losses[11] < losses[0], "{losses:?}");
        trainer.accuracy(&data).unwrap()
    }

    #[test]
    fn both_optimizers_learn() {
        assert!(learn(Adam::new(0.02)) > 0.95);
        assert!(learn(Sgd::new(0.2, 0.9)) > 0.95);
    }

    #[test]
    fn data_of_another_width_is_an_error() {
        let device = Device::cpu().unwrap();
        let model = Mlp::new(&device, &[3, 2], &mut Random::new(1)).unwrap();
        assert_eq!(model.parameters().len(), 2);
        let mut trainer =
            Trainer { model, optimizer: Adam::new(0.1), batch: 16, random: Random::new(2), augment: None };
        assert!(trainer.epoch(&points(&device)).is_err());
        assert!(trainer.accuracy(&points(&device)).is_err());
    }
}
