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
        /// Elements of the shape.
        wanted: usize,
        /// Elements that were given.
        given: usize,
    },
    /// An axis, or a part of it, that the tensor does not have.
    Axis {
        /// The operation.
        what: &'static str,
        /// What it asked for.
        axis: usize,
        /// The tensor's shape.
        shape: Vec<usize>,
    },
    /// An element type that the operation does not take, or two that differ.
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
    /// Variables of different tapes, or a gradient of something that is not one number.
    Tape {
        /// What is wrong.
        what: &'static str,
    },
    /// A parameter that the loss does not depend on, or that an optimizer has seen in another shape.
    Parameter {
        /// The parameter's name.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A device, a driver, a compiler or a kernel failed.
    Runtime(rustg::Error),
}

/// What every operation answers.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Shape { what, shapes } => {
                write!(f, "{what}: these shapes do not go together:")?;
                shapes.iter().try_for_each(|shape| write!(f, " {shape:?}"))
            }
            Error::Length { wanted, given } => write!(f, "a shape of {wanted} elements, but {given} were given"),
            Error::Axis { what, axis, shape } => write!(f, "{what}: {axis} is out of range in the shape {shape:?}"),
            Error::DType { what, dtypes } => {
                write!(f, "{what}: not for these element types:")?;
                dtypes.iter().try_for_each(|dtype| write!(f, " {dtype}"))
            }
            Error::Device { what } => write!(f, "{what}: the tensors are on different devices"),
            Error::TooLarge { shape } => write!(f, "the shape {shape:?} is larger than kernels take"),
            Error::Tape { what } => f.write_str(what),
            Error::Parameter { name, what } => write!(f, "parameter {name}: {what}"),
            Error::Runtime(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Runtime(error) => Some(error),
            _ => None,
        }
    }
}

impl From<rustg::Error> for Error {
    fn from(error: rustg::Error) -> Error {
        Error::Runtime(error)
    }
}
