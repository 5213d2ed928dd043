//! Products of matrices, and reductions.

use crate::device::{Extent, Float};
use crate::kernels::{matmul, reduce};
use crate::operation::by_float;
use crate::{DType, Element, Error, Result, Tensor, layout};

/// Elements that one block of a reduction of a long row takes.
const CHUNK: usize = 4096;

/// Up to this length a reduced side is one thread's work.
const SHORT: usize = 128;

/// From this many rows and columns on a product has blocks enough for a GPU where each makes more of it.
const LARGE: usize = 1024;

impl Tensor {
    /// Products of matrices: `[.., m, k]` by `[.., k, n]` is `[.., m, n]`; sides in front broadcast.
    ///
    /// # Errors
    /// Where the shapes do not go together, or types or devices differ.
    pub fn matmul(&self, other: &Tensor) -> Result<Tensor> {
        self.check_same("matmul", other)?;
        let wrong = || Error::Shape { what: "matmul", shapes: vec![self.shape().to_vec(), other.shape().to_vec()] };
        let ([a_front @ .., m, k], [b_front @ .., k_too, n]) = (self.shape(), other.shape()) else {
            return Err(wrong());
        };
        if k != k_too {
            return Err(wrong());
        }
        let front = layout::broadcast("matmul", a_front, b_front)?;
        let shape: Vec<usize> = front.iter().chain([m, n]).copied().collect();
        let (count, matrices) = (layout::count(&shape)?, layout::count(&front)?);
        if *k == 0 {
            return Tensor::full_of(self.device(), self.dtype(), 0.0, &shape);
        }
        let narrow = |side: usize| u32::try_from(side).map_err(|_| Error::TooLarge { shape: shape.clone() });
        let sides = [narrow(*m)?, narrow(*n)?, narrow(*k)?];
        let is_large = *m >= LARGE && *n >= LARGE;
        let tile = matmul::SIDE * if is_large { matmul::OWN_LARGE } else { matmul::OWN };
        let blocks = [narrow(n.div_ceil(tile))?, narrow(m.div_ceil(tile))?, narrow(matrices)?];
        if blocks[1] > 65535 || blocks[2] > 65535 {
            return Err(Error::TooLarge { shape });
        }
        let (a, a_strides) = self.as_matrices(&front)?;
        // strips read rows of B
        let other = if self.device().is_cuda() { other.clone() } else { other.contiguous()? };
        let (b, b_strides) = other.as_matrices(&front)?;
        by_float!(self.dtype(), "matmul", T => {
            let mut c = self.device().unwritten::<T>(count)?;
            let arguments = (sides, a_strides, b_strides, a.slice::<T>()?, b.slice::<T>()?, &mut c);
            if self.device().is_cuda() {
                let extent = Extent::Blocks(blocks, [16, 16, 1]);
                let kernel = if is_large { "matmul_large" } else { "matmul" };
                self.device().launch(kernel, T::DTYPE, extent, arguments)?;
            } else {
                let extent = Extent::Elements(matrices * m * n.div_ceil(matmul::STRIP));
                self.device().launch("matmul_strip", T::DTYPE, extent, arguments)?;
            }
            Ok(Tensor::made(self.device(), c, &shape))
        })
    }

    /// Its matrices, one for each element of `front`, as the kernel reads them: strides from matrix to matrix, row to row, column
    /// to column. Copied where matrices do not follow each other at equal distances.
    fn as_matrices(&self, front: &[usize]) -> Result<(Tensor, [u32; 3])> {
        let shape: Vec<usize> = front.iter().chain(&self.shape()[self.shape().len() - 2..]).copied().collect();
        let of = |stride: usize| u32::try_from(stride).map_err(|_| Error::TooLarge { shape: shape.clone() });
        let mut all = self.broadcast_to(&shape)?;
        loop {
            let (outer, inner) = all.strides().split_at(front.len());
            let steps = layout::for_kernel(front, [outer])?;
            if steps.shape.iter().filter(|side| **side != 1).count() <= 1 {
                let [.., step] = steps.strides[0];
                let strides = [step, of(inner[0])?, of(inner[1])?];
                return Ok((all, strides));
            }
            all = all.copied()?;
        }
    }

    /// The sums along one side, which becomes 1.
    ///
    /// # Errors
    /// Where there is no such side; where the type is no float.
    pub fn sum(&self, axis: usize) -> Result<Tensor> {
        self.reduce("sum", reduce::SUM, axis)
    }

    /// The largest ones along one side, which becomes 1.
    ///
    /// # Errors
    /// Where there is no such side or it is empty; where the type is no float.
    pub fn max(&self, axis: usize) -> Result<Tensor> {
        self.reduce("max", reduce::MAX, axis)
    }

    /// The smallest ones along one side, which becomes 1.
    ///
    /// # Errors
    /// Where there is no such side or it is empty; where the type is no float.
    pub fn min(&self, axis: usize) -> Result<Tensor> {
        self.reduce("min", reduce::MIN, axis)
    }

