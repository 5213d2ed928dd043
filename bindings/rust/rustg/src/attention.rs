//! Attention.

use rustg_std::{bf16, f16};
use rustg_sys as sys;

use crate::buffer::{Buffer, Slice, SliceMut};
use crate::element::Element;
use crate::error::{Error, check, static_text};
use crate::stream::Stream;

mod sealed {
    pub trait Sealed {}
}

/// Numbers that [`Stream::attention`] is of.
pub trait AttentionNumber: Element + sealed::Sealed {}
impl sealed::Sealed for f16 {}
impl sealed::Sealed for bf16 {}
impl AttentionNumber for f16 {}
impl AttentionNumber for bf16 {}

/// Where the vectors of a tensor lie: strides in elements. All 0 means that batches, their heads and the heads' vectors
/// lie one behind another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeadsLayout {
    /// From a batch to the next.
    pub batch_stride: usize,
    /// From a head to the next.
    pub head_stride: usize,
    /// From a vector of a head to the next.
    pub row_stride: usize,
}

/// O = softmax(scale Q K^T) V for each head of each batch. `..Attention::new(heads, queries, keys, size)` is the rest
/// of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    /// Batches.
    pub batch: usize,
    /// Heads of Q and O.
    pub heads: usize,
    /// Heads of K and V, which divide `heads`.
    pub kv_heads: usize,
    /// Vectors of Q and O.
    pub queries: usize,
    /// Vectors of K and V.
    pub keys: usize,
    /// Elements of a vector, 64 or 128.
    pub head_size: usize,
    /// Query i sees the keys up to i + keys - queries alone.
    pub causal: bool,
    /// Above 0; 0: 1 / sqrt(head_size).
    pub scale: f64,
    /// Q's layout.
    pub q: HeadsLayout,
    /// K's layout.
    pub k: HeadsLayout,
    /// V's layout.
    pub v: HeadsLayout,
    /// O's layout. Its vectors do not overlap.
    pub o: HeadsLayout,
}

impl Attention {
    /// One batch of tensors without gaps, in which each query sees all keys.
    pub fn new(heads: usize, queries: usize, keys: usize, head_size: usize) -> Attention {
        Attention {
            batch: 1,
            heads,
            kv_heads: heads,
            queries,
            keys,
            head_size,
            causal: false,
            scale: 0.0,
            q: HeadsLayout::default(),
            k: HeadsLayout::default(),
            v: HeadsLayout::default(),
            o: HeadsLayout::default(),
        }
    }

    /// How many logarithms of sums there are: one of each query of each head.
    pub fn log_sums_len(&self) -> Option<usize> {
        self.batch.checked_mul(self.heads)?.checked_mul(self.queries)
    }

    /// The bytes of a workspace of [`Stream::attention_backward`]; 0 where there is no such attention.
    pub fn backward_bytes<T: AttentionNumber>(&self) -> u64 {
        // SAFETY: the options are whole.
        unsafe { sys::rustg_attention_backward_bytes(&self.options::<T>()) }
    }

    fn check_log_sums(&self, len: usize) -> Result<(), Error> {
        if self.log_sums_len().is_some_and(|n| n <= len) {
            return Ok(());
        }
        Err(Error::argument(format!("log_sums has {len} elements, too few for all queries")))
    }

    /// What there is to say if nothing is to be done.
    fn is_empty(&self) -> Result<bool, Error> {
        if self.batch == 0 || self.heads == 0 {
            return Ok(true);
        }
        if self.kv_heads == 0 {
            return Err(Error::argument(format!("{} heads have no keys", self.heads)));
        }
        Ok(false)
    }

    fn options<T: AttentionNumber>(&self) -> sys::rustg_attention_options {
        sys::rustg_attention_options {
            struct_size: size_of::<sys::rustg_attention_options>(),
            backend: sys::RUSTG_ATTENTION_AUTO,
            element: T::ELEMENT,
            n_batch: self.batch as u64,
            n_heads: self.heads as u64,
            n_kv_heads: self.kv_heads as u64,
            n_queries: self.queries as u64,
            n_keys: self.keys as u64,
            head_size: self.head_size as u64,
            is_causal: self.causal.into(),
            scale: self.scale,
            log_sums: std::ptr::null_mut(),
            log_sums_offset: 0,
            workspace: std::ptr::null_mut(),
        }
    }

    /// Do all elements lie in `len`?
    fn check_len(&self, name: &str, is_query: bool, layout: HeadsLayout, len: usize) -> Result<(), Error> {
        let (heads, rows) = if is_query { (self.heads, self.queries) } else { (self.kv_heads, self.keys) };
        if self.batch == 0 || heads == 0 || rows == 0 {
            return Ok(());
        }
        let end = if layout == HeadsLayout::default() {
            self.batch.checked_mul(heads).and_then(|n| n.checked_mul(rows)?.checked_mul(self.head_size))
        } else {
            let far = |n: usize, stride: usize| (n - 1).checked_mul(stride);
            far(self.batch, layout.batch_stride)
                .and_then(|n| n.checked_add(far(heads, layout.head_stride)?))
                .and_then(|n| n.checked_add(far(rows, layout.row_stride)?))
                .and_then(|n| n.checked_add(self.head_size))
        };
        if end.is_some_and(|end| end <= len) {
            return Ok(());
        }
        Err(Error::argument(format!("{name} has {len} elements, too few for {} of {heads} heads", self.batch)))
    }
}

