//! Products of matrices, and what is made of them.

use crate::cell::View;
use crate::storage::AnyBuffer;
use crate::{DType, Error, Result, Tensor, layout};
use rustg::{Argument, AttentionNumber, HeadsLayout, Matmul, MatmulBackend, MatmulNumber, MatrixLayout, Stream};

/// A tensor's matrices as they lie.
struct Matrices {
    view: View,
    layout: MatrixLayout,
    span: usize,
    is_turned: bool,
}

impl Matrices {
    /// For each element of `front` a matrix of rows by columns: read where they lie, if rows or columns lie without gaps and
    /// matrices at equal distances; else of a copy.
    fn of(tensor: &Tensor, front: &[usize]) -> Result<Matrices> {
        let [.., rows, columns] = *tensor.shape() else {
            return Err(Error::Shape { what: "matmul", shapes: vec![tensor.shape().to_vec()] });
        };
        let shape: Vec<usize> = front.iter().copied().chain([rows, columns]).collect();
        let mut all = tensor.detached().broadcast_to(&shape)?;
        for is_copy in [false, true] {
            let view = all.view()?;
            let (outer, inner) = view.strides.split_at(front.len());
            let steps = layout::merge(front, &[outer])?;
            let (row, column) = (inner[0], inner[1]);
            let is_plain = (column == 1 || columns == 1) && (row >= columns || rows == 1);
            let is_turned = !is_plain && (row == 1 || rows == 1) && (column >= rows || columns == 1);
            if steps.rank <= 1 && (is_plain || is_turned) || is_copy {
                let batch_stride = if steps.rank == 0 { 0 } else { steps.strides[0][0] as usize };
                let (long, least) = if is_turned { (column, rows) } else { (row, columns) };
                let layout = MatrixLayout { row_stride: long.max(least), batch_stride };
                return Ok(Matrices { span: layout::span(&shape, &view.strides), view, layout, is_turned });
            }
            let operand = Tensor::map("copy", crate::map::Map::Copy, all.dtype(), &[&all])?;
            operand.view()?;
            all = operand;
        }
        Err(Error::TooLarge { shape })
    }
}

impl Tensor {
    /// Products of matrices: `[.., m, k]` by `[.., k, n]` is `[.., m, n]`; sides in front broadcast. A vector is a row on the
    /// left and a column on the right, and its side is left out of the result.
    ///
    /// # Errors
    /// Where the shapes do not go together, or devices differ.
    pub fn matmul(&self, other: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "matmul";
        let wrong = || Error::Shape { what: WHAT, shapes: vec![self.shape().to_vec(), other.shape().to_vec()] };
        self.check_device(WHAT, other)?;
        match (self.rank(), other.rank()) {
            (0, _) | (_, 0) => return Err(wrong()),
            (1, _) if other.rank() == 1 || other.side(-2)? == self.len() => {
                let y = self.unsqueeze(0)?.matmul_as(other, wrong)?;
                return y.squeeze(if other.rank() == 1 { -1 } else { -2 });
            }
            (_, 1) => return self.matmul_as(other, wrong),
            _ => {}
        }
        self.matmul_as(other, wrong)
    }

