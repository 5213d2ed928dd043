//! Elements chosen by numbers, tensors put together, sorting and running sums: kernels of their own.

use crate::dtype::with_type;
use crate::layout::row_major;
use crate::storage::{AnyBuffer, Held};
use crate::{DType, Device, Error, Result, Tensor, layout};
use rustg::{Argument, LaunchConfig};

/// What precedes a kernel's body: its parameters, for elements of a type.
fn text(dtype: DType, params: &str, body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    format!("use rustg_std::prelude::*;\n\n#[kernel]\npub fn KERNEL({params}) {{\n    {body}\n}}\n")
        .replace("ELEMENT", dtype.name())
}

/// A whole tensor as kernels read it.
struct Read {
    view: crate::cell::View,
    len: usize,
}

impl Read {
    fn of(tensor: &Tensor) -> Result<Read> {
        let tensor = tensor.detached();
        tensor.view()?;
        Ok(Read { view: tensor.contiguous()?.view()?, len: tensor.len() })
    }

    fn argument(&self) -> Result<Box<dyn Argument + '_>> {
        self.view.storage.buffer.input(if self.len == 0 { 0 } else { self.view.offset }, self.len)
    }
}

impl Tensor {
    /// Its shape around a side: what is before it, the side, what is behind it.
    fn around(&self, axis: usize) -> (usize, usize, usize) {
        let shape = self.shape();
        (shape[..axis].iter().product(), shape[axis], shape[axis + 1..].iter().product())
    }

    /// The parts along a side that `index`, one row of `i64`, counts, in its order; -1 is the last one.
    ///
    /// # Errors
    /// Where `index` is not one row of `i64`, or there is no such side. A number past the last is a panic of the kernel: the
    /// error that the next [`Tensor::to_vec`] of the device returns.
    pub fn index_select(&self, axis: i64, index: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "index_select";
        let at = layout::axis(WHAT, axis, self.shape())?;
        let [m] = *index.shape() else {
            return Err(Error::Shape { what: WHAT, shapes: vec![self.shape().to_vec(), index.shape().to_vec()] });
        };
        let mut shape = self.shape().to_vec();
        shape[at] = m;
        let y = self.chosen(WHAT, at, index, &shape, "index[row as usize]")?;
        let (index, own) = (index.clone(), self.shape().to_vec());
        Ok(y.with_history(WHAT, &[self], move |g, _| {
            Ok(vec![Some(Tensor::zeros(g.device(), g.dtype(), &own)?.index_add(axis, &index, g)?)])
        }))
    }

    /// The elements along a side that `index`, of `i64` and otherwise of the same sides or shorter ones, counts.
    ///
    /// # Errors
    /// As [`Tensor::index_select`].
    pub fn gather(&self, axis: i64, index: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "gather";
        let at = layout::axis(WHAT, axis, self.shape())?;
        if index.rank() != self.rank() {
            return Err(Error::Shape { what: WHAT, shapes: vec![self.shape().to_vec(), index.shape().to_vec()] });
        }
        let mut x = self.clone();
        for d in (0..self.rank()).filter(|d| *d != at && index.shape()[*d] != self.shape()[*d]) {
            x = x.narrow(d as i64, 0, index.shape()[d])?;
        }
        let y = x.chosen(WHAT, at, index, index.shape(), "index[t.get()]")?;
        let (index, own) = (index.clone(), x.shape().to_vec());
        Ok(y.with_history(WHAT, &[&x], move |g, _| {
            Ok(vec![Some(Tensor::zeros(g.device(), g.dtype(), &own)?.scatter_add(axis, &index, g)?)])
        }))
    }

