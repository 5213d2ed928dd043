//! Elementwise operations, rows, softmax and cross entropy.

use crate::device::{Device, Element, Extent, Float};
use crate::kernels::{elementwise as map, loss};
use crate::{DType, Error, Result, Tensor, layout};
use rustg::Buffer;

/// Rows up to this length are one thread's work.
const SHORT: usize = 64;

/// Evaluates an expression with `T` as the float type that a `DType` names.
macro_rules! by_float {
    ($dtype:expr, $what:expr, $t:ident => $body:expr) => {
        match $dtype {
            $crate::DType::F32 => {
                type $t = f32;
                $body
            }
            $crate::DType::F64 => {
                type $t = f64;
                $body
            }
            dtype => Err($crate::Error::DType { what: $what, dtypes: vec![dtype] }),
        }
    };
}
pub(crate) use by_float;

/// The same for all types.
macro_rules! by_type {
    ($dtype:expr, $t:ident => $body:expr) => {
        match $dtype {
            $crate::DType::F32 => {
                type $t = f32;
                $body
            }
            $crate::DType::F64 => {
                type $t = f64;
                $body
            }
            $crate::DType::U32 => {
                type $t = u32;
                $body
            }
        }
    };
}

macro_rules! binary {
    ($($name:ident $op:ident $text:literal)*) => {$(
        #[doc = $text]
        ///
        /// # Errors
        /// Where the shapes do not broadcast to each other, or types or devices differ.
        pub fn $name(&self, other: &Tensor) -> Result<Tensor> {
            self.map2(stringify!($name), map::$op, other)
        }
    )*};
}

macro_rules! unary {
    ($($name:ident $op:ident $text:literal)*) => {$(
        #[doc = $text]
        ///
        /// # Errors
        /// Where the type is no float; of the device.
        pub fn $name(&self) -> Result<Tensor> {
            by_float!(self.dtype(), stringify!($name), T => self.map1::<T>(map::$op))
        }
    )*};
}

impl Tensor {
    binary! {
        add ADD "The sums, broadcast."
        sub SUB "The differences, broadcast."
        mul MUL "The products of elements, broadcast."
        div DIV "The quotients, broadcast."
        maximum MAX "The larger ones, broadcast."
        minimum MIN "The smaller ones, broadcast."
        equal EQUAL "1 where elements are equal, else 0, broadcast."
    }

    pub(crate) fn relu_gradient(&self, gradient: &Tensor) -> Result<Tensor> {
        self.map2("relu_gradient", map::RELU_GRADIENT, gradient)
    }

    unary! {
        neg NEG "With the other sign."
        exp EXP "e to each element."
        ln LN "Natural logarithms."
        sqrt SQRT "Square roots."
        tanh TANH "Hyperbolic tangents."
        sigmoid SIGMOID "1 / (1 + e to the negative element)."
        relu RELU "Elements above 0, else 0."
        abs ABS "Elements without their sign."
    }

    /// Plus a number.
    ///
    /// # Errors
    /// Where the type is no float; of the device.
    pub fn add_number(&self, number: f64) -> Result<Tensor> {
        self.with_number("add_number", map::ADD, number)
    }

    /// Times a number.
    ///
    /// # Errors
    /// Where the type is no float; of the device.
    pub fn mul_number(&self, number: f64) -> Result<Tensor> {
        self.with_number("mul_number", map::MUL, number)
    }

    pub(crate) fn check_same(&self, what: &'static str, other: &Tensor) -> Result<()> {
        if self.dtype() != other.dtype() {
            return Err(Error::DType { what, dtypes: vec![self.dtype(), other.dtype()] });
        }
        if self.device() != other.device() {
            return Err(Error::Device { what });
        }
        Ok(())
    }

    fn map2(&self, what: &'static str, op: u32, other: &Tensor) -> Result<Tensor> {
        self.check_same(what, other)?;
        let shape = layout::broadcast(what, self.shape(), other.shape())?;
        let (a, b) = (self.broadcast_to(&shape)?, other.broadcast_to(&shape)?);
        let own = layout::for_kernel(&shape, [a.strides(), b.strides()])?;
        let n = layout::count(&shape)?;
        let [a_strides, b_strides] = own.strides;
        by_float!(self.dtype(), what, T => {
            let mut y = self.device().unwritten::<T>(n)?;
            let arguments = (op, own.flat, own.shape, a_strides, b_strides, a.slice::<T>()?, b.slice::<T>()?, &mut y);
            self.device().launch("binary", T::DTYPE, Extent::Elements(n), arguments)?;
            Ok(Tensor::made(self.device(), y, &shape))
        })
    }