    fn matmul_as(&self, other: &Tensor, wrong: impl Fn() -> Error) -> Result<Tensor> {
        if other.rank() == 1 {
            return self.matmul_as(&other.unsqueeze(-1)?, wrong)?.squeeze(-1);
        }
        let dtype = self.dtype().promote(other.dtype());
        let (a, b) = (self.to_dtype(dtype)?, other.to_dtype(dtype)?);
        let (Some((&k, [.., m])), [b_front @ .., k_too, n]) = (a.shape().split_last(), b.shape()) else {
            return Err(wrong());
        };
        if k != *k_too {
            return Err(wrong());
        }
        let a_front = &a.shape()[..a.rank() - 2];
        let front = layout::broadcast("matmul", a_front, b_front).map_err(|_| wrong())?;
        let shape: Vec<usize> = front.iter().copied().chain([*m, *n]).collect();
        if b_front.is_empty() && !a_front.is_empty() && k > 0 {
            // one product of all rows
            let rows = a.reshape(&[a.len() / k, k])?;
            return rows.matmul_as(&b, wrong)?.reshape(&shape);
        }
        let y = if k == 0 { Tensor::zeros(a.device(), dtype, &shape)? } else { a.product(&b, None, &front, &shape)? };
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history("matmul", &[&a, &b], move |g, _| {
            let own = if p.is_tracked() { Some(g.matmul(&q.t()?.conj()?)?) } else { None };
            Ok(vec![own, if q.is_tracked() { Some(p.t()?.conj()?.matmul(g)?) } else { None }])
        }))
    }

    /// `x W^T + b`, where x is `[.., inputs]`, W `[outputs, inputs]` and b `[outputs]`: one operation. Sums of halves are rounded
    /// once, with b in them.
    ///
    /// # Errors
    /// Where the shapes do not go together, or devices differ.
    pub fn linear(&self, weight: &Tensor, bias: &Tensor) -> Result<Tensor> {
        const WHAT: &str = "linear";
        let wrong = || Error::Shape { what: WHAT, shapes: [self, weight, bias].map(|t| t.shape().to_vec()).to_vec() };
        self.check_device(WHAT, weight)?;
        self.check_device(WHAT, bias)?;
        let (Some((&inputs, front)), [outputs, own]) = (self.shape().split_last(), weight.shape()) else {
            return Err(wrong());
        };
        if inputs != *own || bias.shape() != [*outputs] {
            return Err(wrong());
        }
        let dtype = self.dtype().promote(weight.dtype()).promote(bias.dtype());
        if !dtype.is_float() || inputs == 0 {
            return self.matmul(&weight.t()?)?.add(bias);
        }
        let rows = front.iter().product();
        let x = self.to_dtype(dtype)?.reshape(&[rows, inputs])?;
        let (w, b) = (weight.to_dtype(dtype)?, bias.to_dtype(dtype)?);
        let y = x.product(&w.detached().t()?, Some(&b), &[], &[rows, *outputs])?;
        let (p, q) = (x.clone(), w.clone());
        let y = y.with_history(WHAT, &[&x, &w, &b], move |g, _| {
            let own = if p.is_tracked() { Some(g.matmul(&q)?) } else { None };
            let of_weight = if q.is_tracked() { Some(g.t()?.matmul(&p)?) } else { None };
            Ok(vec![own, of_weight, Some(g.clone())])
        });
        let shape: Vec<usize> = front.iter().copied().chain([*outputs]).collect();
        y.reshape(&shape)
    }

    fn product(&self, other: &Tensor, bias: Option<&Tensor>, front: &[usize], shape: &[usize]) -> Result<Tensor> {
        let (a, b) = (Matrices::of(self, front)?, Matrices::of(other, front)?);
        let bias = match bias {
            Some(bias) => {
                let bias = bias.detached();
                bias.view()?;
                Some(bias.contiguous()?.view()?)
            }
            None => None,
        };
        let bias = bias.as_ref();
        let (m, n) = (shape[shape.len() - 2], shape[shape.len() - 1]);
        let how = Matmul {
            batch: layout::count(front)?,
            transpose_a: a.is_turned,
            transpose_b: b.is_turned,
            backend: backend(),
            a: a.layout,
            b: b.layout,
            c: MatrixLayout { row_stride: n, batch_stride: m * n },
            ..Matmul::new(m, n, self.shape()[self.rank() - 1])
        };
        let dtype = self.dtype();
        Tensor::written(self.device(), dtype, shape, |exec, y| match dtype {
            DType::F16 => multiply::<rustg::f16>(&exec.stream, &how, &a, &b, bias, y),
            DType::BF16 => multiply::<rustg::bf16>(&exec.stream, &how, &a, &b, bias, y),
            DType::F32 => multiply::<f32>(&exec.stream, &how, &a, &b, bias, y),
            DType::F64 => multiply::<f64>(&exec.stream, &how, &a, &b, bias, y),
            _ => {
                let kernel = exec.kernel(self.device(), &plain_product(dtype))?;
                let steps = |matrices: &Matrices| {
                    let (row, batch) = (matrices.layout.row_stride as u32, matrices.layout.batch_stride as u32);
                    if matrices.is_turned { [batch, 1, row] } else { [batch, row, 1] }
                };
                let (sides, a_steps, b_steps) = ([m as u32, n as u32, how.k as u32], steps(&a), steps(&b));
                let a = a.view.storage.buffer.input(a.view.offset, a.span)?;
                let b = b.view.storage.buffer.input(b.view.offset, b.span)?;
                let all: [&dyn Argument; 6] = [&sides, &a_steps, &b_steps, &*a, &*b, &*y.output()];
                Ok(kernel.launch(&exec.stream, how.batch * m * n, all.as_slice())?)
            }
        })
    }

    /// A product of tensors by the letters of their sides, as NumPy's: `"bij,bjk->bik"`. A letter that the result lacks is
    /// summed over; without `->` the result has those that are there once, in the alphabet's order.
    ///
    /// # Errors
    /// Where letters and sides do not go together.
    pub fn einsum(equation: &str, tensors: &[&Tensor]) -> Result<Tensor> {
        let wrong = |why: String| Error::argument("einsum", format!("`{equation}`: {why}"));
        let text: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
        let (inputs, output) = text.split_once("->").map_or((text.as_str(), None), |(i, o)| (i, Some(o.to_string())));
        let letters: Vec<Vec<char>> = inputs.split(',').map(|part| part.chars().collect()).collect();
        if letters.len() != tensors.len() || tensors.is_empty() {
            return Err(wrong(format!("it names {} tensors, and {} are given", letters.len(), tensors.len())));
        }
        let all = inputs.chars().filter(|c| *c != ',').chain(output.iter().flat_map(|output| output.chars()));
        if let Some(other) = all.into_iter().find(|c| !c.is_ascii_alphabetic()) {
            return Err(wrong(format!("`{other}` is no letter")));
        }
        let output: Vec<char> = output.map_or_else(
            || {
                let all: Vec<char> = letters.concat();
                let mut once: Vec<char> =
                    all.iter().copied().filter(|c| all.iter().filter(|d| *d == c).count() == 1).collect();
                once.sort_unstable();
                once
            },
            |output| output.chars().collect(),
        );
        if let Some(c) = output.iter().find(|c| !letters.iter().any(|own| own.contains(c))) {
            return Err(wrong(format!("the result's `{c}` is of no tensor")));
        }
        if (1..output.len()).any(|i| output[..i].contains(&output[i])) {
            return Err(wrong("the result has a letter twice".into()));
        }
        let mut sides = std::collections::BTreeMap::new();
        for (own, tensor) in letters.iter().zip(tensors) {
            if own.len() != tensor.rank() {
                return Err(wrong(format!("{} letters for the shape {:?}", own.len(), tensor.shape())));
            }
            for (c, side) in own.iter().zip(tensor.shape()) {
                if *sides.entry(*c).or_insert(*side) != *side {
                    return Err(wrong(format!("`{c}` is {} and {side}", sides[c])));
                }
            }
        }
        let mut rest = letters.iter().zip(tensors);
        let Some((first, tensor)) = rest.next() else { return Err(wrong("of no tensors".into())) };
        let (mut value, mut own) = tensor.without_doubles(first)?;
        for (n, (next, tensor)) in rest.enumerate() {
            let (other, theirs) = tensor.without_doubles(next)?;
            let is_needed = |c: &char| output.contains(c) || letters[n + 2..].iter().any(|later| later.contains(c));
            (value, own) = value.contract(&own, &other, &theirs, is_needed)?;
        }
        let (value, own) = value.summed(&own, |c| output.contains(c))?;
        let order: Option<Vec<usize>> = output.iter().map(|c| own.iter().position(|d| d == c)).collect();
        value.permute(&order.ok_or_else(|| wrong("letters are missing".into()))?)
    }

    /// With the diagonals of sides that have one letter.
    fn without_doubles(&self, letters: &[char]) -> Result<(Tensor, Vec<char>)> {
        let (mut value, mut own) = (self.clone(), letters.to_vec());
        while let Some(b) = (1..own.len()).find(|b| own[..*b].contains(&own[*b])) {
            let a = own.iter().position(|c| *c == own[b]).unwrap_or(0);
            value = value.diagonal(a, b)?;
            own.remove(b);
        }
        Ok((value, own))
    }

    /// Summed over the letters that nobody needs.
    fn summed(&self, letters: &[char], is_needed: impl Fn(&char) -> bool) -> Result<(Tensor, Vec<char>)> {
        let axes: Vec<i64> = (0..letters.len()).filter(|d| !is_needed(&letters[*d])).map(|d| d as i64).collect();
        if axes.is_empty() {
            return Ok((self.clone(), letters.to_vec()));
        }
        let sum = self.sum_axes(&axes, false)?.to_dtype(self.dtype())?;
        Ok((sum, letters.iter().copied().filter(&is_needed).collect()))
    }

    /// The product of two by a batched product of matrices.
    fn contract(
        &self,
        own: &[char],
        other: &Tensor,
        theirs: &[char],
        is_needed: impl Fn(&char) -> bool,
    ) -> Result<(Tensor, Vec<char>)> {
        let (a, own) = self.summed(own, |c| is_needed(c) || theirs.contains(c))?;
        let (b, theirs) = other.summed(theirs, |c| is_needed(c) || own.contains(c))?;
        let of = |is: &dyn Fn(&char) -> bool, from: &[char]| -> Vec<char> {
            from.iter().copied().filter(|c| is(c)).collect()
        };
        let batch = of(&|c| theirs.contains(c) && is_needed(c), &own);
        let rows = of(&|c| !theirs.contains(c), &own);
        let inner = of(&|c| theirs.contains(c) && !is_needed(c), &own);
        let columns = of(&|c| !own.contains(c), &theirs);
        let arranged = |x: &Tensor, from: &[char], parts: [&[char]; 3]| -> Result<(Tensor, Vec<usize>)> {
            let order: Vec<usize> = parts.concat().iter().filter_map(|c| from.iter().position(|d| d == c)).collect();
            let x = x.permute(&order)?;
            let mut sides = x.shape().iter();
            let shape = parts.map(|part| sides.by_ref().take(part.len()).product());
            Ok((x.reshape(&shape)?, x.shape().to_vec()))
        };
        let (a, a_sides) = arranged(&a, &own, [&batch, &rows, &inner])?;
        let (b, b_sides) = arranged(&b, &theirs, [&batch, &inner, &columns])?;
        let letters: Vec<char> = batch.iter().chain(&rows).chain(&columns).copied().collect();
        let kept = batch.len() + rows.len();
        let shape: Vec<usize> = a_sides[..kept].iter().chain(&b_sides[batch.len() + inner.len()..]).copied().collect();
        Ok((a.matmul(&b)?.reshape(&shape)?, letters))
    }
}