    fn chosen(&self, what: &'static str, axis: usize, index: &Tensor, shape: &[usize], number: &str) -> Result<Tensor> {
        self.check_device(what, index)?;
        index.check_type(what, DType::I64)?;
        let (_, n, inner) = self.around(axis);
        let (x, index) = (Read::of(self)?, Read::of(index)?);
        let body = format!(
            "let t = thread::index();\nif t < y.len() {{\n    let at = t.get() as u32;\n    let row = at / inner % m;\n    \
             let number = {number};\n    let from = if number < 0 {{ number + n as i64 }} else {{ number }};\n    \
             assert!(from >= 0 && from < n as i64, \"{what}: {{}} is out of bounds of {{}}\", number, n);\n    \
             let outer = at / inner / m;\n    \
             y[t] = x[(outer.wrapping_mul(n).wrapping_add(from as u32).wrapping_mul(inner).wrapping_add(at % inner)) as usize];\n}}"
        );
        let params = "n: u32, m: u32, inner: u32, x: &[ELEMENT], index: &[i64], mut y: GridMut<ELEMENT>";
        let text = text(self.dtype(), params, &body);
        let (count, m) = (layout::count(shape)?, shape[axis]);
        Tensor::written(self.device(), self.dtype(), shape, |exec, y| {
            let kernel = exec.kernel(self.device(), &text)?;
            let (x, index, y) = (x.argument()?, index.argument()?, y.output());
            let all: [&dyn Argument; 6] = [&(n as u32), &(m as u32), &(inner as u32), &*x, &*index, &*y];
            Ok(kernel.launch(&exec.stream, count, all.as_slice())?)
        })
    }

    /// The elements that `index`, of `i64`, counts in order of rows, in its shape.
    ///
    /// # Errors
    /// As [`Tensor::index_select`].
    pub fn take(&self, index: &Tensor) -> Result<Tensor> {
        let flat = self.reshape(&[self.len()])?;
        flat.index_select(0, &index.reshape(&[index.len()])?)?.reshape(index.shape())
    }

    /// With the parts of `source` along a side added to those that `index`, one row of `i64`, counts: always in order of
    /// `source`, so a run repeats bit for bit.
    ///
    /// # Errors
    /// Where shapes or types do not fit. As [`Tensor::index_select`] for numbers out of range.
    pub fn index_add(&self, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "index_add";
        let at = layout::axis(WHAT, axis, self.shape())?;
        let mut wanted = self.shape().to_vec();
        wanted[at] = index.len();
        if index.rank() != 1 || source.shape() != wanted {
            let shapes = vec![self.shape().to_vec(), index.shape().to_vec(), source.shape().to_vec()];
            return Err(Error::Shape { what: WHAT, shapes });
        }
        let y = self.put(WHAT, at, index, source, true)?;
        let index = index.clone();
        Ok(y.with_history(WHAT, &[self, source], move |g, _| {
            Ok(vec![Some(g.clone()), Some(g.index_select(axis, &index)?)])
        }))
    }

    /// With the elements of `source` added to those along a side that `index`, of `i64` and of its shape, counts; as
    /// [`Tensor::index_add`].
    ///
    /// # Errors
    /// As there.
    pub fn scatter_add(&self, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
        let y = self.scattered("scatter_add", axis, index, source, true)?;
        let index = index.clone();
        Ok(y.with_history("scatter_add", &[self, source], move |g, _| {
            Ok(vec![Some(g.clone()), Some(g.gather(axis, &index)?)])
        }))
    }

    /// With the elements of `source` in the places along a side that `index`, of `i64` and of its shape, counts. Of several
    /// for one place it is the last.
    ///
    /// # Errors
    /// As [`Tensor::index_add`].
    pub fn scatter(&self, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
        let y = self.scattered("scatter", axis, index, source, false)?;
        let (index, own) = (index.clone(), self.shape().to_vec());
        Ok(y.with_history("scatter", &[self, source], move |g, _| {
            let zeros = Tensor::zeros(g.device(), g.dtype(), index.shape())?;
            // who is the last one of those for one place
            let order = Tensor::arange(g.device(), index.len())?.reshape(index.shape())?;
            let last = Tensor::zeros(g.device(), DType::I64, &own)?.scatter(axis, &index, &order)?;
            let is_lost = last.gather(axis, &index)?.ne(&order)?;
            Ok(vec![Some(g.scatter(axis, &index, &zeros)?), Some(g.gather(axis, &index)?.masked_fill(&is_lost, 0)?)])
        }))
    }

