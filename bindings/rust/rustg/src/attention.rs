//! Attention.

use rustg_std::{bf16, f16};
use rustg_sys as sys;

use crate::buffer::{Slice, SliceMut};
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

/// Where the vectors of a tensor lie; all 0: batches of heads of vectors, one behind another. In elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeadsLayout {
    /// From a batch to the next.
    pub batch_stride: usize,
    /// From a head to the next.
    pub head_stride: usize,
    /// From a vector of a head to the next.
    pub row_stride: usize,
}

/// O = softmax(scale Q K^T) V for each head of each batch. `..Attention::new(heads, queries, keys, size)` is the rest of
/// one.
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

fn heads(argument: sys::rustg_launch_argument, layout: HeadsLayout) -> sys::rustg_heads {
    sys::rustg_heads {
        buffer: argument.buffer,
        offset: argument.offset,
        batch_stride: layout.batch_stride as u64,
        head_stride: layout.head_stride as u64,
        row_stride: layout.row_stride as u64,
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
        let (q, k, v, o) = (q.into(), k.into(), v.into(), o.into());
        how.check_len("q", true, how.q, q.len())?;
        how.check_len("k", false, how.k, k.len())?;
        how.check_len("v", false, how.v, v.len())?;
        how.check_len("o", true, how.o, o.len())?;
        if how.batch == 0 || how.kv_heads == 0 {
            return if how.batch == 0 || how.heads == 0 {
                Ok("none")
            } else {
                Err(Error::argument(format!("{} heads have no keys", how.heads)))
            };
        }
        let options = sys::rustg_attention_options {
            struct_size: size_of::<sys::rustg_attention_options>(),
            backend: sys::RUSTG_ATTENTION_AUTO,
            element: T::ELEMENT,
            n_batch: how.batch as u64,
            n_heads: how.heads as u64,
            n_kv_heads: how.kv_heads as u64,
            n_queries: how.queries as u64,
            n_keys: how.keys as u64,
            head_size: how.head_size as u64,
            is_causal: how.causal.into(),
            scale: how.scale,
        };
        let mut info = sys::rustg_attention_info {
            struct_size: size_of::<sys::rustg_attention_info>(),
            backend: sys::RUSTG_ATTENTION_OWN,
            kernel: std::ptr::null(),
            why: std::ptr::null(),
        };
        let (q, k, v) =
            (heads(q.argument(false), how.q), heads(k.argument(false), how.k), heads(v.argument(false), how.v));
        let o = heads(o.argument(false), how.o);
        // SAFETY: buffers and stream are alive; tensors lie in the slices, of which o's is borrowed alone.
        check(|error| unsafe { sys::rustg_attention(self.raw(), &options, &q, &k, &v, &o, &mut info, error) })?;
        // SAFETY: static storage.
        Ok(unsafe { static_text(info.kernel) })
    }
}
