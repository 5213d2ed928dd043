//! Reductions, which are recorded.

use crate::cell::{Fold, Op, Operand};
use crate::{DType, Error, Result, Tensor, layout};

impl Tensor {
    /// Which sides axes name.
    fn sides(&self, what: &'static str, axes: &[i64]) -> Result<Vec<bool>> {
        let mut named = vec![false; self.rank()];
        for axis in axes {
            let at = layout::axis(what, *axis, self.shape())?;
            if std::mem::replace(&mut named[at], true) {
                return Err(Error::Axis { what, axis: *axis, shape: self.shape().to_vec() });
            }
        }
        Ok(named)
    }

    /// A reduction along sides, one run of neighbours after the other, the last one first.
    fn reduce(&self, what: &'static str, fold: Fold, named: &[bool], keep: bool) -> Result<Tensor> {
        let kept: Vec<usize> = self.shape().iter().zip(named).map(|(s, named)| if *named { 1 } else { *s }).collect();
        let last: Vec<usize> = self
            .shape()
            .iter()
            .zip(named)
            .filter(|(_, named)| keep || !**named)
            .map(|(s, named)| if *named { 1 } else { *s })
            .collect();
        let mut x = self.detached();
        if kept.as_slice() != self.shape() && self.is_empty() && !kept.contains(&0) {
            return match fold {
                Fold::Sum => Tensor::zeros(self.device(), self.dtype(), &last),
                Fold::Product => Tensor::ones(self.device(), self.dtype(), &last),
                _ => Err(Error::Shape { what, shapes: vec![self.shape().to_vec()] }),
            };
        }
        let mut end = self.rank();
        while end > 0 {
            if !named[end - 1] || x.shape()[end - 1] == 1 {
                end -= 1;
                continue;
            }
            let mut first = end;
            while first > 0 && (named[first - 1] || x.shape()[first - 1] == 1) {
                first -= 1;
            }
            let mut shape = x.shape().to_vec();
            let n = shape[first..end].iter().product();
            let (outer, inner) = (shape[..first].iter().product(), shape[end..].iter().product());
            shape[first..end].fill(1);
            let op = Op::Reduce { fold, outer, n, inner };
            // the last one has the result's shape at once: nothing is to be done before it is wanted
            let shape = if shape == kept { last.clone() } else { shape };
            let is_last = shape == last;
            x = Tensor::recorded(self.device(), self.dtype(), shape, op, vec![Operand::Cell(x.cell)])?;
            if is_last {
                return Ok(x);
            }
            end = first;
        }
        x.reshape(&last)
    }

