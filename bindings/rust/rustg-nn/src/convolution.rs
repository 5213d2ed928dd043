//! Convolutions and pooling: windows, and products of matrices.

use crate::{Init, Module, Parameter, Visit};
use rustg_tensor::{Error, Result, Scalar, Tensor};

/// How a convolution goes along each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConvOptions {
    /// From a window to the next.
    pub stride: usize,
    /// Zeros at each end.
    pub padding: usize,
    /// From an element of a window to the next.
    pub dilation: usize,
    /// Groups of channels that are kept apart.
    pub groups: usize,
    /// More elements at the end of a transposed convolution's result.
    pub output_padding: usize,
}

impl Default for ConvOptions {
    fn default() -> ConvOptions {
        ConvOptions { stride: 1, padding: 0, dilation: 1, groups: 1, output_padding: 0 }
    }
}

fn wrong(what: &'static str, x: &Tensor, weight: &Tensor) -> Error {
    Error::Shape { what, shapes: vec![x.shape().to_vec(), weight.shape().to_vec()] }
}

/// The windows of the last sides: `[n, channels, windows.., size..]`.
fn windows(
    x: &Tensor,
    sizes: &[usize],
    stride: usize,
    padding: usize,
    dilation: usize,
    edge: Scalar,
) -> Result<Tensor> {
    for (size, side) in sizes.iter().zip(x.shape().get(2..).unwrap_or_default()) {
        // a window of none is refused by `unfold`
        let reach = size.saturating_sub(1).checked_mul(dilation);
        let side = padding.checked_mul(2).and_then(|around| around.checked_add(*side));
        if reach.zip(side).is_none_or(|(reach, side)| reach >= side) {
            let why = format!("windows {sizes:?}, {dilation} apart, are longer than the sides of {:?}", x.shape());
            return Err(Error::argument("windows", why));
        }
    }
    let mut x = x.clone();
    for axis in 0..sizes.len() {
        x = x.pad(axis as i64 + 2, padding, padding, edge)?;
    }
    for (axis, size) in sizes.iter().enumerate() {
        x = x.unfold(axis as i64 + 2, *size, stride, dilation)?;
    }
    Ok(x)
}

/// A convolution of `[n, channels, sides..]` with a weight `[outputs, channels / groups, sizes..]`.
///
/// # Errors
/// Where shapes do not fit.
pub fn conv(x: &Tensor, weight: &Tensor, how: &ConvOptions) -> Result<Tensor> {
    let g = how.groups;
    let ([n, channels, sides @ ..], [outputs, own, sizes @ ..]) = (x.shape(), weight.shape()) else {
        return Err(wrong("conv", x, weight));
    };
    let k = sizes.len();
    if g == 0 || sides.len() != k || own * g != *channels || outputs % g != 0 {
        return Err(wrong("conv", x, weight));
    }
    let seen = windows(x, sizes, how.stride, how.padding, how.dilation, Scalar::Int(0))?;
    let out: Vec<usize> = seen.shape()[2..2 + k].to_vec();
    // [n, g, own, out.., sizes..] becomes [n, g, own sizes, out]
    let split: Vec<usize> = [*n, g, *own].iter().chain(&seen.shape()[2..]).copied().collect();
    let order: Vec<usize> = (0..3).chain(3 + k..3 + 2 * k).chain(3..3 + k).collect();
    let (area, count) = (own * sizes.iter().product::<usize>(), out.iter().product());
    let columns = seen.reshape(&split)?.permute(&order)?.reshape(&[*n, g, area, count])?;
    let y = weight.reshape(&[g, outputs / g, area])?.matmul(&columns)?;
    let shape: Vec<usize> = [*n, *outputs].into_iter().chain(out).collect();
    y.reshape(&shape)
}

/// The opposite, of a weight `[channels, outputs / groups, sizes..]`: what a convolution's gradient is.
///
/// # Errors
/// Where shapes do not fit.
pub fn conv_transpose(x: &Tensor, weight: &Tensor, how: &ConvOptions) -> Result<Tensor> {
    let g = how.groups;
    let ([n, channels, sides @ ..], [inputs, own, sizes @ ..]) = (x.shape(), weight.shape()) else {
        return Err(wrong("conv_transpose", x, weight));
    };
    let k = sizes.len();
    if g == 0 || sides.len() != k || inputs != channels || channels % g != 0 {
        return Err(wrong("conv_transpose", x, weight));
    }
    if sizes.contains(&0) || sides.contains(&0) || how.stride == 0 || how.dilation == 0 {
        return Err(wrong("conv_transpose", x, weight));
    }
    let (area, count): (usize, usize) = (own * sizes.iter().product::<usize>(), sides.iter().product());
    let columns =
        weight.reshape(&[g, channels / g, area])?.t()?.matmul(&x.reshape(&[*n, g, channels / g, count])?)?;
    // [n, outputs, sizes.., sides..] becomes [n, outputs, sides.., sizes..]
    let shape: Vec<usize> = [*n, g * own].iter().chain(sizes).chain(sides).copied().collect();
    let order: Vec<usize> = (0..2).chain(2 + k..2 + 2 * k).chain(2..2 + k).collect();
    let mut y = columns.reshape(&shape)?.permute(&order)?;
    for axis in (0..k).rev() {
        let reach = how.dilation * (sizes[axis] - 1);
        let side = (sides[axis] - 1) * how.stride + reach + 1 + how.output_padding;
        let whole = y.fold(axis as i64 + 2, side, how.stride, how.dilation)?;
        let length = side.checked_sub(2 * how.padding).ok_or_else(|| wrong("conv_transpose", x, weight))?;
        y = whole.narrow(axis as i64 + 2, how.padding, length)?;
    }
    Ok(y)
}

