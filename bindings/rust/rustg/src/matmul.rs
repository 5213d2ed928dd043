//! Products of matrices.

use std::ptr::null_mut;

use rustg_std::{bf16, f16};
use rustg_sys as sys;

use crate::buffer::{Slice, SliceMut};
use crate::element::Element;
use crate::error::{Error, check, static_text};
use crate::stream::Stream;

mod sealed {
    pub trait Sealed {}
}

/// Numbers that [`Stream::matmul`] multiplies, in matrices whose product is of `C`.
pub trait MatmulNumber<C: Element>: Element + sealed::Sealed {}

macro_rules! numbers {
    ($($t:ty: $($c:ty),*;)*) => {$(
        impl sealed::Sealed for $t {}
        $(impl MatmulNumber<$c> for $t {})*
    )*};
}
numbers! {
    f64: f64;
    f32: f32;
    f16: f16, f32;
    bf16: bf16, f32;
}

/// Who does a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MatmulBackend {
    /// What a table in the library says of the device and the shape; rustg where NVIDIA's library is missing.
    #[default]
    Auto,
    /// rustg's own: C on the CPU, kernels in Rust on CUDA.
    Own,
    /// cuBLASLt.
    Library,
}

/// What becomes of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Activation {
    /// Nothing.
    #[default]
    None,
    /// `max(x, 0)`.
    Relu,
    /// `x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))`.
    Gelu,
}

/// Where the elements of a matrix, or of a batch of them, lie: by rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MatrixLayout {
    /// Elements from a row to the next; 0: as many as a row has.
    pub row_stride: usize,
    /// Elements from a matrix to the next; 0: the same one for the whole batch.
    pub batch_stride: usize,
}

/// A product: C = activation(alpha op(A) op(B) + beta C + bias), where op(A) has `m` rows and `k` columns, and op(B)
/// `k` rows and `n` columns. `..Matmul::new(m, n, k)` is the rest of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matmul {
    /// Rows of C.
    pub m: usize,
    /// Columns of C.
    pub n: usize,
    /// Columns of op(A).
    pub k: usize,
    /// Matrices in the batch.
    pub batch: usize,
    /// A lies with k rows and m columns.
    pub transpose_a: bool,
    /// B lies with n rows and k columns.
    pub transpose_b: bool,
    /// f32 factors may be rounded to 10 bits of fraction.
    pub allow_tf32: bool,
    /// With 0 A and B are not read.
    pub alpha: f64,
    /// With 0 C is not read.
    pub beta: f64,
    /// What becomes of a sum.
    pub activation: Activation,
    /// Who does it.
    pub backend: MatmulBackend,
    /// A's layout.
    pub a: MatrixLayout,
    /// B's layout.
    pub b: MatrixLayout,
    /// C's layout. In a batch matrices of C do not overlap.
    pub c: MatrixLayout,
}

impl Matmul {
    /// One product of matrices without gaps.
    pub fn new(m: usize, n: usize, k: usize) -> Matmul {
        Matmul {
            m,
            n,
            k,
            batch: 1,
            transpose_a: false,
            transpose_b: false,
            allow_tf32: false,
            alpha: 1.0,
            beta: 0.0,
            activation: Activation::None,
            backend: MatmulBackend::Auto,
            a: MatrixLayout::default(),
            b: MatrixLayout::default(),
            c: MatrixLayout::default(),
        }
    }

    fn raw<T: Element, C: Element>(&self) -> sys::rustg_matmul_options {
        sys::rustg_matmul_options {
            struct_size: size_of::<sys::rustg_matmul_options>(),
            backend: match self.backend {
                MatmulBackend::Auto => sys::RUSTG_MATMUL_AUTO,
                MatmulBackend::Own => sys::RUSTG_MATMUL_OWN,
                MatmulBackend::Library => sys::RUSTG_MATMUL_LIBRARY,
            },
            element: T::ELEMENT,
            output: C::ELEMENT,
            m: self.m as u64,
            n: self.n as u64,
            k: self.k as u64,
            n_batch: self.batch as u64,
            transpose_a: self.transpose_a.into(),
            transpose_b: self.transpose_b.into(),
            allow_tf32: self.allow_tf32.into(),
            activation: match self.activation {
                Activation::None => sys::RUSTG_ACTIVATION_NONE,
                Activation::Relu => sys::RUSTG_ACTIVATION_RELU,
                Activation::Gelu => sys::RUSTG_ACTIVATION_GELU,
            },
            alpha: self.alpha,
            beta: self.beta,
            bias: no_matrix(),
        }
    }
}

/// Who did a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatmulInfo {
    /// [`Own`](MatmulBackend::Own) or [`Library`](MatmulBackend::Library).
    pub backend: MatmulBackend,
    /// `"avx512"`, `"general"`, `"cuBLASLt"`, ...
    pub kernel: &'static str,
    /// Of [`Auto`](MatmulBackend::Auto): why it was not the library where the table names that; else empty.
    pub why: &'static str,
}