    /// The sums along sides; `keep`: they become 1, else they are left out. Of integers and `bool` of `i64`.
    ///
    /// # Errors
    /// Where there are no such sides.
    pub fn sum_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        let named = self.sides("sum", axes)?;
        let x = self.to_dtype(self.dtype().to_sum())?;
        let y = x.reduce("sum", Fold::Sum, &named, keep)?;
        let (own, kept) = (x.shape().to_vec(), x.kept(&named));
        Ok(y.with_history("sum", &[&x], move |g, _| Ok(vec![Some(g.reshape(&kept)?.broadcast_to(&own)?)])))
    }

    fn kept(&self, named: &[bool]) -> Vec<usize> {
        self.shape().iter().zip(named).map(|(side, named)| if *named { 1 } else { *side }).collect()
    }

    fn all_axes(&self) -> Vec<i64> {
        (0..self.rank() as i64).collect()
    }

    /// The sum of all elements, as one number.
    ///
    /// # Errors
    /// Of the device.
    pub fn sum_all(&self) -> Result<Tensor> {
        self.sum_axes(&self.all_axes(), false)
    }

    /// The products along sides, as [`Tensor::sum_axes`].
    ///
    /// # Errors
    /// Where there are no such sides.
    pub fn prod_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        let named = self.sides("prod", axes)?;
        let x = self.to_dtype(self.dtype().to_sum())?;
        let y = x.reduce("prod", Fold::Product, &named, keep)?;
        let (p, kept) = (x.clone(), x.kept(&named));
        Ok(y.with_history_of_output("prod", &[&x], move |g, y| {
            let axes: Vec<i64> = (0..named.len() as i64).filter(|axis| named[*axis as usize]).collect();
            let (zero, one) = (Tensor::zeros(g.device(), g.dtype(), &[])?, Tensor::ones(g.device(), g.dtype(), &[])?);
            // the product of the others: where one is 0, of those that are not; where two are, 0
            let is_zero = p.eq_number(0.0)?;
            let n_zeros = is_zero.sum_axes(&axes, true)?;
            let rest = Tensor::where_(&is_zero, &one, &p)?;
            let of_rest = Tensor::where_(&n_zeros.eq_number(1)?, &rest.prod_axes(&axes, true)?, &zero)?;
            let others = Tensor::where_(&is_zero, &of_rest, &y.reshape(&kept)?.div(&rest)?)?;
            Ok(vec![Some(g.reshape(&kept)?.mul(&others.conj()?)?)])
        }))
    }

    /// The largest ones along sides; `keep`: they become 1, else they are left out. NaN where one is.
    ///
    /// # Errors
    /// Where there are no such sides or they are empty.
    pub fn max_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        self.extremes("max", Fold::Max, axes, keep)
    }

    /// The smallest ones, as [`Tensor::max_axes`].
    ///
    /// # Errors
    /// As there.
    pub fn min_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        self.extremes("min", Fold::Min, axes, keep)
    }

    fn extremes(&self, what: &'static str, fold: Fold, axes: &[i64], keep: bool) -> Result<Tensor> {
        let named = self.sides(what, axes)?;
        if self.dtype().is_complex() {
            return Err(Error::DType { what, dtypes: vec![self.dtype()] });
        }
        if self.dtype() == DType::Bool {
            return self.to_dtype(DType::U8)?.reduce(what, fold, &named, keep)?.to_dtype(DType::Bool);
        }
        let y = self.reduce(what, fold, &named, keep)?;
        let (p, kept) = (self.clone(), self.kept(&named));
        Ok(y.with_history_of_output(what, &[self], move |g, y| {
            // equal ones share the gradient, as of PyTorch's amax
            let is_extreme = p.eq(&y.reshape(&kept)?)?.to_dtype(g.dtype())?;
            let axes: Vec<i64> = (0..named.len() as i64).filter(|axis| named[*axis as usize]).collect();
            let share = g.reshape(&kept)?.div(&is_extreme.sum_axes(&axes, true)?)?;
            Ok(vec![Some(is_extreme.mul(&share)?)])
        }))
    }

    /// The largest element, as one number.
    ///
    /// # Errors
    /// Where there is none.
    pub fn max_all(&self) -> Result<Tensor> {
        self.max_axes(&self.all_axes(), false)
    }

    /// The smallest element, as one number.
    ///
    /// # Errors
    /// Where there is none.
    pub fn min_all(&self) -> Result<Tensor> {
        self.min_axes(&self.all_axes(), false)
    }

    /// Whether any element along sides is not 0: of `bool`.
    ///
    /// # Errors
    /// Where there are no such sides.
    pub fn any_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        self.ne_number(0)?.to_dtype(DType::I64)?.sum_axes(axes, keep)?.ne_number(0)
    }

    /// Whether all elements along sides are not 0: of `bool`.
    ///
    /// # Errors
    /// Where there are no such sides.
    pub fn all_axes_true(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        self.eq_number(0)?.to_dtype(DType::I64)?.sum_axes(axes, keep)?.eq_number(0)
    }

    /// How many elements axes name.
    fn count_of(&self, what: &'static str, axes: &[i64]) -> Result<usize> {
        let named = self.sides(what, axes)?;
        let n = self.shape().iter().zip(named).filter(|(_, named)| *named).map(|(side, _)| *side).product();
        if n == 0 { Err(Error::Shape { what, shapes: vec![self.shape().to_vec()] }) } else { Ok(n) }
    }

    /// The type in which means are computed: sums of halves may be larger than they hold.
    fn widened(&self) -> Result<Tensor> {
        let dtype = match self.dtype() {
            half if half.is_half() => DType::F32,
            rounded if rounded.is_rounded() => rounded,
            _ => DType::F64,
        };
        self.to_dtype(dtype)
    }

    fn narrowed(self, like: &Tensor) -> Result<Tensor> {
        if like.dtype().is_half() { self.to_dtype(like.dtype()) } else { Ok(self) }
    }

    /// The means along sides; `keep`: they become 1, else they are left out. Of integers and `bool` of `f64`.
    ///
    /// # Errors
    /// Where there are no such sides or they are empty.
    pub fn mean_axes(&self, axes: &[i64], keep: bool) -> Result<Tensor> {
        let n = self.count_of("mean", axes)?;
        self.widened()?.sum_axes(axes, keep)?.div_number(n as f64)?.narrowed(self)
    }

    /// The mean of all elements, as one number.
    ///
    /// # Errors
    /// Where there are none.
    pub fn mean_all(&self) -> Result<Tensor> {
        self.mean_axes(&self.all_axes(), false)
    }

    /// The variances along sides: sums of squares divided by their number less `correction`, which is 1 for a sample's.
    ///
    /// # Errors
    /// Where there are no such sides, or no more elements than `correction`.
    pub fn var_axes(&self, axes: &[i64], correction: usize, keep: bool) -> Result<Tensor> {
        if self.dtype().is_complex() {
            return Err(Error::DType { what: "var", dtypes: vec![self.dtype()] });
        }
        let n = self.count_of("var", axes)?;
        let n = n.checked_sub(correction).filter(|n| *n > 0);
        let n = n.ok_or_else(|| Error::Shape { what: "var", shapes: vec![self.shape().to_vec()] })?;
        let x = self.widened()?;
        let apart = x.sub(&x.mean_axes(axes, true)?)?;
        apart.square()?.sum_axes(axes, keep)?.div_number(n as f64)?.narrowed(self)
    }

    /// Where the largest element along a side is: the first such number, of `i64`. A NaN is the largest.
    ///
    /// # Errors
    /// Where there is no such side, or it is empty.
    pub fn argmax(&self, axis: i64, keep: bool) -> Result<Tensor> {
        self.extreme_place("argmax", Fold::Max, axis, keep)
    }

    /// Where the smallest element along a side is, as [`Tensor::argmax`].
    ///
    /// # Errors
    /// As there.
    pub fn argmin(&self, axis: i64, keep: bool) -> Result<Tensor> {
        self.extreme_place("argmin", Fold::Min, axis, keep)
    }

    fn extreme_place(&self, what: &'static str, fold: Fold, axis: i64, keep: bool) -> Result<Tensor> {
        let x = self.detached();
        let extreme = x.extremes(what, fold, &[axis], true)?;
        let mut is_there = x.eq(&extreme)?;
        if x.dtype().is_float() {
            is_there = is_there.logical_or(&x.is_nan()?)?;
        }
        let at = layout::axis(what, axis, self.shape())?;
        let n = self.shape()[at];
        let mut shape = vec![1; self.rank()];
        shape[at] = n;
        let place = Tensor::arange(self.device(), n)?.reshape(&shape)?;
        let none = Tensor::full(self.device(), n as i64, DType::I64, &[])?;
        Tensor::where_(&is_there, &place, &none)?.min_axes(&[axis], keep)
    }

    /// The sums over all that broadcasting from `shape` repeated.
    pub(crate) fn sum_to(&self, what: &'static str, shape: &[usize]) -> Result<Tensor> {
        if shape == self.shape() {
            return Ok(self.clone());
        }
        let wrong = || Error::Shape { what, shapes: vec![self.shape().to_vec(), shape.to_vec()] };
        let added = self.rank().checked_sub(shape.len()).ok_or_else(wrong)?;
        let mut axes = Vec::new();
        for (axis, side) in self.shape().iter().enumerate() {
            let wanted = if axis < added { 1 } else { shape[axis - added] };
            if axis < added || wanted != *side {
                if wanted != 1 {
                    return Err(wrong());
                }
                axes.push(axis as i64);
            }
        }
        self.sum_axes(&axes, true)?.reshape(shape)
    }

    /// The softmax along a side; halves are rounded once, at the end.
    ///
    /// # Errors
    /// Where there is no such side, or the type is no float.
    pub fn softmax(&self, axis: i64) -> Result<Tensor> {
        self.check_float("softmax")?;
        let x = self.detached().widened()?;
        let powers = x.sub(&x.max_axes(&[axis], true)?)?.exp()?;
        let y = powers.div(&powers.sum_axes(&[axis], true)?)?.narrowed(self)?;
        Ok(y.with_history_of_output("softmax", &[self], move |g, y| {
            let y = y.widened()?;
            let weighted = g.widened()?.mul(&y)?;
            Ok(vec![Some(weighted.sub(&y.mul(&weighted.sum_axes(&[axis], true)?)?)?)])
        }))
    }

    /// The logarithm of the softmax along a side, rounded as [`Tensor::softmax`].
    ///
    /// # Errors
    /// As [`Tensor::softmax`].
    pub fn log_softmax(&self, axis: i64) -> Result<Tensor> {
        self.check_float("log_softmax")?;
        let x = self.detached().widened()?;
        let apart = x.sub(&x.max_axes(&[axis], true)?)?;
        let y = apart.sub(&apart.exp()?.sum_axes(&[axis], true)?.ln()?)?.narrowed(self)?;
        Ok(y.with_history_of_output("log_softmax", &[self], move |g, y| {
            let g = g.widened()?;
            Ok(vec![Some(g.sub(&y.widened()?.exp()?.mul(&g.sum_axes(&[axis], true)?)?)?)])
        }))
    }
}
