//! Views: other shapes of the same elements.

use crate::cell::View;
use crate::{Error, Result, Tensor, layout};

impl Tensor {
    fn seen(&self, shape: Vec<usize>, strides: Vec<usize>, offset: usize) -> Result<Tensor> {
        let storage = self.view()?.storage;
        Ok(Tensor::of_view(self, shape, View { storage, strides, offset }))
    }

    /// The same elements in another shape; copied only where strides cannot say it.
    ///
    /// # Errors
    /// Where the number of elements differs.
    pub fn reshape(&self, shape: &[usize]) -> Result<Tensor> {
        if shape == self.shape() {
            return Ok(self.clone());
        }
        if layout::count(shape)? != self.len() {
            return Err(Error::Shape { what: "reshape", shapes: vec![self.shape().to_vec(), shape.to_vec()] });
        }
        let plain = Tensor::of_cell(self.cell.clone());
        plain.view()?;
        let plain = plain.contiguous()?;
        let offset = plain.view()?.offset;
        let own = self.shape().to_vec();
        let seen = plain.seen(shape.to_vec(), layout::row_major(shape), offset)?;
        Ok(seen.with_history("reshape", &[self], move |g, _| Ok(vec![Some(g.reshape(&own)?)])))
    }

    /// With its sides in another order: side `i` of the result is side `order[i]` of this.
    ///
    /// # Errors
    /// Where `order` does not name each side once.
    pub fn permute(&self, order: &[usize]) -> Result<Tensor> {
        let mut back = vec![usize::MAX; self.rank()];
        for (to, from) in order.iter().enumerate() {
            if let Some(place) = back.get_mut(*from) {
                *place = to;
            }
        }
        if order.len() != self.rank() || back.contains(&usize::MAX) {
            return Err(Error::Shape { what: "permute", shapes: vec![self.shape().to_vec(), order.to_vec()] });
        }
        let view = self.view()?;
        let (shape, strides) = order.iter().map(|from| (self.shape()[*from], view.strides[*from])).unzip();
        let seen = self.seen(shape, strides, view.offset)?;
        Ok(seen.with_history("permute", &[self], move |g, _| Ok(vec![Some(g.permute(&back)?)])))
    }