    fn with_number(&self, what: &'static str, op: u32, number: f64) -> Result<Tensor> {
        let own = layout::for_kernel(self.shape(), [self.strides()])?;
        let n = self.len();
        by_float!(self.dtype(), what, T => {
            let mut y = self.device().unwritten::<T>(n)?;
            let [strides] = own.strides;
            let arguments = (op, T::from_f64(number), own.flat, own.shape, strides, self.slice::<T>()?, &mut y);
            self.device().launch("number", T::DTYPE, Extent::Elements(n), arguments)?;
            Ok(Tensor::made(self.device(), y, self.shape()))
        })
    }

    fn map1<T: Element>(&self, op: u32) -> Result<Tensor> {
        let own = layout::for_kernel(self.shape(), [self.strides()])?;
        let n = self.len();
        let mut y = self.device().unwritten::<T>(n)?;
        let arguments = (op, own.flat, own.shape, own.strides[0], self.slice::<T>()?, &mut y);
        self.device().launch("unary", T::DTYPE, Extent::Elements(n), arguments)?;
        Ok(Tensor::made(self.device(), y, self.shape()))
    }

    /// A copy whose elements lie in order of rows and are shared with no other tensor.
    pub(crate) fn copied(&self) -> Result<Tensor> {
        by_type!(self.dtype(), T => self.map1::<T>(map::COPY))
    }

    /// The same with its elements in order of rows, without gaps: itself, or a copy.
    ///
    /// # Errors
    /// Of the device.
    pub fn contiguous(&self) -> Result<Tensor> {
        if self.is_contiguous() { Ok(self.clone()) } else { self.copied() }
    }

    /// Its elements as another type: between floats, and from `u32` to floats.
    ///
    /// # Errors
    /// Where more than digits would be lost: to `u32`.
    pub fn to_dtype(&self, dtype: DType) -> Result<Tensor> {
        match (self.dtype(), dtype) {
            (from, to) if from == to => Ok(self.clone()),
            (DType::F32, DType::F64) => self.cast::<f32, f64>("cast_f32"),
            (DType::F64, DType::F32) => self.cast::<f64, f32>("cast_f64"),
            (DType::U32, DType::F32) => self.cast::<u32, f32>("cast_u32"),
            (DType::U32, DType::F64) => self.cast::<u32, f64>("cast_u32"),
            (from, to) => Err(Error::DType { what: "to_dtype", dtypes: vec![from, to] }),
        }
    }

    fn cast<T: Element, U: Element>(&self, kernel: &'static str) -> Result<Tensor> {
        let x = self.contiguous()?;
        let n = x.len();
        let mut y = self.device().unwritten::<U>(n)?;
        self.device().launch(kernel, U::DTYPE, Extent::Elements(n), (x.slice::<T>()?, &mut y))?;
        Ok(Tensor::made(self.device(), y, self.shape()))
    }

    /// The rows (along the first side) that `rows`, of `u32`, counts, in its order.
    ///
    /// # Errors
    /// Where `rows` is not one row of `u32`, or this has no sides. A number past the last row is a panic of the kernel: the
    /// error that the next [`Tensor::to_vec`] of the device returns.
    pub fn take(&self, rows: &Tensor) -> Result<Tensor> {
        if rows.device() != self.device() {
            return Err(Error::Device { what: "take" });
        }
        let ([n], [_, rest @ ..]) = (rows.shape(), self.shape()) else {
            return Err(Error::Shape { what: "take", shapes: vec![self.shape().to_vec(), rows.shape().to_vec()] });
        };
        let shape: Vec<usize> = [*n].iter().chain(rest).copied().collect();
        let (columns, n) = (layout::count(rest)?, layout::count(&shape)?);
        let (x, rows) = (self.contiguous()?, rows.contiguous()?);
        by_type!(self.dtype(), T => {
            let mut y = self.device().unwritten::<T>(n)?;
            let arguments = (columns, rows.slice::<u32>()?, x.slice::<T>()?, &mut y);
            self.device().launch("take", T::DTYPE, Extent::Elements(n), arguments)?;
            Ok(Tensor::made(self.device(), y, &shape))
        })
    }

    /// The last side, which is not empty, and the others.
    pub(crate) fn rows(&self, what: &'static str) -> Result<(usize, &[usize])> {
        match self.shape() {
            [rest @ .., columns] if *columns > 0 => Ok((*columns, rest)),
            shape => Err(Error::Shape { what, shapes: vec![shape.to_vec()] }),
        }
    }

