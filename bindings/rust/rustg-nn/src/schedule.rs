//! How the learning rate changes from step to step.

/// A factor for each step, from 0 on: the rate is it times the optimizer's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    /// 1.
    Constant,
    /// Times `factor` after each `every` steps: PyTorch's StepLR.
    Step {
        /// Steps of one factor.
        every: u64,
        /// What the factor is multiplied by.
        factor: f64,
    },
    /// Half a cosine from 1 down to `least` within `steps`, and there on: CosineAnnealingLR up to its end.
    Cosine {
        /// Steps down.
        steps: u64,
        /// The least factor.
        least: f64,
    },
    /// In a straight line from `first` up to 1 within `steps`, and there on: LinearLR.
    Linear {
        /// Steps up.
        steps: u64,
        /// The first factor.
        first: f64,
    },
    /// A straight line from 1 / steps up to 1, then another schedule from its beginning.
    WarmUp {
        /// Steps up.
        steps: u64,
        /// What comes then.
        then: Box<Schedule>,
    },
    /// Up from 1 / 25 to 1 in the first `up` of the steps, then down to 1 / 250,000, by cosines: OneCycleLR.
    OneCycle {
        /// All steps.
        steps: u64,
        /// The part of them that goes up, 0.3 where nothing is said.
        up: f64,
    },
}

/// From `a` to `b` by half a cosine.
fn eased(a: f64, b: f64, part: f64) -> f64 {
    b + (a - b) / 2.0 * ((std::f64::consts::PI * part).cos() + 1.0)
}

impl Schedule {
    /// The factor of a step, from 0 on.
    pub fn factor(&self, step: u64) -> f64 {
        match self {
            Schedule::Constant => 1.0,
            Schedule::Step { every, factor } => factor.powi((step / (*every).max(1)).min(i32::MAX as u64) as i32),
            Schedule::Cosine { steps, least } => eased(1.0, *least, step.min(*steps) as f64 / (*steps).max(1) as f64),
            Schedule::Linear { steps, first } => {
                first + (1.0 - first) * step.min(*steps) as f64 / (*steps).max(1) as f64
            }
            Schedule::WarmUp { steps, .. } if step < *steps => (step + 1) as f64 / *steps as f64,
            Schedule::WarmUp { steps, then } => then.factor(step - steps),
            Schedule::OneCycle { steps, up } => {
                let (top, end) = (up * *steps as f64 - 1.0, (*steps as f64 - 1.0).max(0.0));
                let at = (step as f64).min(end);
                if at <= top {
                    eased(1.0 / 25.0, 1.0, at / top.max(1e-300))
                } else {
                    eased(1.0, 1.0 / 250_000.0, (at - top) / (end - top).max(1e-300))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors() {
        let step = Schedule::Step { every: 3, factor: 0.5 };
        assert_eq!([0, 2, 3, 8].map(|n| step.factor(n)), [1.0, 1.0, 0.5, 0.25]);
        let cosine = Schedule::Cosine { steps: 10, least: 0.1 };
        assert!((cosine.factor(5) - 0.55).abs() < 1e-12 && (cosine.factor(99) - 0.1).abs() < 1e-12);
        let linear = Schedule::Linear { steps: 4, first: 0.2 };
        assert!((linear.factor(2) - 0.6).abs() < 1e-12 && linear.factor(7) == 1.0);
        let warm = Schedule::WarmUp { steps: 4, then: Box::new(step) };
        assert_eq!([0, 3, 4, 7].map(|n| warm.factor(n)), [0.25, 1.0, 1.0, 0.5]);
        let cycle = Schedule::OneCycle { steps: 10, up: 0.3 };
        assert!((cycle.factor(0) - 0.04).abs() < 1e-12 && (cycle.factor(2) - 1.0).abs() < 1e-12);
        assert!((cycle.factor(9) - 4e-6).abs() < 1e-12);
        assert_eq!(Schedule::Constant.factor(5), 1.0);
        for (steps, up) in [(0, 0.3), (1, 0.3), (4, 0.0), (4, 1.0)] {
            let cycle = Schedule::OneCycle { steps, up };
            assert!((0..6).all(|step| (4e-6..=1.0).contains(&cycle.factor(step))), "{steps} {up}");
        }
    }
}