    fn scattered(
        &self,
        what: &'static str,
        axis: i64,
        index: &Tensor,
        source: &Tensor,
        is_sum: bool,
    ) -> Result<Tensor> {
        let at = layout::axis(what, axis, self.shape())?;
        let fits = |d: usize| d == at || index.shape()[d] <= self.shape()[d];
        if index.shape() != source.shape() || index.rank() != self.rank() || !(0..self.rank()).all(fits) {
            let shapes = vec![self.shape().to_vec(), index.shape().to_vec(), source.shape().to_vec()];
            return Err(Error::Shape { what, shapes });
        }
        index.check_type(what, DType::I64)?;
        // the place in order of rows; out of range stays out of range
        let (n, strides) = (self.shape()[at] as i64, row_major(self.shape()));
        let own = Tensor::where_(&index.lt_number(0)?, &index.add_number(n)?, index)?;
        let is_inside = own.ge_number(0)?.logical_and(&own.lt_number(n)?)?;
        let mut place = own.mul_number(strides[at] as i64)?;
        for d in (0..self.rank()).filter(|d| *d != at) {
            let mut shape = vec![1; self.rank()];
            shape[d] = index.shape()[d];
            let along = Tensor::arange(self.device(), shape[d])?.reshape(&shape)?;
            place = place.add(&along.mul_number(strides[d] as i64)?)?;
        }
        let far = Tensor::full(self.device(), self.len() as i64, DType::I64, &[])?;
        let place = Tensor::where_(&is_inside, &place, &far)?.reshape(&[index.len()])?;
        let (flat, source) = (self.detached().reshape(&[self.len()])?, source.detached().reshape(&[source.len()])?);
        flat.put(what, 0, &place, &source, is_sum)?.reshape(self.shape())
    }

    /// A copy of this with the parts of `source` put where `index` counts: all for one place by one thread, in their order.
    fn put(&self, what: &'static str, axis: usize, index: &Tensor, source: &Tensor, is_sum: bool) -> Result<Tensor> {
        self.check_device(what, index)?;
        self.check_device(what, source)?;
        index.check_type(what, DType::I64)?;
        source.check_type(what, self.dtype())?;
        let (outer, n, inner) = self.around(axis);
        let m = index.len();
        if m == 0 || self.is_empty() {
            return Ok(self.detached());
        }
        let own = Tensor::where_(&index.lt_number(0)?, &index.add_number(n as i64)?, index)?;
        let (sorted, order) = own.sort(0, false)?;
        let (x, sorted, order, source) = (Read::of(self)?, Read::of(&sorted)?, Read::of(&order)?, Read::of(source)?);
        let (load, store) = if self.dtype().is_half() { (".to_f32()", "ELEMENT::from_f32(all)") } else { ("", "all") };
        let step = match (is_sum, self.dtype()) {
            (false, _) => "all = part;",
            (true, DType::Bool) => "all = all | part;",
            (true, dtype) if dtype.is_rounded() => "all = all + part;",
            _ => "all = all.wrapping_add(part);",
        };
        let body = format!(
            "let t = thread::index().get();\nif t >= (outer_n * m * inner) as usize {{\n    return;\n}}\n\
             let (column, at, outer) = (t as u32 % inner, t as u32 / inner % m, t as u32 / inner / m);\n\
             let to = sorted[at as usize];\nassert!(to >= 0 && to < n as i64, \"{what}: {{}} is out of bounds of {{}}\", to, n);\n\
             if at > 0 && sorted[at as usize - 1] == to {{\n    return;\n}}\n\
             let place = outer.wrapping_mul(n).wrapping_add(to as u32).wrapping_mul(inner).wrapping_add(column) as usize;\n\
             assert!(place < y.len());\n\
             // SAFETY: inside; the first of those for a place is one thread's.\n\
             let mut all = unsafe {{ *y.get_unchecked(place) }}{load};\nlet mut k = at;\n\
             while k < m && sorted[k as usize] == to {{\n    \
             let from = outer.wrapping_mul(m).wrapping_add(order[k as usize] as u32).wrapping_mul(inner).wrapping_add(column);\n    \
             let part = source[from as usize]{load};\n    {step}\n    k += 1;\n}}\n\
             // SAFETY: as above.\nunsafe {{ *y.get_unchecked_mut(place) = {store} }};"
        );
        let params = "outer_n: u32, n: u32, m: u32, inner: u32, sorted: &[i64], order: &[i64], source: &[ELEMENT], \
                      mut y: GridMut<ELEMENT>";
        let text = text(self.dtype(), params, &body);
        Tensor::written(self.device(), self.dtype(), self.shape(), |exec, y| {
            with_type!(self.dtype(), T => {
                let to = T::of_mut(y).ok_or_else(|| Error::argument(what, "a buffer of another type"))?;
                exec.stream.copy(x.view.storage.slice::<T>(x.view.offset, x.len)?, to)?;
            });
            let kernel = exec.kernel(self.device(), &text)?;
            let (sorted, order, source) = (sorted.argument()?, order.argument()?, source.argument()?);
            let (numbers, y) = ([outer, n, m, inner].map(|number| number as u32), y.output());
            let [a, b, c, d] = &numbers;
            let all: [&dyn Argument; 8] = [a, b, c, d, &*sorted, &*order, &*source, &*y];
            Ok(kernel.launch(&exec.stream, outer * m * inner, all.as_slice())?)
        })
    }