impl Tensor {
    /// softmax(Q K^T / sqrt(size)) V by rustg's kernel for it, which keeps no scores; of `f16` and `bf16`, `[n, heads, length, size]`
    /// with a size of 64 or 128, and heads of K and V that divide those of Q. `causal`: a query sees keys up to its own place, counted
    /// from the end. It has no part in gradients.
    ///
    /// # Errors
    /// Where there is no such kernel; of the device.
    pub fn fused_attention(q: &Tensor, k: &Tensor, v: &Tensor, causal: bool) -> Result<Tensor> {
        const WHAT: &str = "fused_attention";
        let wrong = || Error::Shape { what: WHAT, shapes: [q, k, v].map(|t| t.shape().to_vec()).to_vec() };
        let ([n, heads, queries, size], [k_n, kv_heads, keys, k_size]) = (q.shape(), k.shape()) else {
            return Err(wrong());
        };
        if n != k_n || size != k_size || k.shape() != v.shape() || *kv_heads == 0 || heads % kv_heads != 0 {
            return Err(wrong());
        }
        for other in [k, v] {
            q.check_device(WHAT, other)?;
            other.check_type(WHAT, q.dtype())?;
        }
        let plain = [q, k, v].map(|t| t.detached());
        let [q, k, v] = &plain;
        let how = rustg::Attention {
            batch: *n,
            kv_heads: *kv_heads,
            causal,
            ..rustg::Attention::new(*heads, *queries, *keys, *size)
        };
        match q.dtype() {
            DType::F16 => attend::<rustg::f16>(&how, q, k, v),
            DType::BF16 => attend::<rustg::bf16>(&how, q, k, v),
            dtype => Err(Error::DType { what: WHAT, dtypes: vec![dtype] }),
        }
    }
}