/// The library's name and version, or in `Err` why it cannot be used.
pub fn matmul_library() -> Result<&'static str, &'static str> {
    let mut is_there = 0;
    // SAFETY: static storage.
    let text = unsafe { static_text(sys::rustg_matmul_library(&mut is_there)) };
    if is_there != 0 { Ok(text) } else { Err(text) }
}

fn no_matrix() -> sys::rustg_matrix {
    sys::rustg_matrix { buffer: null_mut(), offset: 0, row_stride: 0, batch_stride: 0 }
}

fn matrix(argument: sys::rustg_launch_argument, layout: MatrixLayout) -> sys::rustg_matrix {
    sys::rustg_matrix {
        buffer: argument.buffer,
        offset: argument.offset,
        row_stride: layout.row_stride as u64,
        batch_stride: layout.batch_stride as u64,
    }
}

/// Rows and columns as they lie: do all elements of the batch lie in `len`?
fn check_len(name: &str, shape: (usize, usize), batch: usize, layout: MatrixLayout, len: usize) -> Result<(), Error> {
    let (rows, columns) = shape;
    if rows == 0 || columns == 0 || batch == 0 {
        return Ok(());
    }
    let stride = if layout.row_stride == 0 { columns } else { layout.row_stride };
    let end = (rows - 1)
        .checked_mul(stride)
        .and_then(|n| n.checked_add((batch - 1).checked_mul(layout.batch_stride)?))
        .and_then(|n| n.checked_add(columns));
    if end.is_some_and(|end| end <= len) {
        return Ok(());
    }
    Err(Error::argument(format!("{name} has {len} elements, too few for {batch} matrices of {rows} by {columns}")))
}

impl Stream {
    /// Multiplies matrices, by rustg or by NVIDIA's library. Sums are of f64 for f64, and of f32 for all others.
    ///
    /// ```
    /// use rustg::{Device, Matmul};
    ///
    /// let stream = Device::best()?.stream()?;
    /// let a = stream.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?; // 2 by 3
    /// let b = stream.upload(&[1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0])?; // 3 by 2
    /// let mut c = stream.zeros::<f32>(4)?;
    /// let done = stream.matmul(&Matmul::new(2, 2, 3), &a, &b, None, &mut c)?;
    /// assert_eq!(stream.download(&c)?, [4.0, 5.0, 10.0, 11.0]);
    /// println!("by {}", done.kernel);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where a matrix is too small or the library has no such product,
    /// [`NoLibrary`](crate::ErrorKind::NoLibrary) where it was asked for and is not there; what the driver answers.
    pub fn matmul<'a, 'b, 'c, 'd, T: MatmulNumber<C>, C: Element>(
        &self,
        how: &Matmul,
        a: impl Into<Slice<'a, T>>,
        b: impl Into<Slice<'b, T>>,
        bias: Option<Slice<'d, C>>,
        c: impl Into<SliceMut<'c, C>>,
    ) -> Result<MatmulInfo, Error> {
        let (a, b, c) = (a.into(), b.into(), c.into());
        let batch = how.batch.max(1);
        let turned = |rows, columns, turn| if turn { (columns, rows) } else { (rows, columns) };
        check_len("a", turned(how.m, how.k, how.transpose_a), batch, how.a, a.len())?;
        check_len("b", turned(how.k, how.n, how.transpose_b), batch, how.b, b.len())?;
        check_len("c", (how.m, how.n), batch, how.c, c.len())?;
        if bias.is_some_and(|bias| bias.len() != how.n) {
            return Err(Error::argument(format!("the bias has not {} elements", how.n)));
        }
        let mut options = how.raw::<T, C>();
        if let Some(bias) = bias {
            options.bias = matrix(bias.argument(false), MatrixLayout::default());
        }
        let mut info = sys::rustg_matmul_info {
            struct_size: size_of::<sys::rustg_matmul_info>(),
            backend: sys::RUSTG_MATMUL_OWN,
            kernel: std::ptr::null(),
            why: std::ptr::null(),
        };
        let (a, b, c) =
            (matrix(a.argument(false), how.a), matrix(b.argument(false), how.b), matrix(c.argument(false), how.c));
        // SAFETY: buffers and stream are alive; matrices lie in the slices, of which c's is borrowed alone.
        check(|error| unsafe { sys::rustg_matmul(self.raw(), &options, &a, &b, &c, &mut info, error) })?;
        // SAFETY: static storage.
        let (kernel, why) = unsafe { (static_text(info.kernel), static_text(info.why)) };
        let is_own = info.backend == sys::RUSTG_MATMUL_OWN;
        Ok(MatmulInfo { backend: if is_own { MatmulBackend::Own } else { MatmulBackend::Library }, kernel, why })
    }
}