    /// Tensors one behind another along a side; types become one.
    ///
    /// # Errors
    /// Where other sides differ, or there is no tensor.
    pub fn cat(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
        const WHAT: &str = "cat";
        let first = *tensors.first().ok_or_else(|| Error::argument(WHAT, "of no tensors"))?;
        let at = layout::axis(WHAT, axis, first.shape())?;
        let dtype = tensors.iter().fold(first.dtype(), |dtype, t| dtype.promote(t.dtype()));
        let mut shape = first.shape().to_vec();
        shape[at] = 0;
        for tensor in tensors {
            first.check_device(WHAT, tensor)?;
            let mut other = tensor.shape().to_vec();
            shape[at] += other.get(at).copied().unwrap_or(0);
            if other.len() == shape.len() {
                other[at] = shape[at];
            }
            if other != shape {
                return Err(Error::Shape { what: WHAT, shapes: tensors.iter().map(|t| t.shape().to_vec()).collect() });
            }
        }
        let own: Vec<Tensor> = tensors.iter().map(|t| t.to_dtype(dtype)).collect::<Result<_>>()?;
        let parts: Vec<Read> = own.iter().map(Read::of).collect::<Result<_>>()?;
        let body = "let t = thread::index().get();\nif t < x.len() {\n    let at = t as u32;\n    let own = side.wrapping_mul(inner);\n    \
                    let place = (at / own).wrapping_mul(all).wrapping_add(start).wrapping_mul(inner).wrapping_add(at % own) as usize;\n    \
                    assert!(place < y.len());\n    // SAFETY: inside; each place is one thread's.\n    \
                    unsafe { *y.get_unchecked_mut(place) = x[t] };\n}";
        let params = "all: u32, side: u32, start: u32, inner: u32, x: &[ELEMENT], mut y: GridMut<ELEMENT>";
        let text = text(dtype, params, body);
        let (_, _, inner) = first.around(at);
        let y = Tensor::written(first.device(), dtype, &shape, |exec, y| {
            let mut start = 0;
            for (tensor, part) in own.iter().zip(&parts).filter(|(tensor, _)| !tensor.is_empty()) {
                let side = tensor.shape()[at];
                put_part(exec, first.device(), &text, [shape[at], side, start, inner], part, y)?;
                start += side;
            }
            Ok(())
        })?;
        let sides: Vec<usize> = own.iter().map(|t| t.shape()[at]).collect();
        let inputs: Vec<&Tensor> = own.iter().collect();
        Ok(y.with_history(WHAT, &inputs, move |g, _| {
            let mut start = 0;
            let part = |side: &usize| {
                start += side;
                g.narrow(axis, start - side, *side).map(Some)
            };
            sides.iter().map(part).collect()
        }))
    }

    /// Tensors of one shape along a new side.
    ///
    /// # Errors
    /// Where shapes differ, or there is no tensor.
    pub fn stack(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
        if tensors.iter().any(|t| t.shape() != tensors[0].shape()) {
            return Err(Error::Shape { what: "stack", shapes: tensors.iter().map(|t| t.shape().to_vec()).collect() });
        }
        let own: Vec<Tensor> = tensors.iter().map(|t| t.unsqueeze(axis)).collect::<Result<_>>()?;
        Tensor::cat(&own.iter().collect::<Vec<_>>(), axis)
    }