/// Where heads lie: read in place where vectors have no gaps, else of a copy.
fn heads_of(x: &Tensor) -> Result<(View, HeadsLayout)> {
    x.view()?;
    let in_place = |view: &View| view.strides[3] == 1 && view.strides[2] >= x.shape()[3];
    let view = match x.view()? {
        view if in_place(&view) => view,
        _ => x.contiguous()?.view()?,
    };
    let [batch_stride, head_stride, row_stride, _] = *view.strides else {
        return Err(Error::Shape { what: "fused_attention", shapes: vec![x.shape().to_vec()] });
    };
    Ok((view, HeadsLayout { batch_stride, head_stride, row_stride }))
}

fn attend<T: crate::Element + AttentionNumber>(
    how: &rustg::Attention,
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
) -> Result<Tensor> {
    let ((q_view, q_layout), (k_view, k_layout), (v_view, v_layout)) = (heads_of(q)?, heads_of(k)?, heads_of(v)?);
    let how = rustg::Attention { q: q_layout, k: k_layout, v: v_layout, ..*how };
    Tensor::written(q.device(), q.dtype(), q.shape(), |exec, y| {
        let y = T::of_mut(y).ok_or_else(|| Error::argument("fused_attention", "a buffer of another type"))?;
        let part = |view: &View, x: &Tensor| layout::span(x.shape(), &view.strides);
        let (q, k, v) = (
            q_view.storage.slice::<T>(q_view.offset, part(&q_view, q))?,
            k_view.storage.slice::<T>(k_view.offset, part(&k_view, k))?,
            v_view.storage.slice::<T>(v_view.offset, part(&v_view, v))?,
        );
        exec.stream.attention(&how, q, k, v, y)?;
        Ok(())
    })
}