/// What [`Stream::attention_backward`] reads: all that [`Stream::attention_with_log_sums`] read and wrote, and the
/// gradient of O, which lies as O does.
pub struct AttentionDone<'a, T: AttentionNumber> {
    /// Q.
    pub q: Slice<'a, T>,
    /// K.
    pub k: Slice<'a, T>,
    /// V.
    pub v: Slice<'a, T>,
    /// O.
    pub o: Slice<'a, T>,
    /// The logarithms.
    pub log_sums: Slice<'a, f32>,
    /// The gradient of O.
    pub o_gradient: Slice<'a, T>,
}

/// What [`Stream::attention_backward`] writes. They lie as Q, K and V do.
pub struct AttentionGradients<'a, T: AttentionNumber> {
    /// Of Q.
    pub q: SliceMut<'a, T>,
    /// Of K.
    pub k: SliceMut<'a, T>,
    /// Of V.
    pub v: SliceMut<'a, T>,
    /// Memory between its kernels, [`Attention::backward_bytes`] of it, aligned to 256 bytes as a whole buffer is. None: it
    /// allocates them itself, which it cannot in a capture.
    pub workspace: Option<&'a mut Buffer<u8>>,
}

fn heads(argument: sys::rustg_launch_argument, layout: HeadsLayout) -> sys::rustg_heads {
    sys::rustg_heads {
        buffer: argument.buffer,
        offset: argument.offset,
        batch_stride: layout.batch_stride as u64,
        head_stride: layout.head_stride as u64,
        row_stride: layout.row_stride as u64,
    }
}

fn no_info() -> sys::rustg_attention_info {
    sys::rustg_attention_info {
        struct_size: size_of::<sys::rustg_attention_info>(),
        backend: sys::RUSTG_ATTENTION_OWN,
        kernel: std::ptr::null(),
        why: std::ptr::null(),
    }
}

