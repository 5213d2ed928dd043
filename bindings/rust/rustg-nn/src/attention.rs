//! Attention.

use crate::{Init, Linear, Module, Parameter, Visit};
use rustg_tensor::{DType, Device, Error, Function, Result, Tensor};

/// softmax(scale Q K^T) V, of `[.., heads, n, size]`, where heads of K and V may be fewer and then serve several of Q's. `mask`
/// tells which keys a query sees; `causal`: those up to its own place, counted from the end.
///
/// # Errors
/// Where shapes do not fit.
pub fn scaled_dot_product_attention(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    mask: Option<&Tensor>,
    causal: bool,
) -> Result<Tensor> {
    const WHAT: &str = "attention";
    let wrong = || Error::Shape { what: WHAT, shapes: [q, k, v].map(|t| t.shape().to_vec()).to_vec() };
    let ([.., heads, n, size], [.., kv_heads, m, _]) = (q.shape(), k.shape()) else { return Err(wrong()) };
    if *kv_heads == 0 || heads % kv_heads != 0 {
        return Err(wrong());
    }
    let is_fused = mask.is_none() && q.rank() == 4 && q.dtype().is_half() && matches!(size, 64 | 128) && n <= m;
    if is_fused {
        return Fused { causal }.apply(&[q, k, v]);
    }
    let (k, v) = (repeated(k, heads / kv_heads)?, repeated(v, heads / kv_heads)?);
    weights(q, &k, mask, causal)?.matmul(&v)
}

/// softmax(Q K^T / sqrt(size)) of what each query sees.
fn weights(q: &Tensor, k: &Tensor, mask: Option<&Tensor>, causal: bool) -> Result<Tensor> {
    let (n, m) = (q.side(-2)?, k.side(-2)?);
    let mut scores = q.mul_number(1.0 / (q.side(-1)? as f64).sqrt())?.matmul(&k.t()?)?;
    if causal {
        let row = Tensor::arange(q.device(), n)?.add_number(m as i64 - n as i64)?.reshape(&[n, 1])?;
        let is_later = Tensor::arange(q.device(), m)?.gt(&row)?;
        scores = scores.masked_fill(&is_later, f64::NEG_INFINITY)?;
    }
    if let Some(mask) = mask {
        scores = scores.masked_fill(&mask.logical_not()?, f64::NEG_INFINITY)?;
    }
    scores.softmax(-1)
}

/// Attention by rustg's kernel for it, which keeps no scores: for the gradient they are made once more.
struct Fused {
    causal: bool,
}

impl Function for Fused {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        Tensor::fused_attention(&inputs[0], &inputs[1], &inputs[2], self.causal)
    }
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let [q, k, v] = inputs else { return Ok(Vec::new()) };
        let times = q.side(1)? / k.side(1)?.max(1);
        let (wide_k, wide_v) = (repeated(k, times)?, repeated(v, times)?);
        let p = weights(q, &wide_k, None, self.causal)?;
        let of_p = gradient.matmul(&wide_v.t()?)?;
        let weighted = p.mul(&of_p)?;
        let scale = 1.0 / (q.side(-1)? as f64).sqrt();
        let of_scores = weighted.sub(&p.mul(&weighted.sum_axes(&[-1], true)?)?)?.mul_number(scale)?;
        let summed = |x: Tensor, like: &Tensor| -> Result<Tensor> {
            let [n, heads, length, size] = *like.shape() else { return Ok(x) };
            x.reshape(&[n, heads, times, length, size])?.sum_axes(&[2], false)
        };
        let of_k = summed(of_scores.t()?.matmul(q)?, k)?;
        let of_v = summed(p.t()?.matmul(gradient)?, v)?;
        Ok(vec![Some(of_scores.matmul(&wide_k)?), Some(of_k), Some(of_v)])
    }
}

