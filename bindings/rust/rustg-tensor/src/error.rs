use crate::DType;
use std::fmt;

/// Why an operation was not done. Nothing here panics: a wrong call is an error, and the tensors it named are as before.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Shapes that do not go together in this operation.
    Shape {
        /// The operation.
        what: &'static str,
        /// The shapes it was given.
        shapes: Vec<Vec<usize>>,
    },
    /// So many elements were given for a shape.
    Length {
        /// The operation.
        what: &'static str,
        /// The shape.
        shape: Vec<usize>,
        /// Elements that were given.
        given: usize,
    },
    /// An axis, or a part of it, that the tensor does not have.
    Axis {
        /// The operation.
        what: &'static str,
        /// What it asked for.
        axis: i64,
        /// The tensor's shape.
        shape: Vec<usize>,
    },
    /// An element type that the operation does not take, or types that differ.
    DType {
        /// The operation.
        what: &'static str,
        /// The types it was given.
        dtypes: Vec<DType>,
    },
    /// Operands on different devices.
    Device {
        /// The operation.
        what: &'static str,
    },
    /// A shape with more elements, or more dimensions that cannot be merged, than kernels take.
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// Another wrong argument.
    Tensor {
        /// The operation.
        what: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A file that is not what it should be.
    File {
        /// Its path.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no memory for a tensor.
    Memory {
        /// Its bytes.
        n_bytes: u64,
        /// What the device's buffers hold.
        memory: Box<rustg::MemoryStats>,
        /// What was answered.
        source: rustg::Error,
    },
    /// A device, a driver, a compiler or a kernel failed.
    Runtime(rustg::Error),
}

/// What every operation answers.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An argument of an operation that is wrong in its own way.
    pub fn argument(what: &'static str, why: impl Into<String>) -> Error {
        Error::Tensor { what, why: why.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Shape { what, shapes } => {
                write!(f, "{what}: these shapes do not go together:")?;
                shapes.iter().try_for_each(|shape| write!(f, " {shape:?}"))
            }
            Error::Length { what, shape, given } => {
                write!(f, "{what}: {given} elements do not make the shape {shape:?}")
            }
            Error::Axis { what, axis, shape } => write!(f, "{what}: {axis} is out of range in the shape {shape:?}"),
            Error::DType { what, dtypes } => {
                write!(f, "{what}: not for these element types:")?;
                dtypes.iter().try_for_each(|dtype| write!(f, " {dtype}"))
            }
            Error::Device { what } => write!(f, "{what}: the tensors are on different devices"),
            Error::TooLarge { shape } => write!(f, "the shape {shape:?} is larger than kernels take"),
            Error::Tensor { what, why } => write!(f, "{what}: {why}"),
            Error::File { path, why } => write!(f, "{path}: {why}"),
            Error::Memory { n_bytes, memory, source } => {
                let (current, n, peak) = (memory.current_bytes, memory.n_buffers, memory.peak_bytes);
                write!(
                    f,
                    "no memory for a tensor of {n_bytes} bytes: {n} buffers hold {current}, {peak} at most so far; {source}"
                )
            }
            Error::Runtime(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Runtime(error) | Error::Memory { source: error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<rustg::Error> for Error {
    fn from(error: rustg::Error) -> Error {
        Error::Runtime(error)
    }
}
