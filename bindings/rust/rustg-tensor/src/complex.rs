//! Complex numbers. The gradient of a real loss with respect to z = x + i y is that of x plus i times that of y, as PyTorch's: what
//! a step goes along.

use crate::map::Map;
use crate::{DType, Error, Result, Tensor};

impl Tensor {
    /// Complex numbers of their parts, broadcast: of two tensors of `f64`, else of `f32`.
    ///
    /// # Errors
    /// Of complex parts; where shapes do not broadcast, or devices differ.
    pub fn complex(real: &Tensor, imaginary: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "complex";
        let dtype = real.dtype().promote(imaginary.dtype()).promote(DType::F32);
        if dtype.is_complex() {
            return Err(Error::DType { what: WHAT, dtypes: vec![real.dtype(), imaginary.dtype()] });
        }
        let (a, b) = (real.to_dtype(dtype)?, imaginary.to_dtype(dtype)?);
        let y = Tensor::map(WHAT, Map::Join, dtype.promote(DType::C64), &[&a, &b])?;
        Ok(y.with_history(WHAT, &[&a, &b], |g, _| Ok(vec![Some(g.real()?), Some(g.imag()?)])))
    }

    /// With the other sign of imaginary parts; itself where it is real.
    ///
    /// # Errors
    /// Of the device.
    pub fn conj(&self) -> Result<Tensor> {
        if !self.dtype().is_complex() {
            return Ok(self.clone());
        }
        let y = Tensor::map("conj", Map::Conj, self.dtype(), &[self])?;
        Ok(y.with_history("conj", &[self], |g, _| Ok(vec![Some(g.conj()?)])))
    }

    /// Real parts; itself where it is real.
    ///
    /// # Errors
    /// Of the device.
    pub fn real(&self) -> Result<Tensor> {
        if !self.dtype().is_complex() {
            return Ok(self.clone());
        }
        let y = Tensor::map("real", Map::Real, self.dtype().real(), &[self])?;
        Ok(y.with_history("real", &[self], |g, _| Ok(vec![Some(g.clone())])))
    }

    /// Imaginary parts; zeros where it is real.
    ///
    /// # Errors
    /// Of the device.
    pub fn imag(&self) -> Result<Tensor> {
        if !self.dtype().is_complex() {
            return Tensor::zeros(self.device(), self.dtype(), self.shape());
        }
        let y = Tensor::map("imag", Map::Imag, self.dtype().real(), &[self])?;
        Ok(y.with_history("imag", &[self], |g, _| {
            Ok(vec![Some(Tensor::complex(&Tensor::zeros(g.device(), g.dtype(), &[])?, g)?)])
        }))
    }

    /// Distances from 0.
    pub(crate) fn norm(&self) -> Result<Tensor> {
        let y = Tensor::map("abs", Map::Norm, self.dtype().real(), &[self])?;
        let p = self.clone();
        Ok(y.with_history_of_output("abs", &[self], move |g, y| {
            // 0 at 0, as PyTorch's
            let away = Tensor::where_(&y.eq_number(0.0)?, &Tensor::ones(y.device(), y.dtype(), &[])?, y)?;
            Ok(vec![Some(p.mul(&g.div(&away)?)?)])
        }))
    }

    /// Angles of complex numbers.
    ///
    /// # Errors
    /// Where it is real.
    pub fn angle(&self) -> Result<Tensor> {
        const WHAT: &str = "angle";
        if !self.dtype().is_complex() {
            return Err(Error::DType { what: WHAT, dtypes: vec![self.dtype()] });
        }
        let y = Tensor::map(WHAT, Map::Angle, self.dtype().real(), &[self])?;
        let p = self.clone();
        Ok(y.with_history(WHAT, &[self], move |g, _| {
            let (x, y) = (p.real()?, p.imag()?);
            let share = g.div(&x.square()?.add(&y.square()?)?)?;
            Ok(vec![Some(Tensor::complex(&share.mul(&y)?.neg()?, &share.mul(&x)?)?)])
        }))
    }
}