/// Each head so many times.
fn repeated(x: &Tensor, times: usize) -> Result<Tensor> {
    if times == 1 {
        return Ok(x.clone());
    }
    let mut wide = x.unsqueeze(-3)?.shape().to_vec();
    let (at, own) = (wide.len() - 3, x.shape().to_vec());
    wide[at] = times;
    let mut shape = own;
    let heads = shape.len() - 3;
    shape[heads] *= times;
    x.unsqueeze(-3)?.broadcast_to(&wide)?.reshape(&shape)
}

/// PyTorch's layer of this name: queries, keys and values are products of one input, `[n, length, size]`.
#[derive(Debug)]
pub struct MultiheadAttention {
    in_proj_weight: Parameter,
    in_proj_bias: Parameter,
    out_proj: Linear,
    heads: usize,
    causal: bool,
}

impl MultiheadAttention {
    /// So many heads of vectors of `size` in all.
    ///
    /// # Errors
    /// Where heads do not divide the size; of the device.
    pub fn new(init: &mut Init, size: usize, heads: usize, causal: bool) -> Result<MultiheadAttention> {
        if heads == 0 || !size.is_multiple_of(heads) {
            return Err(Error::argument("MultiheadAttention", format!("{heads} heads of {size} in all")));
        }
        let in_proj_weight = Parameter::new(init.xavier_uniform(&[3 * size, size])?)?;
        let out_proj = Linear::of(init.by_inputs(&[size, size], size)?, Some(init.filled(&[size], 0.0)?));
        Ok(MultiheadAttention { in_proj_weight, in_proj_bias: init.filled(&[3 * size], 0.0)?, out_proj, heads, causal })
    }
}

impl Module for MultiheadAttention {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let [n, length, size] = *input.shape() else {
            return Err(Error::Shape { what: "MultiheadAttention", shapes: vec![input.shape().to_vec()] });
        };
        let all = input.linear(&self.in_proj_weight.value(), &self.in_proj_bias.value())?;
        let all = all.reshape(&[n, length, 3, self.heads, size / self.heads])?.permute(&[2, 0, 3, 1, 4])?;
        let [q, k, v] = [all.select(0, 0)?, all.select(0, 1)?, all.select(0, 2)?];
        let y = scaled_dot_product_attention(&q, &k, &v, None, self.causal)?;
        self.out_proj.forward(&y.transpose(1, 2)?.reshape(&[n, length, size])?)
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("in_proj_weight", &self.in_proj_weight);
        visit.parameter("in_proj_bias", &self.in_proj_bias);
        visit.child("out_proj", &self.out_proj);
    }
}

/// Rotary positions: pairs (i, i + size / 2) of a vector are turned by an angle that grows with its place.
#[derive(Clone, Debug)]
pub struct Rotary {
    cos: Tensor,
    sin: Tensor,
}

impl Rotary {
    /// For so many places of vectors of `size`, which is even; the base is 10,000 in most models.
    ///
    /// # Errors
    /// Where the size is odd; of the device.
    pub fn new(device: &Device, dtype: DType, places: usize, size: usize, base: f64) -> Result<Rotary> {
        if !size.is_multiple_of(2) {
            return Err(Error::argument("Rotary", format!("the size {size} is odd")));
        }
        let half = size / 2;
        let exponent = Tensor::arange(device, half)?.to_dtype(DType::F64)?.mul_number(-base.ln() / half as f64)?;
        let place = Tensor::arange(device, places)?.reshape(&[places, 1])?.to_dtype(DType::F64)?;
        let angle = place.mul(&exponent.exp()?)?;
        Ok(Rotary { cos: angle.cos()?.to_dtype(dtype)?, sin: angle.sin()?.to_dtype(dtype)? })
    }

    /// Vectors `[.., n, size]` whose first place is `start`, turned.
    ///
    /// # Errors
    /// Where there are more places, or vectors of another size.
    pub fn apply(&self, x: &Tensor, start: usize) -> Result<Tensor> {
        let (n, half) = (x.side(-2)?, x.side(-1)? / 2);
        let (cos, sin) = (self.cos.narrow(0, start, n)?, self.sin.narrow(0, start, n)?);
        let (a, b) = (x.narrow(-1, 0, half)?, x.narrow(-1, half, half)?);
        let first = a.mul(&cos)?.sub(&b.mul(&sin)?)?;
        let second = b.mul(&cos)?.add(&a.mul(&sin)?)?;
        Tensor::cat(&[&first, &second], -1)
    }
}