    /// With two sides exchanged; -1 is the last one.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn transpose(&self, a: i64, b: i64) -> Result<Tensor> {
        let (a, b) = (layout::axis("transpose", a, self.shape())?, layout::axis("transpose", b, self.shape())?);
        let mut order: Vec<usize> = (0..self.rank()).collect();
        order.swap(a, b);
        self.permute(&order)
    }

    /// With the last two sides exchanged.
    ///
    /// # Errors
    /// Where there are not two.
    pub fn t(&self) -> Result<Tensor> {
        self.transpose(-2, -1)
    }

    /// A part of one side: `length` from `start` on.
    ///
    /// # Errors
    /// Where the side is shorter, or is not there.
    pub fn narrow(&self, axis: i64, start: usize, length: usize) -> Result<Tensor> {
        let axis = layout::axis("narrow", axis, self.shape())?;
        let side = self.shape()[axis];
        if start.checked_add(length).is_none_or(|end| end > side) {
            let asked = start.saturating_add(length).min(i64::MAX as usize) as i64;
            return Err(Error::Axis { what: "narrow", axis: asked, shape: self.shape().to_vec() });
        }
        let view = self.view()?;
        let mut shape = self.shape().to_vec();
        shape[axis] = length;
        let offset = view.offset + if length == 0 { 0 } else { start * view.strides[axis] };
        let seen = self.seen(shape, view.strides, offset)?;
        let own = self.shape().to_vec();
        Ok(seen.with_history("narrow", &[self], move |g, _| {
            let gap = |length: usize| {
                let mut shape = own.clone();
                shape[axis] = length;
                Tensor::zeros(g.device(), g.dtype(), &shape)
            };
            let (before, after) = (gap(start)?, gap(own[axis] - start - length)?);
            Ok(vec![Some(Tensor::cat(&[&before, g, &after], axis as i64)?)])
        }))
    }

    /// The part of one side with one number, without the side.
    ///
    /// # Errors
    /// Where the side is shorter, or is not there.
    pub fn select(&self, axis: i64, index: usize) -> Result<Tensor> {
        self.narrow(axis, index, 1)?.squeeze(axis)
    }

    /// Seen in a larger shape: sides of 1 are repeated, sides in front added. Nothing is copied.
    ///
    /// # Errors
    /// Where it does not broadcast to that shape.
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Tensor> {
        if shape == self.shape() {
            return Ok(self.clone());
        }
        layout::count(shape)?;
        let wrong = || Error::Shape { what: "broadcast_to", shapes: vec![self.shape().to_vec(), shape.to_vec()] };
        let view = self.view()?;
        let strides = layout::broadcast_strides(self.shape(), &view.strides, shape).ok_or_else(wrong)?;
        let seen = self.seen(shape.to_vec(), strides, view.offset)?;
        // the gradient is summed to this shape by whoever gathers it
        Ok(seen.with_history("broadcast_to", &[self], |g, _| Ok(vec![Some(g.clone())])))
    }

    /// Without a side of 1.
    ///
    /// # Errors
    /// Where there is no such side, or it is longer.
    pub fn squeeze(&self, axis: i64) -> Result<Tensor> {
        let at = layout::axis("squeeze", axis, self.shape())?;
        let mut shape = self.shape().to_vec();
        if shape.remove(at) != 1 {
            return Err(Error::Axis { what: "squeeze", axis, shape: self.shape().to_vec() });
        }
        self.reshape(&shape)
    }

    /// With a side of 1 before side `axis`; -1 is behind the last one.
    ///
    /// # Errors
    /// Where there are fewer sides.
    pub fn unsqueeze(&self, axis: i64) -> Result<Tensor> {
        let mut shape = self.shape().to_vec();
        shape.push(1);
        let at = layout::axis("unsqueeze", axis, &shape)?;
        shape.pop();
        shape.insert(at, 1);
        self.reshape(&shape)
    }

    /// With sides `first` to `last` as one.
    ///
    /// # Errors
    /// Where there are no such sides.
    pub fn flatten(&self, first: i64, last: i64) -> Result<Tensor> {
        let (a, b) = (layout::axis("flatten", first, self.shape())?, layout::axis("flatten", last, self.shape())?);
        if a > b {
            return Err(Error::Axis { what: "flatten", axis: first, shape: self.shape().to_vec() });
        }
        let sides = self.shape();
        let middle = sides[a..=b].iter().product();
        let shape: Vec<usize> =
            sides[..a].iter().copied().chain([middle]).chain(sides[b + 1..].iter().copied()).collect();
        self.reshape(&shape)
    }

    /// The diagonal of the last two sides, as one side. A view.
    pub(crate) fn diagonal(&self, a: usize, b: usize) -> Result<Tensor> {
        let n = self.shape()[a];
        if self.shape()[b] != n {
            return Err(Error::Shape { what: "diagonal", shapes: vec![self.shape().to_vec()] });
        }
        if self.history.is_some() {
            // by what is on the diagonal alone, of which there is a gradient
            let at = |axis: usize| {
                let mut shape = vec![1; self.rank()];
                shape[axis] = n;
                Tensor::arange(self.device(), n)?.reshape(&shape)
            };
            let is_off = at(a)?.ne(&at(b)?)?;
            return self.masked_fill(&is_off, 0)?.sum_axes(&[b as i64], false);
        }
        let view = self.view()?;
        let (mut shape, mut strides) = (self.shape().to_vec(), view.strides.clone());
        strides[a] += strides[b];
        shape.remove(b);
        strides.remove(b);
        self.seen(shape, strides, view.offset)
    }

    /// Parts of one side, each of so many but the last, which may be shorter.
    ///
    /// # Errors
    /// Where there is no such side, or `size` is 0.
    pub fn split(&self, size: usize, axis: i64) -> Result<Vec<Tensor>> {
        let side = self.shape()[layout::axis("split", axis, self.shape())?];
        if size == 0 {
            return Err(Error::argument("split", "parts of 0"));
        }
        if side == 0 {
            return Ok(vec![self.clone()]);
        }
        (0..side).step_by(size).map(|start| self.narrow(axis, start, size.min(side - start))).collect()
    }

    /// So many parts of one side, as equal as can be.
    ///
    /// # Errors
    /// Where there is no such side, or `n` is 0.
    pub fn chunk(&self, n: usize, axis: i64) -> Result<Vec<Tensor>> {
        let side = self.shape()[layout::axis("chunk", axis, self.shape())?];
        if n == 0 {
            return Err(Error::argument("chunk", "0 parts"));
        }
        self.split(side.div_ceil(n).max(1), axis)
    }
}