    /// The mean along one side, which becomes 1.
    ///
    /// # Errors
    /// As [`Tensor::max`].
    pub fn mean(&self, axis: usize) -> Result<Tensor> {
        let side = self.check_axis("mean", axis)?;
        if side == 0 {
            return Err(Error::Axis { what: "mean", axis, shape: self.shape().to_vec() });
        }
        self.sum(axis)?.mul_number(1.0 / side as f64)
    }

    /// The sum of all elements, as one number.
    ///
    /// # Errors
    /// Where the type is no float.
    pub fn sum_all(&self) -> Result<Tensor> {
        self.reshape(&[self.len()])?.sum(0)?.reshape(&[])
    }

    /// The mean of all elements, as one number.
    ///
    /// # Errors
    /// Where the type is no float, or there are no elements.
    pub fn mean_all(&self) -> Result<Tensor> {
        self.reshape(&[self.len()])?.mean(0)?.reshape(&[])
    }

    fn reduce(&self, what: &'static str, op: u32, axis: usize) -> Result<Tensor> {
        let n = self.check_axis(what, axis)?;
        let mut shape = self.shape().to_vec();
        shape[axis] = 1;
        if n == 0 {
            return match op {
                reduce::SUM => Tensor::full_of(self.device(), self.dtype(), 0.0, &shape),
                _ => Err(Error::Axis { what, axis, shape: self.shape().to_vec() }),
            };
        }
        let inner: usize = self.shape()[axis + 1..].iter().product();
        by_float!(self.dtype(), what, T => {
            if n <= SHORT {
                return self.contiguous()?.reduce_along::<T>(op, n, inner, &shape);
            }
            // a long side becomes the last one; one long row is reduced in chunks first, then what they came to
            let mut partial = self.transpose(axis, self.shape().len() - 1)?.contiguous()?;
            let mut turned = partial.shape().to_vec();
            let (rows, mut left) = (partial.len() / n, n);
            while rows == 1 && left > CHUNK {
                left = left.div_ceil(CHUNK);
                partial = partial.reduce_rows::<T>(op, CHUNK, &[left])?;
            }
            if let Some(last) = turned.last_mut() {
                *last = 1;
            }
            partial.reduce_rows::<T>(op, left, &turned)?.transpose(axis, turned.len() - 1)
        })
    }

    fn reduce_along<T: Float>(&self, op: u32, n: usize, inner: usize, shape: &[usize]) -> Result<Tensor> {
        let results = layout::count(shape)?;
        let mut y = self.device().unwritten::<T>(results)?;
        let arguments = (op, n, inner, self.slice::<T>()?, &mut y);
        self.device().launch("reduce_along", T::DTYPE, Extent::Elements(results), arguments)?;
        Ok(Tensor::made(self.device(), y, shape))
    }

    fn reduce_rows<T: Float>(&self, op: u32, n: usize, shape: &[usize]) -> Result<Tensor> {
        let rows = layout::count(shape)?;
        let mut y = self.device().unwritten::<T>(rows)?;
        let extent = Extent::rows(rows, reduce::BLOCK)?;
        self.device().launch("reduce_rows", T::DTYPE, extent, (op, n, self.slice::<T>()?, &mut y))?;
        Ok(Tensor::made(self.device(), y, shape))
    }

    /// The sums over all that broadcasting from `shape` repeated.
    pub(crate) fn sum_to(&self, shape: &[usize]) -> Result<Tensor> {
        let added = self.shape().len().saturating_sub(shape.len());
        let mut sums = self.clone();
        for axis in 0..self.shape().len() {
            if axis < added || (shape[axis - added] == 1 && self.shape()[axis] != 1) {
                sums = sums.sum(axis)?;
            }
        }
        sums.reshape(shape)
    }

    /// Where the largest element of each row (along the last side) is: the first such column, of `u32`.
    ///
    /// # Errors
    /// Where rows are empty, or the type is no float.
    pub fn argmax(&self) -> Result<Tensor> {
        let (columns, rest) = self.rows("argmax")?;
        let n = layout::count(rest)?;
        let x = self.contiguous()?;
        by_float!(self.dtype(), "argmax", T => {
            let mut y = self.device().unwritten::<u32>(n)?;
            self.device().launch("argmax", T::DTYPE, Extent::Elements(n), (columns, x.slice::<T>()?, &mut y))?;
            Ok(Tensor::made(self.device(), y, rest))
        })
    }

    /// How many elements of two tensors of `u32` are equal.
    ///
    /// # Errors
    /// Where shapes, types or devices differ.
    pub fn count_equal(&self, other: &Tensor) -> Result<usize> {
        self.check_same("count_equal", other)?;
        if self.dtype() != DType::U32 || self.shape() != other.shape() {
            return Err(Error::Shape {
                what: "count_equal",
                shapes: vec![self.shape().to_vec(), other.shape().to_vec()],
            });
        }
        let pairs = self.to_vec::<u32>()?.into_iter().zip(other.to_vec::<u32>()?);
        Ok(pairs.filter(|(a, b)| a == b).count())
    }
}
