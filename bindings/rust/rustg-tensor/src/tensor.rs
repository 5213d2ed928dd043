use crate::cell::{Cell, Op, Operand, Pending, State, View};
use crate::dtype::with_type;
use crate::fusion::{MOST_DEPTH, evaluate};
use crate::grad::History;
use crate::map::Map;
use crate::storage::{AnyBuffer, Storage};
use crate::{DType, Device, Element, Error, Result, Scalar, layout};
use rustg::Buffer;
use std::sync::Arc;

/// Numbers of one type in a shape, on a device.
///
/// A tensor never changes. Operations make new ones: elementwise operations and reductions are recorded and done when elements
/// are wanted, many by one kernel; views ([`Tensor::transpose`], [`Tensor::narrow`], ..) share the elements.
#[derive(Clone)]
pub struct Tensor {
    pub(crate) cell: Arc<Cell>,
    pub(crate) history: Option<Arc<History>>,
}

impl Tensor {
    pub(crate) fn of_cell(cell: Arc<Cell>) -> Tensor {
        Tensor { cell, history: None }
    }

    pub(crate) fn of_view(like: &Tensor, shape: Vec<usize>, view: View) -> Tensor {
        Tensor::of_cell(Cell::new(shape, like.dtype(), like.device().clone(), State::Ready(view)))
    }

    /// A whole storage in a shape; the caller has counted.
    pub(crate) fn whole(storage: Storage, shape: &[usize]) -> Tensor {
        let (dtype, device) = (storage.dtype(), storage.device().clone());
        let view = View { storage: Arc::new(storage), strides: layout::row_major(shape), offset: 0 };
        Tensor::of_cell(Cell::new(shape.to_vec(), dtype, device, State::Ready(view)))
    }

    /// A result that is to be made when it is wanted.
    pub(crate) fn recorded(
        device: &Device,
        dtype: DType,
        shape: Vec<usize>,
        op: Op,
        operands: Vec<Operand>,
    ) -> Result<Tensor> {
        layout::count(&shape)?;
        let depth = |operand: &Operand| if let Operand::Cell(cell) = operand { cell.depth() } else { 0 };
        let depth = 1 + operands.iter().map(depth).max().unwrap_or(0);
        let state = State::Pending(Pending { op, operands, depth });
        let tensor = Tensor::of_cell(Cell::new(shape, dtype, device.clone(), state));
        if depth >= MOST_DEPTH {
            tensor.view()?;
        }
        Ok(tensor)
    }

    /// Its elements, made now if they are not yet.
    pub(crate) fn view(&self) -> Result<View> {
        match self.cell.ready() {
            Some(view) => Ok(view),
            None => evaluate(&mut self.device().lock(), &self.cell),
        }
    }

    /// Has the work put into the device's stream that makes its elements; it is not waited for.
    ///
    /// # Errors
    /// Of the device; of the compiler.
    pub fn realize(&self) -> Result<&Tensor> {
        self.view()?;
        Ok(self)
    }

    /// A tensor with these elements, in order of rows.
    ///
    /// # Errors
    /// Where there are more or fewer than the shape has; of the device.
    pub fn from_slice<T: Element>(device: &Device, elements: &[T], shape: &[usize]) -> Result<Tensor> {
        if layout::count(shape)? != elements.len() {
            return Err(Error::Length { what: "from_slice", shape: shape.to_vec(), given: elements.len() });
        }
        Ok(Tensor::whole(device.upload(elements)?, shape))
    }

    /// A tensor of one number everywhere, made when it is wanted.
    ///
    /// # Errors
    /// Where the shape is too large; where the number is an integer that the type does not hold.
    pub fn full(device: &Device, number: impl Into<Scalar>, dtype: DType, shape: &[usize]) -> Result<Tensor> {
        let number = number.into();
        if !number.fits(dtype) {
            return Err(Error::argument("full", format!("{} is out of range in {dtype}", number.to_i64())));
        }
        let operands = vec![Operand::Number(number, dtype)];
        Tensor::recorded(device, dtype, shape.to_vec(), Op::Map(Map::Copy), operands)
    }

    /// Zeros.
    ///
    /// # Errors
    /// As [`Tensor::full`].
    pub fn zeros(device: &Device, dtype: DType, shape: &[usize]) -> Result<Tensor> {
        Tensor::full(device, 0, dtype, shape)
    }

    /// Ones.
    ///
    /// # Errors
    /// As [`Tensor::full`].
    pub fn ones(device: &Device, dtype: DType, shape: &[usize]) -> Result<Tensor> {
        Tensor::full(device, 1, dtype, shape)
    }

    /// 0, 1, 2, .. up to n - 1, of `i64`.
    ///
    /// # Errors
    /// Where there are too many.
    pub fn arange(device: &Device, n: usize) -> Result<Tensor> {
        Tensor::recorded(device, DType::I64, vec![n], Op::Map(Map::Index), Vec::new())
    }

    /// A buffer that a kernel of yours has written on the device, in this shape: in [`Device::with_stream`], or in another stream
    /// that was waited for since.
    ///
    /// # Errors
    /// Where it has more or fewer elements than the shape, or is another device's.
    pub fn from_buffer<T: Element>(device: &Device, buffer: Buffer<T>, shape: &[usize]) -> Result<Tensor> {
        if layout::count(shape)? != buffer.len() {
            return Err(Error::Length { what: "from_buffer", shape: shape.to_vec(), given: buffer.len() });
        }
        if buffer.device() != device.raw() {
            return Err(Error::Device { what: "from_buffer" });
        }
        Ok(Tensor::whole(Storage::new(device, T::any(buffer)), shape))
    }