/// The largest element of each window of the last sides.
///
/// # Errors
/// Where a side is shorter than a window.
pub fn max_pool(x: &Tensor, sizes: &[usize], stride: usize, padding: usize) -> Result<Tensor> {
    let seen = windows(x, sizes, stride, padding, 1, Scalar::Float(f64::NEG_INFINITY))?;
    seen.max_axes(&last(sizes.len()), false)
}

/// The mean of each window of the last sides, zeros around them counted.
///
/// # Errors
/// Where a side is shorter than a window.
pub fn avg_pool(x: &Tensor, sizes: &[usize], stride: usize, padding: usize) -> Result<Tensor> {
    windows(x, sizes, stride, padding, 1, Scalar::Int(0))?.mean_axes(&last(sizes.len()), false)
}

fn last(n: usize) -> Vec<i64> {
    (1..=n as i64).map(|axis| -axis).collect()
}

macro_rules! convolutions {
    ($($name:ident $sides:literal $function:ident $is_turned:literal $text:literal;)*) => {$(
        #[doc = $text]
        #[derive(Debug)]
        pub struct $name {
            weight: Parameter,
            bias: Option<Parameter>,
            options: ConvOptions,
        }

        impl $name {
            /// From channels to channels by windows of `size`, with weights spread evenly as PyTorch's are, and a bias.
            ///
            /// # Errors
            /// Where groups do not divide channels; of the device.
            pub fn new(
                init: &mut Init,
                channels: usize,
                outputs: usize,
                size: usize,
                options: ConvOptions,
            ) -> Result<$name> {
                let g = options.groups;
                if g == 0 || channels % g != 0 || outputs % g != 0 {
                    let why = format!("{channels} channels and {outputs} outputs in {g} groups");
                    return Err(Error::argument(stringify!($name), why));
                }
                let mut shape = if $is_turned { vec![channels, outputs / g] } else { vec![outputs, channels / g] };
                shape.extend([size; $sides]);
                let inputs = shape[1] * size.pow($sides);
                let (weight, bias) = (init.by_inputs(&shape, inputs)?, init.by_inputs(&[outputs], inputs)?);
                Ok($name { weight, bias: Some(bias), options })
            }

            /// The same without a bias.
            pub fn without_bias(mut self) -> $name {
                self.bias = None;
                self
            }
        }

        impl Module for $name {
            fn forward(&self, input: &Tensor) -> Result<Tensor> {
                let y = $function(input, &self.weight.value(), &self.options)?;
                match &self.bias {
                    Some(bias) => y.add(&crate::layers::of_channels(&bias.value(), y.rank())?),
                    None => Ok(y),
                }
            }
            fn visit(&self, visit: &mut Visit<'_>) {
                visit.parameter("weight", &self.weight);
                visit.optional("bias", &self.bias);
            }
        }
    )*};
}

convolutions! {
    Conv1d 1 conv false "A convolution along one side: `[n, channels, length]`.";
    Conv2d 2 conv false "A convolution along two sides: `[n, channels, height, width]`.";
    ConvTranspose1d 1 conv_transpose true "A transposed convolution along one side.";
    ConvTranspose2d 2 conv_transpose true "A transposed convolution along two sides.";
}

macro_rules! pools {
    ($($name:ident $sides:literal $function:ident $text:literal;)*) => {$(
        #[doc = $text]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            /// Elements of a window along a side.
            pub size: usize,
            /// From a window to the next.
            pub stride: usize,
            /// Elements around, which are never the largest, or are 0.
            pub padding: usize,
        }

        impl $name {
            /// Windows side by side.
            pub fn new(size: usize) -> $name {
                $name { size, stride: size, padding: 0 }
            }
        }

        impl Module for $name {
            fn forward(&self, input: &Tensor) -> Result<Tensor> {
                $function(input, &[self.size; $sides], self.stride, self.padding)
            }
        }
    )*};
}

pools! {
    MaxPool1d 1 max_pool "The largest element of windows of the last side.";
    MaxPool2d 2 max_pool "The largest element of windows of the last two sides.";
    AvgPool2d 2 avg_pool "The means of windows of the last two sides.";
}