    /// Of each row of a tensor in order of rows: its largest element, and the sum of e to each less it.
    fn summary<T: Float>(&self, rows: usize, columns: usize) -> Result<(Buffer<T>, Buffer<T>)> {
        let device = self.device();
        let (mut most, mut sum) = (device.unwritten::<T>(rows)?, device.unwritten::<T>(rows)?);
        let arguments = (columns, self.slice::<T>()?, &mut most, &mut sum);
        if columns <= SHORT {
            device.launch("summary", T::DTYPE, Extent::Elements(rows), arguments)?;
        } else {
            device.launch("summary_block", T::DTYPE, Extent::rows(rows, loss::BLOCK)?, arguments)?;
        }
        Ok((most, sum))
    }

    /// The softmax of each row (along the last side).
    ///
    /// # Errors
    /// Where rows are empty, or the type is no float.
    pub fn softmax(&self) -> Result<Tensor> {
        let (columns, rest) = self.rows("softmax")?;
        let rows = layout::count(rest)?;
        let x = self.contiguous()?;
        by_float!(self.dtype(), "softmax", T => {
            let (most, sum) = x.summary::<T>(rows, columns)?;
            let mut y = self.device().unwritten::<T>(x.len())?;
            let arguments = (columns, &most, &sum, x.slice::<T>()?, &mut y);
            self.device().launch("softmax", T::DTYPE, Extent::Elements(x.len()), arguments)?;
            Ok(Tensor::made(self.device(), y, self.shape()))
        })
    }

    fn check_labels(&self, labels: &Tensor) -> Result<(usize, usize)> {
        const WHAT: &str = "cross_entropy";
        if labels.dtype() != DType::U32 {
            return Err(Error::DType { what: WHAT, dtypes: vec![self.dtype(), labels.dtype()] });
        }
        if labels.device() != self.device() {
            return Err(Error::Device { what: WHAT });
        }
        match (self.shape(), labels.shape()) {
            ([n, columns], [n_labels]) if n == n_labels && *n > 0 && *columns > 0 => Ok((*n, *columns)),
            (x, labels) => Err(Error::Shape { what: WHAT, shapes: vec![x.to_vec(), labels.to_vec()] }),
        }
    }

    /// The cross entropy of each row of scores, `[n, classes]`, with its label, `[n]` of `u32`.
    ///
    /// # Errors
    /// Where shapes or types do not fit. A label past the last class is a panic of the kernel: the error that the next
    /// [`Tensor::to_vec`] of the device returns.
    pub fn cross_entropy_rows(&self, labels: &Tensor) -> Result<Tensor> {
        let (rows, columns) = self.check_labels(labels)?;
        let (x, labels) = (self.contiguous()?, labels.contiguous()?);
        by_float!(self.dtype(), "cross_entropy", T => {
            let (most, sum) = x.summary::<T>(rows, columns)?;
            let mut y = self.device().unwritten::<T>(rows)?;
            let arguments = (columns, &most, &sum, x.slice::<T>()?, labels.slice::<u32>()?, &mut y);
            self.device().launch("cross_entropy", T::DTYPE, Extent::Elements(rows), arguments)?;
            Ok(Tensor::made(self.device(), y, &[rows]))
        })
    }

    /// The mean cross entropy of the rows, one number.
    ///
    /// # Errors
    /// As [`Tensor::cross_entropy_rows`].
    pub fn cross_entropy(&self, labels: &Tensor) -> Result<Tensor> {
        self.cross_entropy_rows(labels)?.mean_all()
    }

    /// The gradient of the mean cross entropy.
    pub(crate) fn cross_entropy_gradient(&self, labels: &Tensor) -> Result<Tensor> {
        let (rows, columns) = self.check_labels(labels)?;
        let (x, labels) = (self.contiguous()?, labels.contiguous()?);
        by_float!(self.dtype(), "cross_entropy", T => {
            let (most, sum) = x.summary::<T>(rows, columns)?;
            let mut dx = self.device().unwritten::<T>(x.len())?;
            let scale = T::from_f64(1.0 / rows as f64);
            let arguments = (columns, scale, &most, &sum, x.slice::<T>()?, labels.slice::<u32>()?, &mut dx);
            self.device().launch("cross_entropy_gradient", T::DTYPE, Extent::Elements(x.len()), arguments)?;
            Ok(Tensor::made(self.device(), dx, self.shape()))
        })
    }

    /// Numbers that look random, from `low` to `high`.
    ///
    /// # Errors
    /// Where the type is no float; of the device.
    pub fn uniform(
        device: &Device,
        dtype: DType,
        shape: &[usize],
        low: f64,
        high: f64,
        random: &mut crate::Random,
    ) -> Result<Tensor> {
        let n = layout::count(shape)?;
        by_float!(dtype, "uniform", T => {
            let numbers: Vec<T> = (0..n).map(|_| T::from_f64(random.uniform(low, high))).collect();
            Tensor::from_slice(device, &numbers, shape)
        })
    }
}