    /// Its sides. Empty: one number.
    pub fn shape(&self) -> &[usize] {
        &self.cell.shape
    }

    /// How many sides it has.
    pub fn rank(&self) -> usize {
        self.cell.shape.len()
    }

    /// One of its sides; -1 is the last one.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn side(&self, axis: i64) -> Result<usize> {
        Ok(self.shape()[layout::axis("side", axis, self.shape())?])
    }

    /// Its number of elements.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }

    /// Its element type.
    pub fn dtype(&self) -> DType {
        self.cell.dtype
    }

    /// Where it is.
    pub fn device(&self) -> &Device {
        &self.cell.device
    }

    /// Its elements, in order of rows. Waits for the work that makes them.
    ///
    /// # Errors
    /// Where T is not its element type; what the kernels before it met, panics too.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        if T::DTYPE != self.dtype() {
            return Err(Error::DType { what: "to_vec", dtypes: vec![self.dtype(), T::DTYPE] });
        }
        let (tensor, n) = (self.contiguous()?, self.len());
        let view = tensor.view()?;
        self.device().lock().download(&view.storage, if n == 0 { 0 } else { view.offset }, n)
    }

    /// The one element of a tensor of one element.
    ///
    /// # Errors
    /// As [`Tensor::to_vec`]; where it has more or fewer.
    pub fn item<T: Element>(&self) -> Result<T> {
        match self.to_vec()?.as_slice() {
            [element] => Ok(*element),
            _ => Err(Error::Shape { what: "item", shapes: vec![self.shape().to_vec()] }),
        }
    }

    /// Its elements as `f64`, whatever their type.
    ///
    /// # Errors
    /// As [`Tensor::to_vec`]; of complex numbers.
    pub fn numbers(&self) -> Result<Vec<f64>> {
        if self.dtype().is_complex() {
            return Err(Error::DType { what: "numbers", dtypes: vec![self.dtype()] });
        }
        with_type!(self.dtype(), T => Ok(self.to_vec::<T>()?.into_iter().map(|x| x.to_scalar().to_f64()).collect()))
    }

    /// The one number of a tensor of one element, as `f64`.
    ///
    /// # Errors
    /// As [`Tensor::item`].
    pub fn number(&self) -> Result<f64> {
        match self.numbers()?.as_slice() {
            [number] => Ok(*number),
            _ => Err(Error::Shape { what: "number", shapes: vec![self.shape().to_vec()] }),
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
        let there = with_type!(self.dtype(), T => Tensor::from_slice(device, &self.to_vec::<T>()?, self.shape()))?;
        let own = self.device().clone();
        Ok(there.with_history("to_device", &[self], move |g, _| Ok(vec![Some(g.to_device(&own)?)])))
    }

    /// The same with its elements in order of rows, without gaps: itself, or a copy.
    ///
    /// # Errors
    /// Of the device.
    pub fn contiguous(&self) -> Result<Tensor> {
        match self.cell.ready() {
            Some(view) if !layout::is_row_major(self.shape(), &view.strides) => {
                let operands = vec![Operand::Cell(self.cell.clone())];
                let (shape, op) = (self.shape().to_vec(), Op::Map(Map::Copy));
                let copy = Tensor::recorded(self.device(), self.dtype(), shape, op, operands)?;
                Ok(copy.with_history("contiguous", &[self], |g, _| Ok(vec![Some(g.clone())])))
            }
            _ => Ok(self.clone()),
        }
    }

    /// Elements from one to the next along each side; 0 where it is broadcast.
    ///
    /// # Errors
    /// Of the device: its elements are made.
    pub fn strides(&self) -> Result<Vec<usize>> {
        Ok(self.view()?.strides)
    }

    pub(crate) fn check_device(&self, what: &'static str, other: &Tensor) -> Result<()> {
        if self.device() == other.device() { Ok(()) } else { Err(Error::Device { what }) }
    }

    pub(crate) fn check_type(&self, what: &'static str, wanted: DType) -> Result<()> {
        if self.dtype() == wanted { Ok(()) } else { Err(Error::DType { what, dtypes: vec![self.dtype(), wanted] }) }
    }

    pub(crate) fn check_float(&self, what: &'static str) -> Result<()> {
        if self.dtype().is_float() { Ok(()) } else { Err(Error::DType { what, dtypes: vec![self.dtype()] }) }
    }

    /// A tensor of a new buffer, that `work` writes under the device's lock.
    pub(crate) fn written(
        device: &Device,
        dtype: DType,
        shape: &[usize],
        work: impl FnOnce(&mut crate::device::Exec, &mut AnyBuffer) -> Result<()>,
    ) -> Result<Tensor> {
        let n = layout::count(shape)?;
        let mut exec = device.lock();
        let mut buffer = AnyBuffer::unwritten(&exec.stream, dtype, n)?;
        if n > 0 {
            work(&mut exec, &mut buffer)?;
        }
        drop(exec);
        Ok(Tensor::whole(Storage::new(device, buffer), shape))
    }
}