/// Keys and values of the places before, for generating one after another.
#[derive(Clone, Debug, Default)]
pub struct KvCache {
    held: Option<(Tensor, Tensor)>,
}

impl KvCache {
    /// How many places it holds.
    pub fn len(&self) -> usize {
        self.held.as_ref().map_or(0, |(k, _)| k.shape()[k.rank() - 2])
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those of all places, these behind the ones before, which it holds too from now on: `[.., n, size]`.
    ///
    /// # Errors
    /// Where other sides than the places differ.
    pub fn extended(&mut self, k: &Tensor, v: &Tensor) -> Result<(Tensor, Tensor)> {
        let all = match &self.held {
            Some((old_k, old_v)) => (Tensor::cat(&[old_k, k], -2)?, Tensor::cat(&[old_v, v], -2)?),
            None => (k.clone(), v.clone()),
        };
        self.held = Some((all.0.detached(), all.1.detached()));
        Ok(all)
    }
}

/// Causal attention as today's language models have it: grouped queries, rotary positions, no biases, a cache for generating.
#[derive(Debug)]
pub struct Attention {
    q_proj: Linear,
    k_proj: Linear,
    v_proj: Linear,
    o_proj: Linear,
    heads: usize,
    kv_heads: usize,
    rotary: Option<Rotary>,
}

impl Attention {
    /// `heads` of queries and `kv_heads`, which divide them, of keys and values, for vectors of `size`.
    ///
    /// # Errors
    /// Where numbers do not divide each other; of the device.
    pub fn new(
        init: &mut Init,
        size: usize,
        heads: usize,
        kv_heads: usize,
        rotary: Option<Rotary>,
    ) -> Result<Attention> {
        if heads == 0 || kv_heads == 0 || !size.is_multiple_of(heads) || !heads.is_multiple_of(kv_heads) {
            return Err(Error::argument("Attention", format!("{heads} and {kv_heads} heads of {size} in all")));
        }
        let kv = size / heads * kv_heads;
        Ok(Attention {
            q_proj: Linear::without_bias(init, size, size)?,
            k_proj: Linear::without_bias(init, size, kv)?,
            v_proj: Linear::without_bias(init, size, kv)?,
            o_proj: Linear::without_bias(init, size, size)?,
            heads,
            kv_heads,
            rotary,
        })
    }

    /// For places that follow those of the cache, which holds them too afterwards.
    ///
    /// # Errors
    /// Where the input does not fit.
    pub fn forward_cached(&self, input: &Tensor, cache: &mut KvCache) -> Result<Tensor> {
        let [n, length, size] = *input.shape() else {
            return Err(Error::Shape { what: "Attention", shapes: vec![input.shape().to_vec()] });
        };
        let start = cache.len();
        let own = size / self.heads;
        let part =
            |linear: &Linear, heads: usize| linear.forward(input)?.reshape(&[n, length, heads, own])?.transpose(1, 2);
        let (mut q, mut k) = (part(&self.q_proj, self.heads)?, part(&self.k_proj, self.kv_heads)?);
        let v = part(&self.v_proj, self.kv_heads)?;
        if let Some(rotary) = &self.rotary {
            (q, k) = (rotary.apply(&q, start)?, rotary.apply(&k, start)?);
        }
        let (k, v) = cache.extended(&k, &v)?;
        let y = scaled_dot_product_attention(&q, &k, &v, None, true)?;
        self.o_proj.forward(&y.transpose(1, 2)?.reshape(&[n, length, size])?)
    }
}

impl Module for Attention {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.forward_cached(input, &mut KvCache::default())
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.child("q_proj", &self.q_proj);
        visit.child("k_proj", &self.k_proj);
        visit.child("v_proj", &self.v_proj);
        visit.child("o_proj", &self.o_proj);
    }
}
