use crate::device::{Device, Element, Storage};
use crate::{DType, Error, Result, layout};
use rustg::{Buffer, Slice};
use std::fmt;
use std::rc::Rc;

/// Numbers in a shape, on a device.
///
/// A tensor is a view: cloning, transposing, reshaping and narrowing share the elements. Operations make new tensors; elements
/// of a shared view never change under it.
#[derive(Clone)]
pub struct Tensor {
    storage: Rc<Storage>,
    shape: Vec<usize>,
    strides: Vec<usize>,
    offset: usize,
}

impl Tensor {
    /// A tensor with these elements, in order of rows.
    ///
    /// # Errors
    /// Where there are more or fewer than the shape has; of the device.
    pub fn from_slice<T: Element>(device: &Device, elements: &[T], shape: &[usize]) -> Result<Tensor> {
        let n = layout::count(shape)?;
        if n != elements.len() {
            return Err(Error::Length { wanted: n, given: elements.len() });
        }
        Ok(Tensor::whole(device.upload(elements)?, shape))
    }

    /// A tensor of one element everywhere; it takes the memory of one.
    ///
    /// # Errors
    /// Of the device.
    pub fn full<T: Element>(device: &Device, element: T, shape: &[usize]) -> Result<Tensor> {
        Tensor::from_slice(device, &[element], &[])?.broadcast_to(shape)
    }

    /// A tensor of a float type, of one number everywhere.
    ///
    /// # Errors
    /// Of the device; where the type is no float.
    pub fn full_of(device: &Device, dtype: DType, number: f64, shape: &[usize]) -> Result<Tensor> {
        match dtype {
            DType::F32 => Tensor::full(device, number as f32, shape),
            DType::F64 => Tensor::full(device, number, shape),
            DType::U32 => Err(Error::DType { what: "full_of", dtypes: vec![dtype] }),
        }
    }

    /// A whole storage in a shape; the caller has counted.
    pub(crate) fn whole(storage: Storage, shape: &[usize]) -> Tensor {
        Tensor { storage: Rc::new(storage), shape: shape.to_vec(), strides: layout::row_major(shape), offset: 0 }
    }

    /// A buffer that a kernel of yours has written on the device, in this shape.
    ///
    /// # Errors
    /// Where it has more or fewer elements than the shape, or is another device's.
    pub fn from_buffer<T: Element>(device: &Device, buffer: Buffer<T>, shape: &[usize]) -> Result<Tensor> {
        let n = layout::count(shape)?;
        if n != buffer.len() {
            return Err(Error::Length { wanted: n, given: buffer.len() });
        }
        if buffer.device() != device.raw() {
            return Err(Error::Device { what: "from_buffer" });
        }
        Ok(Tensor::made(device, buffer, shape))
    }

