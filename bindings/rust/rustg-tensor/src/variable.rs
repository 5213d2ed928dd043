//! Operations on variables: each computes its result and says what its inputs get of the result's gradient. A gradient may have
//! the result's shape where the input was broadcast: the tape sums it.

use crate::{Result, Tensor, Variable};

impl Variable {
    fn with_other(
        &self,
        other: &Variable,
        value: Tensor,
        own: impl Fn(&Tensor) -> Result<Tensor> + 'static,
        others: impl Fn(&Tensor) -> Result<Tensor> + 'static,
    ) -> Variable {
        self.result(value, [(self, Box::new(own)), (other, Box::new(others))])
    }

    fn alone(&self, value: Tensor, share: impl Fn(&Tensor) -> Result<Tensor> + 'static) -> Variable {
        self.result(value, [(self, Box::new(share))])
    }

    /// [`Tensor::add`].
    ///
    /// # Errors
    /// As there; where the tapes differ.
    pub fn add(&self, other: &Variable) -> Result<Variable> {
        self.check_tape(other)?;
        let value = self.value().add(other.value())?;
        Ok(self.with_other(other, value, |g| Ok(g.clone()), |g| Ok(g.clone())))
    }

    /// [`Tensor::sub`].
    ///
    /// # Errors
    /// As there; where the tapes differ.
    pub fn sub(&self, other: &Variable) -> Result<Variable> {
        self.check_tape(other)?;
        let value = self.value().sub(other.value())?;
        Ok(self.with_other(other, value, |g| Ok(g.clone()), Tensor::neg))
    }

    /// [`Tensor::mul`].
    ///
    /// # Errors
    /// As there; where the tapes differ.
    pub fn mul(&self, other: &Variable) -> Result<Variable> {
        self.check_tape(other)?;
        let (a, b) = (self.value().clone(), other.value().clone());
        let value = a.mul(&b)?;
        Ok(self.with_other(other, value, move |g| g.mul(&b), move |g| g.mul(&a)))
    }

    /// [`Tensor::div`].
    ///
    /// # Errors
    /// As there; where the tapes differ.
    pub fn div(&self, other: &Variable) -> Result<Variable> {
        self.check_tape(other)?;
        let b = other.value().clone();
        let value = self.value().div(&b)?;
        let (divisor, quotient) = (b.clone(), value.clone());
        Ok(self.with_other(other, value, move |g| g.div(&b), move |g| g.mul(&quotient)?.div(&divisor)?.neg()))
    }

    /// [`Tensor::add_number`].
    ///
    /// # Errors
    /// As there.
    pub fn add_number(&self, number: f64) -> Result<Variable> {
        Ok(self.alone(self.value().add_number(number)?, |g| Ok(g.clone())))
    }

    /// [`Tensor::mul_number`].
    ///
    /// # Errors
    /// As there.
    pub fn mul_number(&self, number: f64) -> Result<Variable> {
        Ok(self.alone(self.value().mul_number(number)?, move |g| g.mul_number(number)))
    }

    /// [`Tensor::neg`].
    ///
    /// # Errors
    /// As there.
    pub fn neg(&self) -> Result<Variable> {
        Ok(self.alone(self.value().neg()?, Tensor::neg))
    }

    /// [`Tensor::exp`].
    ///
    /// # Errors
    /// As there.
    pub fn exp(&self) -> Result<Variable> {
        let y = self.value().exp()?;
        Ok(self.alone(y.clone(), move |g| g.mul(&y)))
    }

    /// [`Tensor::ln`].
    ///
    /// # Errors
    /// As there.
    pub fn ln(&self) -> Result<Variable> {
        let x = self.value().clone();
        Ok(self.alone(x.ln()?, move |g| g.div(&x)))
    }

    /// [`Tensor::sqrt`].
    ///
    /// # Errors
    /// As there.
    pub fn sqrt(&self) -> Result<Variable> {
        let y = self.value().sqrt()?;
        Ok(self.alone(y.clone(), move |g| g.div(&y)?.mul_number(0.5)))
    }

    /// [`Tensor::tanh`].
    ///
    /// # Errors
    /// As there.
    pub fn tanh(&self) -> Result<Variable> {
        let y = self.value().tanh()?;
        Ok(self.alone(y.clone(), move |g| g.sub(&g.mul(&y)?.mul(&y)?)))
    }

