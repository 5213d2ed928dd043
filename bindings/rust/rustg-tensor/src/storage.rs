//! Buffers of any of the element types.

use crate::dtype::{DType, Element, with_type};
use crate::{Device, Error, Result};
use rustg::{Argument, Buffer, Complex, ErrorKind, Slice, Stream, bf16, f16};

/// A buffer of one of the types.
pub enum AnyBuffer {
    /// Of `bool`.
    Bool(Buffer<bool>),
    /// Of `u8`.
    U8(Buffer<u8>),
    /// Of `i8`.
    I8(Buffer<i8>),
    /// Of `i32`.
    I32(Buffer<i32>),
    /// Of `i64`.
    I64(Buffer<i64>),
    /// Of `f16`.
    F16(Buffer<f16>),
    /// Of `bf16`.
    BF16(Buffer<bf16>),
    /// Of `f32`.
    F32(Buffer<f32>),
    /// Of `f64`.
    F64(Buffer<f64>),
    /// Of `Complex<f32>`.
    C64(Buffer<Complex<f32>>),
    /// Of `Complex<f64>`.
    C128(Buffer<Complex<f64>>),
}

/// How an element's buffer is one of any type.
pub trait Held: rustg::Element {
    #[doc(hidden)]
    fn of(buffer: &AnyBuffer) -> Option<&Buffer<Self>>;
    #[doc(hidden)]
    fn of_mut(buffer: &mut AnyBuffer) -> Option<&mut Buffer<Self>>;
    #[doc(hidden)]
    fn any(buffer: Buffer<Self>) -> AnyBuffer;
}

macro_rules! held {
    ($($type:ty, $variant:ident;)*) => {
        $(impl Held for $type {
            fn of(buffer: &AnyBuffer) -> Option<&Buffer<$type>> {
                if let AnyBuffer::$variant(buffer) = buffer { Some(buffer) } else { None }
            }
            fn of_mut(buffer: &mut AnyBuffer) -> Option<&mut Buffer<$type>> {
                if let AnyBuffer::$variant(buffer) = buffer { Some(buffer) } else { None }
            }
            fn any(buffer: Buffer<$type>) -> AnyBuffer {
                AnyBuffer::$variant(buffer)
            }
        })*
        impl AnyBuffer {
            pub(crate) fn dtype(&self) -> DType {
                match self {
                    $(AnyBuffer::$variant(_) => DType::$variant,)*
                }
            }
            pub(crate) fn output(&mut self) -> Box<dyn Argument + '_> {
                match self {
                    $(AnyBuffer::$variant(buffer) => Box::new(buffer.as_slice_mut()),)*
                }
            }
            pub(crate) fn input(&self, first: usize, len: usize) -> Result<Box<dyn Argument + '_>> {
                Ok(match self {
                    $(AnyBuffer::$variant(buffer) => Box::new(buffer.slice(first..first + len)?),)*
                })
            }
        }
    };
}

held! {
    bool, Bool;
    u8, U8;
    i8, I8;
    i32, I32;
    i64, I64;
    f16, F16;
    bf16, BF16;
    f32, F32;
    f64, F64;
    Complex<f32>, C64;
    Complex<f64>, C128;
}

impl AnyBuffer {
    /// A buffer that a kernel is about to write.
    pub(crate) fn unwritten(stream: &Stream, dtype: DType, n: usize) -> Result<AnyBuffer> {
        with_type!(dtype, T => {
            // SAFETY: elements are numbers: what they hold is overwritten before it is read.
            let buffer: std::result::Result<Buffer<T>, rustg::Error> = unsafe { stream.unwritten(n) };
            buffer.map(T::any).map_err(|error| no_memory(stream, dtype, n, error))
        })
    }
}

fn no_memory(stream: &Stream, dtype: DType, n: usize, source: rustg::Error) -> Error {
    if source.kind() != ErrorKind::DeviceMemory {
        return source.into();
    }
    Error::Memory { n_bytes: (n * dtype.size()) as u64, memory: Box::new(stream.device().memory()), source }
}

/// A buffer and the device that it is on, which outlives it.
pub(crate) struct Storage {
    pub(crate) buffer: AnyBuffer,
    device: Device,
}

// SAFETY: the buffer is used by work that is put into the device's one stream, whose lock every user of `buffer` holds.
unsafe impl Sync for Storage {}

impl Storage {
    pub(crate) fn new(device: &Device, buffer: AnyBuffer) -> Storage {
        Storage { buffer, device: device.clone() }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn dtype(&self) -> DType {
        self.buffer.dtype()
    }

    pub(crate) fn slice<T: Element>(&self, first: usize, len: usize) -> Result<Slice<'_, T>> {
        let buffer = T::of(&self.buffer).ok_or(Error::Tensor { what: "read", why: "of another type".into() })?;
        Ok(buffer.slice(first..first + len)?)
    }
}