impl Stream {
    /// Attention by rustg's own kernels. The answer is which one it was.
    ///
    /// ```
    /// use rustg::{Attention, Device, bf16};
    ///
    /// let stream = Device::best()?.stream()?;
    /// let q = stream.upload(&[bf16::from_f32(1.0); 64])?;
    /// let k = stream.upload(&[bf16::from_f32(0.5); 128])?; // two keys, which are alike
    /// let v: Vec<bf16> = (0..128).map(|i| bf16::from_f32((i / 64) as f32)).collect();
    /// let v = stream.upload(&v)?;
    /// let mut o = stream.zeros::<bf16>(64)?;
    /// stream.attention(&Attention::new(1, 1, 2, 64), &q, &k, &v, &mut o)?;
    /// assert_eq!(stream.download(&o)?[0].to_f32(), 0.5);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where a tensor is too small or there is no such attention; what the
    /// driver answers.
    pub fn attention<'q, 'k, 'v, 'o, T: AttentionNumber>(
        &self,
        how: &Attention,
        q: impl Into<Slice<'q, T>>,
        k: impl Into<Slice<'k, T>>,
        v: impl Into<Slice<'v, T>>,
        o: impl Into<SliceMut<'o, T>>,
    ) -> Result<&'static str, Error> {
        self.attention_into(how, q.into(), k.into(), v.into(), o.into(), None)
    }

    /// The same, and writes what [`attention_backward`](Stream::attention_backward) wants: for each query of heads of
    /// batches the logarithm of the sum of exp(scale q k) over the keys that it sees, negative infinity where it sees
    /// none.
    ///
    /// # Errors
    /// As [`attention`](Stream::attention).
    pub fn attention_with_log_sums<'q, 'k, 'v, 'o, 'l, T: AttentionNumber>(
        &self,
        how: &Attention,
        q: impl Into<Slice<'q, T>>,
        k: impl Into<Slice<'k, T>>,
        v: impl Into<Slice<'v, T>>,
        o: impl Into<SliceMut<'o, T>>,
        log_sums: impl Into<SliceMut<'l, f32>>,
    ) -> Result<&'static str, Error> {
        self.attention_into(how, q.into(), k.into(), v.into(), o.into(), Some(log_sums.into()))
    }

    fn attention_into<T: AttentionNumber>(
        &self,
        how: &Attention,
        q: Slice<'_, T>,
        k: Slice<'_, T>,
        v: Slice<'_, T>,
        o: SliceMut<'_, T>,
        log_sums: Option<SliceMut<'_, f32>>,
    ) -> Result<&'static str, Error> {
        how.check_len("q", true, how.q, q.len())?;
        how.check_len("k", false, how.k, k.len())?;
        how.check_len("v", false, how.v, v.len())?;
        how.check_len("o", true, how.o, o.len())?;
        if how.is_empty()? {
            return Ok("none");
        }
        let mut options = how.options::<T>();
        if let Some(log_sums) = &log_sums {
            how.check_log_sums(log_sums.len())?;
            let argument = log_sums.argument(false);
            (options.log_sums, options.log_sums_offset) = (argument.buffer, argument.offset);
        }
        let mut info = no_info();
        let (q, k, v) =
            (heads(q.argument(false), how.q), heads(k.argument(false), how.k), heads(v.argument(false), how.v));
        let o = heads(o.argument(false), how.o);
        // SAFETY: buffers and stream are alive; tensors lie in the slices, of which o's and the logarithms' are
        // borrowed alone.
        check(|error| unsafe { sys::rustg_attention(self.raw(), &options, &q, &k, &v, &o, &mut info, error) })?;
        // SAFETY: static storage.
        Ok(unsafe { static_text(info.kernel) })
    }

    /// The gradients of Q, K and V, of that of O: by rustg's own kernels. The answer is which one it was.
    ///
    /// ```
    /// use rustg::{Attention, AttentionDone, AttentionGradients, Device, bf16};
    ///
    /// let stream = Device::best()?.stream()?;
    /// let how = Attention::new(1, 1, 2, 64);
    /// let q = stream.upload(&[bf16::from_f32(0.0); 64])?; // both keys have the weight 1/2
    /// let k = stream.upload(&[bf16::from_f32(0.5); 128])?;
    /// let v = stream.upload(&[bf16::from_f32(1.0); 128])?;
    /// let (mut o, mut log_sums) = (stream.zeros::<bf16>(64)?, stream.zeros::<f32>(1)?);
    /// stream.attention_with_log_sums(&how, &q, &k, &v, &mut o, &mut log_sums)?;
    /// let o_gradient = stream.upload(&[bf16::from_f32(3.0); 64])?;
    /// let (mut q_gradient, mut k_gradient) = (stream.zeros::<bf16>(64)?, stream.zeros::<bf16>(128)?);
    /// let mut v_gradient = stream.zeros::<bf16>(128)?;
    /// let done = AttentionDone {
    ///     q: (&q).into(),
    ///     k: (&k).into(),
    ///     v: (&v).into(),
    ///     o: (&o).into(),
    ///     log_sums: (&log_sums).into(),
    ///     o_gradient: (&o_gradient).into(),
    /// };
    /// let gradients = AttentionGradients {
    ///     q: (&mut q_gradient).into(),
    ///     k: (&mut k_gradient).into(),
    ///     v: (&mut v_gradient).into(),
    ///     workspace: None,
    /// };
    /// stream.attention_backward(&how, &done, gradients)?;
    /// assert_eq!(stream.download(&v_gradient)?[0].to_f32(), 1.5);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`attention`](Stream::attention).
    pub fn attention_backward<T: AttentionNumber>(
        &self,
        how: &Attention,
        done: &AttentionDone<'_, T>,
        gradients: AttentionGradients<'_, T>,
    ) -> Result<&'static str, Error> {
        for (name, tensor, layout) in
            [("q", &done.q, how.q), ("o", &done.o, how.o), ("o_gradient", &done.o_gradient, how.o)]
        {
            how.check_len(name, true, layout, tensor.len())?;
        }
        how.check_len("k", false, how.k, done.k.len())?;
        how.check_len("v", false, how.v, done.v.len())?;
        how.check_len("the gradient of q", true, how.q, gradients.q.len())?;
        how.check_len("the gradient of k", false, how.k, gradients.k.len())?;
        how.check_len("the gradient of v", false, how.v, gradients.v.len())?;
        how.check_log_sums(done.log_sums.len())?;
        if how.is_empty()? {
            return Ok("none");
        }
        let mut options = how.options::<T>();
        let argument = done.log_sums.argument(false);
        (options.log_sums, options.log_sums_offset) = (argument.buffer, argument.offset);
        if let Some(workspace) = &gradients.workspace {
            options.workspace = workspace.raw.as_ptr();
        }
        let tensors = sys::rustg_attention_gradients {
            struct_size: size_of::<sys::rustg_attention_gradients>(),
            q: heads(done.q.argument(false), how.q),
            k: heads(done.k.argument(false), how.k),
            v: heads(done.v.argument(false), how.v),
            o: heads(done.o.argument(false), how.o),
            o_gradient: heads(done.o_gradient.argument(false), how.o),
            q_gradient: heads(gradients.q.argument(false), how.q),
            k_gradient: heads(gradients.k.argument(false), how.k),
            v_gradient: heads(gradients.v.argument(false), how.v),
        };
        let mut info = no_info();
        // SAFETY: buffers and stream are alive; tensors lie in the slices, of which the gradients' are borrowed alone.
        check(|error| unsafe { sys::rustg_attention_backward(self.raw(), &options, &tensors, &mut info, error) })?;
        // SAFETY: static storage.
        Ok(unsafe { static_text(info.kernel) })
    }
}