    /// With the elements of a side in the opposite order.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn flip(&self, axis: i64) -> Result<Tensor> {
        let side = self.side(axis)?;
        self.index_select(axis, &Tensor::arange(self.device(), side)?.number_sub(side as i64 - 1)?)
    }

    /// With zeros above a diagonal of the last two sides; 0 is the main one, 1 the next above it.
    ///
    /// # Errors
    /// Where there are not two sides.
    pub fn tril(&self, diagonal: i64) -> Result<Tensor> {
        let (rows, columns) = (self.side(-2)?, self.side(-1)?);
        let row = Tensor::arange(self.device(), rows)?.reshape(&[rows, 1])?.add_number(diagonal)?;
        let is_above = Tensor::arange(self.device(), columns)?.gt(&row)?;
        self.masked_fill(&is_above, 0)
    }

    /// Running sums along a side, each from the one before; of integers and `bool` of `i64`.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn cumsum(&self, axis: i64) -> Result<Tensor> {
        self.running_sums(axis, false)
    }

    fn running_sums(&self, axis: i64, is_backward: bool) -> Result<Tensor> {
        const WHAT: &str = "cumsum";
        let at = layout::axis(WHAT, axis, self.shape())?;
        let x = self.to_dtype(self.dtype().to_sum())?;
        let (outer, n, inner) = x.around(at);
        let (register, load, store) = match x.dtype() {
            half if half.is_half() => ("f32", ".to_f32()", "ELEMENT::from_f32(all)"),
            _ => ("ELEMENT", "", "all"),
        };
        let add = if x.dtype().is_rounded() { "all + part" } else { "all.wrapping_add(part)" };
        let step = if is_backward { "n - 1 - k" } else { "k" };
        let zero = crate::fusion_text::start(crate::cell::Fold::Sum, x.dtype().register());
        let body = format!(
            "let t = thread::index().get();\nif t < (outer_n * inner) as usize {{\n    \
             let first = (t as u32 / inner).wrapping_mul(n).wrapping_mul(inner).wrapping_add(t as u32 % inner);\n    \
             let mut all: {register} = {zero};\n    for k in 0..n {{\n        \
             let place = first.wrapping_add(({step}).wrapping_mul(inner)) as usize;\n        \
             let part = x[place]{load};\n        all = {add};\n        assert!(place < y.len());\n        \
             // SAFETY: inside; each place is one thread's.\n        \
             unsafe {{ *y.get_unchecked_mut(place) = {store} }};\n    }}\n}}"
        );
        let params = "outer_n: u32, n: u32, inner: u32, x: &[ELEMENT], mut y: GridMut<ELEMENT>";
        let text = text(x.dtype(), params, &body);
        let read = Read::of(&x)?;
        let y = Tensor::written(x.device(), x.dtype(), x.shape(), |exec, y| {
            let kernel = exec.kernel(x.device(), &text)?;
            let (read, y, numbers) = (read.argument()?, y.output(), [outer, n, inner].map(|number| number as u32));
            let [a, b, c] = &numbers;
            let all: [&dyn Argument; 5] = [a, b, c, &*read, &*y];
            Ok(kernel.launch(&exec.stream, outer * inner, all.as_slice())?)
        })?;
        Ok(y.with_history(WHAT, &[&x], move |g, _| Ok(vec![Some(g.running_sums(axis, !is_backward)?)])))
    }

    /// Elements along a side from the least on, or from the greatest, and where they were, of `i64`. Equal ones stay in their
    /// order; NaN is greater than all.
    ///
    /// # Errors
    /// Where there is no such side.
    pub fn sort(&self, axis: i64, descending: bool) -> Result<(Tensor, Tensor)> {
        const WHAT: &str = "sort";
        let at = layout::axis(WHAT, axis, self.shape())? as i64;
        let n = self.shape()[at as usize];
        if self.dtype().is_complex() {
            return Err(Error::DType { what: WHAT, dtypes: vec![self.dtype()] });
        }
        let x = self.detached().transpose(at, -1)?;
        let (dtype, device) = (self.dtype(), self.device());
        let mut values = x.contiguous()?;
        let mut places = Tensor::arange(device, n)?.broadcast_to(x.shape())?.contiguous()?;
        let load = if dtype.is_half() { ".to_f32()" } else { "" };
        let less = match dtype {
            DType::Bool => "!a & b",
            dtype if dtype.is_float() => "a < b || (b != b && a == a)",
            _ => "a < b",
        };
        let (own, other) = if descending { ("b", "a") } else { ("a", "b") };
        // each finds its place behind those of the other half that go before it: of equal ones those of the left half do
        let body = format!(
            "let t = thread::index().get();\nif t >= x.len() {{\n    return;\n}}\n\
             let at = t as u32 % n;\nlet row = t as u32 - at;\nlet first = at - at % (2 * width);\n\
             let middle = if first + width < n {{ first + width }} else {{ n }};\n\
             let end = if middle + width < n {{ middle + width }} else {{ n }};\n\
             let is_left = at < middle;\nlet (mut low, mut high) = if is_left {{ (middle, end) }} else {{ (first, middle) }};\n\
             let start = low;\nlet own = x[t]{load};\nwhile low < high {{\n    let half = (low + high) / 2;\n    \
             let other = x[(row + half) as usize]{load};\n    \
             let goes_before = if is_left {{ let ({own}, {other}) = (other, own); {less} }} else {{ let ({own}, {other}) = (own, other); !({less}) }};\n    \
             if goes_before {{\n        low = half + 1;\n    }} else {{\n        high = half;\n    }}\n}}\n\
             let before = low - start;\nlet place = row + before + if is_left {{ at }} else {{ at - middle + first }};\n\
             assert!((place as usize) < y.len() && (place as usize) < yi.len());\n\
             // SAFETY: inside; each place is one thread's.\n\
             unsafe {{\n    *y.get_unchecked_mut(place as usize) = x[t];\n    *yi.get_unchecked_mut(place as usize) = xi[t];\n}}"
        );
        let params = "n: u32, width: u32, x: &[ELEMENT], xi: &[i64], mut y: GridMut<ELEMENT>, mut yi: GridMut<i64>";
        let text = text(dtype, params, &body);
        let mut width = 1;
        while width < n && !x.is_empty() {
            let (from, from_places) = (Read::of(&values)?, Read::of(&places)?);
            let mut moved = None;
            let sorted = Tensor::written(device, dtype, x.shape(), |exec, y| {
                let kernel = exec.kernel(device, &text)?;
                let mut yi = exec.unwritten::<i64>(from.len)?;
                {
                    let (x, xi, y) = (from.argument()?, from_places.argument()?, y.output());
                    let all: [&dyn Argument; 6] =
                        [&(n as u32), &(width as u32), &*x, &*xi, &*y, &rustg::SliceMut::from(&mut yi)];
                    kernel.launch(&exec.stream, LaunchConfig::for_elements(from.len), all.as_slice())?;
                }
                moved = Some(i64::any(yi));
                Ok(())
            })?;
            let moved: AnyBuffer = moved.ok_or_else(|| Error::argument(WHAT, "no elements"))?;
            places = Tensor::whole(crate::storage::Storage::new(device, moved), x.shape());
            values = sorted;
            width *= 2;
        }
        let places = places.transpose(at, -1)?;
        let values = if self.is_tracked() { self.gather(at, &places)? } else { values.transpose(at, -1)? };
        Ok((values, places))
    }

    /// The numbers of the elements along a side from the least on, or from the greatest.
    ///
    /// # Errors
    /// As [`Tensor::sort`].
    pub fn argsort(&self, axis: i64, descending: bool) -> Result<Tensor> {
        Ok(self.detached().sort(axis, descending)?.1)
    }

    /// The k greatest elements along a side, from the greatest on, and where they were.
    ///
    /// # Errors
    /// Where there is no such side, or it is shorter.
    pub fn topk(&self, k: usize, axis: i64) -> Result<(Tensor, Tensor)> {
        let (values, places) = self.sort(axis, true)?;
        Ok((values.narrow(axis, 0, k)?, places.narrow(axis, 0, k)?))
    }
}

fn put_part(
    exec: &mut crate::device::Exec,
    device: &Device,
    text: &str,
    numbers: [usize; 4],
    part: &Read,
    y: &mut AnyBuffer,
) -> Result<()> {
    let kernel = exec.kernel(device, text)?;
    let (x, y, numbers) = (part.argument()?, y.output(), numbers.map(|number| number as u32));
    let [a, b, c, d] = &numbers;
    let all: [&dyn Argument; 6] = [a, b, c, d, &*x, &*y];
    Ok(kernel.launch(&exec.stream, part.len, all.as_slice())?)
}