    /// [`Tensor::sigmoid`].
    ///
    /// # Errors
    /// As there.
    pub fn sigmoid(&self) -> Result<Variable> {
        let y = self.value().sigmoid()?;
        Ok(self.alone(y.clone(), move |g| {
            let part = g.mul(&y)?;
            part.sub(&part.mul(&y)?)
        }))
    }

    /// [`Tensor::relu`].
    ///
    /// # Errors
    /// As there.
    pub fn relu(&self) -> Result<Variable> {
        let x = self.value().clone();
        Ok(self.alone(x.relu()?, move |g| x.relu_gradient(g)))
    }

    /// [`Tensor::matmul`].
    ///
    /// # Errors
    /// As there; where the tapes differ.
    pub fn matmul(&self, other: &Variable) -> Result<Variable> {
        self.check_tape(other)?;
        let (a, b) = (self.value().clone(), other.value().clone());
        let value = a.matmul(&b)?;
        Ok(self.with_other(other, value, move |g| g.matmul(&turned(&b)?), move |g| turned(&a)?.matmul(g)))
    }

    /// [`Tensor::transpose`].
    ///
    /// # Errors
    /// As there.
    pub fn transpose(&self, a: usize, b: usize) -> Result<Variable> {
        Ok(self.alone(self.value().transpose(a, b)?, move |g| g.transpose(a, b)))
    }

    /// [`Tensor::reshape`].
    ///
    /// # Errors
    /// As there.
    pub fn reshape(&self, shape: &[usize]) -> Result<Variable> {
        let own = self.value().shape().to_vec();
        Ok(self.alone(self.value().reshape(shape)?, move |g| g.reshape(&own)))
    }

    /// [`Tensor::broadcast_to`].
    ///
    /// # Errors
    /// As there.
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Variable> {
        Ok(self.alone(self.value().broadcast_to(shape)?, |g| Ok(g.clone())))
    }

    /// [`Tensor::sum`].
    ///
    /// # Errors
    /// As there.
    pub fn sum(&self, axis: usize) -> Result<Variable> {
        let own = self.value().shape().to_vec();
        Ok(self.alone(self.value().sum(axis)?, move |g| g.broadcast_to(&own)))
    }

    /// [`Tensor::mean`].
    ///
    /// # Errors
    /// As there.
    pub fn mean(&self, axis: usize) -> Result<Variable> {
        let own = self.value().shape().to_vec();
        let value = self.value().mean(axis)?;
        let share = 1.0 / own[axis] as f64;
        Ok(self.alone(value, move |g| g.mul_number(share)?.broadcast_to(&own)))
    }

    /// [`Tensor::sum_all`].
    ///
    /// # Errors
    /// As there.
    pub fn sum_all(&self) -> Result<Variable> {
        let own = self.value().shape().to_vec();
        Ok(self.alone(self.value().sum_all()?, move |g| g.broadcast_to(&own)))
    }

    /// [`Tensor::mean_all`].
    ///
    /// # Errors
    /// As there.
    pub fn mean_all(&self) -> Result<Variable> {
        let own = self.value().shape().to_vec();
        let value = self.value().mean_all()?;
        let share = 1.0 / self.value().len() as f64;
        Ok(self.alone(value, move |g| g.mul_number(share)?.broadcast_to(&own)))
    }

    /// [`Tensor::softmax`].
    ///
    /// # Errors
    /// As there.
    pub fn softmax(&self) -> Result<Variable> {
        let y = self.value().softmax()?;
        Ok(self.alone(y.clone(), move |g| {
            let weighted = g.mul(&y)?;
            let sums = weighted.sum(weighted.shape().len() - 1)?;
            weighted.sub(&y.mul(&sums)?)
        }))
    }

    /// [`Tensor::cross_entropy`]. Labels are `u32` and have no gradient.
    ///
    /// # Errors
    /// As there.
    pub fn cross_entropy(&self, labels: &Tensor) -> Result<Variable> {
        let (x, labels) = (self.value().clone(), labels.clone());
        let value = x.cross_entropy(&labels)?;
        Ok(self.alone(value, move |g| x.cross_entropy_gradient(&labels)?.mul(g)))
    }
}

/// Matrices turned over.
fn turned(x: &Tensor) -> Result<Tensor> {
    let rank = x.shape().len();
    x.transpose(rank - 2, rank - 1)
}