/// rustg's own kernels, whose bits do not depend on what is installed; NVIDIA's library where `RUSTG_MATMUL` asks for it.
fn backend() -> MatmulBackend {
    static BACKEND: std::sync::OnceLock<MatmulBackend> = std::sync::OnceLock::new();
    *BACKEND.get_or_init(|| match std::env::var("RUSTG_MATMUL").as_deref() {
        Ok("library") => MatmulBackend::Library,
        Ok("auto") => MatmulBackend::Auto,
        _ => MatmulBackend::Own,
    })
}

fn multiply<T: crate::Element + MatmulNumber<T>>(
    stream: &Stream,
    how: &Matmul,
    a: &Matrices,
    b: &Matrices,
    bias: Option<&View>,
    y: &mut AnyBuffer,
) -> Result<()> {
    let y = T::of_mut(y).ok_or_else(|| Error::argument("matmul", "a buffer of another type"))?;
    let (a, b) = (a.view.storage.slice::<T>(a.view.offset, a.span)?, b.view.storage.slice::<T>(b.view.offset, b.span)?);
    let bias = bias.map(|view| view.storage.slice::<T>(view.offset, how.n)).transpose()?;
    stream.matmul(how, a, b, bias, y)?;
    Ok(())
}

/// A thread an element: strides are from matrix to matrix, row to row, column to column.
fn plain_product(dtype: DType) -> String {
    let step = match dtype {
        DType::Bool => "sum = sum | (p & q);",
        dtype if dtype.is_complex() => "sum = sum + p * q;",
        _ => "sum = sum.wrapping_add(p.wrapping_mul(q));",
    };
    let zero = match dtype {
        DType::Bool => "false".into(),
        dtype => crate::fusion_text::start(crate::cell::Fold::Sum, dtype),
    };
    format!(
        "use rustg_std::prelude::*;

#[kernel]
pub fn KERNEL(sides: [u32; 3], ta: [u32; 3], tb: [u32; 3], a: &[{dtype}], b: &[{dtype}], mut y: GridMut<{dtype}>) {{
    let t = thread::index();
    if t < y.len() {{
        let at = t.get() as u32;
        let [m, n, k] = sides;
        let (matrix, i, j) = (at / n / m, at / n % m, at % n);
        let mut sum: {dtype} = {zero};
        for l in 0..k {{
            let p = a[(matrix.wrapping_mul(ta[0]).wrapping_add(i.wrapping_mul(ta[1])).wrapping_add(l.wrapping_mul(ta[2]))) as usize];
            let q = b[(matrix.wrapping_mul(tb[0]).wrapping_add(l.wrapping_mul(tb[1])).wrapping_add(j.wrapping_mul(tb[2]))) as usize];
            {step}
        }}
        y[t] = sum;
    }}
}}
"
    )
}