    /// Its elements in order of rows, for a kernel of yours that reads them: of a tensor that is contiguous.
    ///
    /// # Errors
    /// Where it is not, or T is not its element type.
    pub fn as_slice<T: Element>(&self) -> Result<Slice<'_, T>> {
        if !self.is_contiguous() {
            return Err(Error::Shape { what: "as_slice", shapes: vec![self.shape.clone(), self.strides.clone()] });
        }
        self.slice()
    }

    /// A buffer that a kernel has written, in a shape that has as many elements.
    pub(crate) fn made<T: Element>(device: &Device, buffer: Buffer<T>, shape: &[usize]) -> Tensor {
        Tensor::whole(T::storage(device.clone(), buffer), shape)
    }

    /// Its sides. Empty: one number.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Elements from one to the next along each side; 0 where it is broadcast.
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// Its number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Its element type.
    pub fn dtype(&self) -> DType {
        self.storage.dtype()
    }

    /// Where it is.
    pub fn device(&self) -> &Device {
        self.storage.device()
    }

    /// Its part of the storage, from its first element to its last.
    pub(crate) fn slice<T: Element>(&self) -> Result<Slice<'_, T>> {
        let wrong = || Error::DType { what: "read", dtypes: vec![self.dtype(), T::DTYPE] };
        let span = layout::span(&self.shape, &self.strides);
        let first = if span == 0 { 0 } else { self.offset };
        Ok(T::buffer(&self.storage).ok_or_else(wrong)?.slice(first..first + span)?)
    }

    /// Whether its elements lie in order of rows without gaps.
    pub fn is_contiguous(&self) -> bool {
        layout::is_row_major(&self.shape, &self.strides)
    }

    /// Its elements in order of rows, to be written. What others see of them is copied first.
    pub(crate) fn buffer_mut<T: Element>(&mut self) -> Result<&mut Buffer<T>> {
        let wrong = Error::DType { what: "write", dtypes: vec![self.dtype(), T::DTYPE] };
        let is_whole = self.is_contiguous() && self.offset == 0 && self.storage.len() == self.len();
        if !is_whole || Rc::get_mut(&mut self.storage).is_none() {
            *self = self.copied()?;
        }
        Rc::get_mut(&mut self.storage).and_then(T::buffer_mut).ok_or(wrong)
    }

    /// Its elements, in order of rows. Waits for the work that makes them.
    ///
    /// # Errors
    /// Where T is not its element type; what the kernels before it met, panics too.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let tensor = self.contiguous()?;
        tensor.device().download(tensor.slice()?)
    }

    /// The one element of a tensor of one element.
    ///
    /// # Errors
    /// As [`Tensor::to_vec`]; where it has more or fewer.
    pub fn item<T: Element>(&self) -> Result<T> {
        match self.to_vec()?.as_slice() {
            [element] => Ok(*element),
            others => Err(Error::Length { wanted: 1, given: others.len() }),
        }
    }

    /// The one number of a float tensor of one element, as `f64`.
    ///
    /// # Errors
    /// As [`Tensor::item`].
    pub fn number(&self) -> Result<f64> {
        match self.dtype() {
            DType::F32 => self.item::<f32>().map(f64::from),
            _ => self.item(),
        }
    }

    /// The same elements on another device.
    ///
    /// # Errors
    /// Of the devices.
    pub fn to_device(&self, device: &Device) -> Result<Tensor> {
        if device == self.device() {
            return Ok(self.clone());
        }
        let storage = match self.dtype() {
            DType::F32 => device.upload(&self.to_vec::<f32>()?)?,
            DType::F64 => device.upload(&self.to_vec::<f64>()?)?,
            DType::U32 => device.upload(&self.to_vec::<u32>()?)?,
        };
        Ok(Tensor::whole(storage, &self.shape))
    }

    /// The same elements in another shape; copied only where strides cannot say it.
    ///
    /// # Errors
    /// Where the number of elements differs.
    pub fn reshape(&self, shape: &[usize]) -> Result<Tensor> {
        let n = layout::count(shape)?;
        if n != self.len() {
            return Err(Error::Length { wanted: n, given: self.len() });
        }
        let tensor = self.contiguous()?;
        Ok(Tensor { shape: shape.to_vec(), strides: layout::row_major(shape), ..tensor })
    }

    /// With two sides exchanged.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn transpose(&self, a: usize, b: usize) -> Result<Tensor> {
        let mut turned = self.clone();
        for axis in [a, b] {
            self.check_axis("transpose", axis)?;
        }
        turned.shape.swap(a, b);
        turned.strides.swap(a, b);
        Ok(turned)
    }

    /// A part of one side: `length` from `start` on.
    ///
    /// # Errors
    /// Where the side is shorter, or is not there.
    pub fn narrow(&self, axis: usize, start: usize, length: usize) -> Result<Tensor> {
        let side = self.check_axis("narrow", axis)?;
        let end = start.checked_add(length).filter(|end| *end <= side);
        let end = end.ok_or_else(|| Error::Axis {
            what: "narrow",
            axis: start.saturating_add(length),
            shape: self.shape.clone(),
        })?;
        let mut part = self.clone();
        part.shape[axis] = end - start;
        part.offset += start * self.strides[axis];
        Ok(part)
    }

    /// Seen in a larger shape: sides of 1 are repeated, sides in front added. Nothing is copied.
    ///
    /// # Errors
    /// Where it does not broadcast to that shape.
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Tensor> {
        layout::count(shape)?;
        let strides = layout::broadcast_strides(&self.shape, &self.strides, shape);
        let wrong = || Error::Shape { what: "broadcast_to", shapes: vec![self.shape.clone(), shape.to_vec()] };
        Ok(Tensor {
            storage: self.storage.clone(),
            shape: shape.to_vec(),
            strides: strides.ok_or_else(wrong)?,
            offset: self.offset,
        })
    }

    pub(crate) fn check_axis(&self, what: &'static str, axis: usize) -> Result<usize> {
        self.shape.get(axis).copied().ok_or_else(|| Error::Axis { what, axis, shape: self.shape.clone() })
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {:?} of {} on {}", self.shape, self.dtype(), self.device())
    }
}
