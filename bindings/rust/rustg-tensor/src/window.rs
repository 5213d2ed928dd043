//! Windows along a side, of which convolutions and pooling are made.

use crate::cell::View;
use crate::{Error, Result, Scalar, Tensor, layout};
use rustg::Argument;

impl Tensor {
    /// All windows of `size` elements, `dilation` apart, along a side, each begun `step` behind the one before: the side
    /// becomes the windows, and their elements a new last side. Nothing is copied.
    ///
    /// # Errors
    /// Where there is no such side, or a number is 0.
    pub fn unfold(&self, axis: i64, size: usize, step: usize, dilation: usize) -> Result<Tensor> {
        const WHAT: &str = "unfold";
        let at = layout::axis(WHAT, axis, self.shape())?;
        let side = self.shape()[at];
        let reach = size.checked_sub(1).and_then(|n| n.checked_mul(dilation)).filter(|_| step > 0 && dilation > 0);
        let reach =
            reach.ok_or_else(|| Error::argument(WHAT, format!("windows of {size}, {step} and {dilation} apart")))?;
        let windows = side.checked_sub(reach).map_or(0, |room| room.div_ceil(step));
        let view = self.view()?;
        let (mut shape, mut strides) = (self.shape().to_vec(), view.strides.clone());
        shape[at] = windows;
        shape.push(size);
        strides.push(strides[at] * dilation);
        strides[at] *= step;
        layout::count(&shape)?;
        let seen = Tensor::of_view(self, shape, View { storage: view.storage, strides, offset: view.offset });
        let at = at as i64;
        Ok(seen.with_history(WHAT, &[self], move |g, _| Ok(vec![Some(g.fold(at, side, step, dilation)?)])))
    }

    /// The sums of what windows have for each element: the opposite of [`Tensor::unfold`] into a side of this length.
    ///
    /// # Errors
    /// Where there is no such side, or a number is 0.
    pub fn fold(&self, axis: i64, side: usize, step: usize, dilation: usize) -> Result<Tensor> {
        const WHAT: &str = "fold";
        let (size, rest) = match self.shape().split_last() {
            Some((size, rest)) if step > 0 && dilation > 0 => (*size, rest),
            _ => return Err(Error::argument(WHAT, format!("windows {step} and {dilation} apart"))),
        };
        let at = layout::axis(WHAT, axis, rest)?;
        self.check_float(WHAT)?;
        let (windows, inner) = (rest[at], rest[at + 1..].iter().product::<usize>());
        let mut shape = rest.to_vec();
        shape[at] = side;
        let dtype = self.dtype();
        let (load, store, sum) = match dtype {
            half if half.is_half() => (".to_f32()", format!("{half}::from_f32(sum)"), "f32"),
            _ => ("", "sum".into(), dtype.name()),
        };
        let text = format!(
            "use rustg_std::prelude::*;

#[kernel]
pub fn KERNEL(side: u32, windows: u32, inner: u32, size: u32, step: u32, apart: u32, x: &[{dtype}], mut y: GridMut<{dtype}>) {{
    let t = thread::index();
    if t < y.len() {{
        let at = t.get() as u32;
        let place = at / inner % side;
        let first = (at / inner / side).wrapping_mul(windows);
        let mut sum: {sum} = 0.0;
        for k in 0..size {{
            let before = k.wrapping_mul(apart);
            if before <= place && (place - before) % step == 0 && (place - before) / step < windows {{
                let window = first.wrapping_add((place - before) / step);
                sum = sum + x[(window.wrapping_mul(inner).wrapping_add(at % inner)).wrapping_mul(size).wrapping_add(k) as usize]{load};
            }}
        }}
        y[t] = {store};
    }}
}}
"
        );
        let x = self.detached();
        x.view()?;
        let x = x.contiguous()?;
        let view = x.view()?;
        let n = layout::count(&shape)?;
        let y = Tensor::written(self.device(), dtype, &shape, |exec, y| {
            let kernel = exec.kernel(self.device(), &text)?;
            let x = view.storage.buffer.input(if self.is_empty() { 0 } else { view.offset }, self.len())?;
            let (y, [a, b, c, d, e, f]) = (y.output(), [side, windows, inner, size, step, dilation].map(|n| n as u32));
            let all: [&dyn Argument; 8] = [&a, &b, &c, &d, &e, &f, &*x, &*y];
            Ok(kernel.launch(&exec.stream, n, all.as_slice())?)
        })?;
        let at = at as i64;
        Ok(y.with_history(WHAT, &[self], move |g, _| {
            // windows behind the last one have no part in it
            Ok(vec![Some(g.unfold(at, size, step, dilation)?.narrow(at, 0, windows)?)])
        }))
    }

    /// With a number before and behind the elements of a side, so many times.
    ///
    /// # Errors
    /// Where there is no such side, or the result is too large.
    pub fn pad(&self, axis: i64, before: usize, behind: usize, number: impl Into<Scalar>) -> Result<Tensor> {
        let at = layout::axis("pad", axis, self.shape())?;
        if before == 0 && behind == 0 {
            return Ok(self.clone());
        }
        let number = number.into();
        let gap = |length: usize| {
            let mut shape = self.shape().to_vec();
            shape[at] = length;
            Tensor::full(self.device(), number, self.dtype(), &shape)
        };
        Tensor::cat(&[&gap(before)?, self, &gap(behind)?], axis)
    }
}
