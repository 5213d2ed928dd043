//! GPT-2: `gpt2 [cpu|cuda [MODEL.safetensors [TOKENS..]]]` goes on with tokens, by number, and is trained a few steps on them. The file
//! is that of the published model of 124 million numbers, whose names and shapes it has; without one the numbers are random.

use rustg_nn::{
    AdamW, Embedding, Init, KvCache, LayerNorm, Linear, Module, Optimizer, Parameter, Visit, cross_entropy, gelu_tanh,
    load_safetensors, scaled_dot_product_attention,
};
use rustg_tensor::{DType, Device, Error, Result, Tensor, no_grad};
use std::collections::BTreeMap;
use std::time::Instant;

/// How large a model is.
#[derive(Clone, Copy)]
pub struct Size {
    /// Tokens that there are.
    pub tokens: usize,
    /// Tokens of a text at most.
    pub places: usize,
    /// Numbers of a place.
    pub width: usize,
    /// Heads of attention.
    pub heads: usize,
    /// Blocks one on another.
    pub layers: usize,
}

/// The smallest of the published ones.
pub const SMALL: Size = Size { tokens: 50257, places: 1024, width: 768, heads: 12, layers: 12 };

/// A product whose weight lies as the published file has it: `[inputs, outputs]`.
struct Conv1D {
    weight: Parameter,
    bias: Parameter,
}

impl Conv1D {
    fn new(init: &mut Init, inputs: usize, outputs: usize, deviation: f64) -> Result<Conv1D> {
        let bias = init.constant(&[outputs], 0.0)?;
        Ok(Conv1D { weight: Parameter::new(init.normal(&[inputs, outputs], deviation)?)?, bias: Parameter::new(bias)? })
    }
}

impl Module for Conv1D {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.linear(&self.weight.value().t()?, &self.bias.value())
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.parameter("weight", &self.weight);
        visit.parameter("bias", &self.bias);
    }
}

struct Block {
    ln_1: LayerNorm,
    c_attn: Conv1D,
    attn_c_proj: Conv1D,
    ln_2: LayerNorm,
    c_fc: Conv1D,
    mlp_c_proj: Conv1D,
    heads: usize,
}

impl Block {
    fn new(init: &mut Init, size: Size) -> Result<Block> {
        let (width, deep) = (size.width, 0.02 / (2.0 * size.layers as f64).sqrt());
        Ok(Block {
            ln_1: LayerNorm::new(init, &[width])?,
            c_attn: Conv1D::new(init, width, 3 * width, 0.02)?,
            attn_c_proj: Conv1D::new(init, width, width, deep)?,
            ln_2: LayerNorm::new(init, &[width])?,
            c_fc: Conv1D::new(init, width, 4 * width, 0.02)?,
            mlp_c_proj: Conv1D::new(init, 4 * width, width, deep)?,
            heads: size.heads,
        })
    }

    fn forward(&self, x: &Tensor, cache: &mut KvCache) -> Result<Tensor> {
        let [n, length, width] = *x.shape() else {
            return Err(Error::Shape { what: "Block", shapes: vec![x.shape().to_vec()] });
        };
        let all = self.c_attn.forward(&self.ln_1.forward(x)?)?;
        let all = all.reshape(&[n, length, 3, self.heads, width / self.heads])?.permute(&[2, 0, 3, 1, 4])?;
        let [q, k, v] = [all.select(0, 0)?, all.select(0, 1)?, all.select(0, 2)?];
        let (k, v) = cache.extended(&k, &v)?;
        let y = scaled_dot_product_attention(&q, &k, &v, None, true)?;
        let x = x.add(&self.attn_c_proj.forward(&y.transpose(1, 2)?.reshape(&[n, length, width])?)?)?;
        x.add(&self.mlp_c_proj.forward(&gelu_tanh(&self.c_fc.forward(&self.ln_2.forward(&x)?)?)?)?)
    }

    fn visit(&self, visit: &mut Visit<'_>) {
        visit.child("ln_1", &self.ln_1);
        visit.part("attn", |visit| {
            visit.child("c_attn", &self.c_attn);
            visit.child("c_proj", &self.attn_c_proj);
        });
        visit.child("ln_2", &self.ln_2);
        visit.part("mlp", |visit| {
            visit.child("c_fc", &self.c_fc);
            visit.child("c_proj", &self.mlp_c_proj);
        });
    }
}

/// The model. Its input is tokens, `[n, length]`, its result a score for each token that may come next.
pub struct Gpt2 {
    wte: Embedding,
    wpe: Embedding,
    blocks: Vec<Block>,
    ln_f: LayerNorm,
    /// The embedding's own weight once more.
    head: Linear,
}

impl Gpt2 {
    /// With random numbers, spread as the published model's were at first.
    pub fn new(init: &mut Init, size: Size) -> Result<Gpt2> {
        let (wte, wpe) =
            (Embedding::new(init, size.tokens, size.width)?, Embedding::new(init, size.places, size.width)?);
        for weight in [wte.weight(), wpe.weight()] {
            weight.set(&weight.value().detached().mul_number(0.02)?)?;
        }
        let blocks = (0..size.layers).map(|_| Block::new(init, size)).collect::<Result<_>>()?;
        let head = Linear::of(wte.weight().clone(), None);
        Ok(Gpt2 { wte, wpe, blocks, ln_f: LayerNorm::new(init, &[size.width])?, head })
    }

    /// No places yet.
    pub fn caches(&self) -> Vec<KvCache> {
        vec![KvCache::default(); self.blocks.len()]
    }

    /// For places that follow those of the caches.
    pub fn forward_cached(&self, input: &Tensor, caches: &mut [KvCache]) -> Result<Tensor> {
        let start = caches.first().map_or(0, KvCache::len) as i64;
        let places = Tensor::arange(input.device(), input.side(-1)?)?.add_number(start)?;
        let mut x = self.wte.forward(input)?.add(&self.wpe.forward(&places)?)?;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(&x, cache)?;
        }
        self.head.forward(&self.ln_f.forward(&x)?)
    }

    /// The tokens that are most likely one after the other.
    pub fn go_on(&self, device: &Device, tokens: &[i64], n: usize) -> Result<Vec<i64>> {
        let (mut caches, mut next, mut found) = (self.caches(), tokens.to_vec(), Vec::new());
        for _ in 0..n {
            let input = Tensor::from_slice(device, &next, &[1, next.len()])?;
            let scores = no_grad(|| self.forward_cached(&input, &mut caches))?;
            next = scores.narrow(1, next.len() - 1, 1)?.argmax(-1, false)?.reshape(&[1])?.to_vec()?;
            found.extend(&next);
        }
        Ok(found)
    }

    /// The mean cross entropy of each token behind those before it.
    pub fn loss(&self, tokens: &Tensor) -> Result<Tensor> {
        let [n, length] = *tokens.shape() else {
            return Err(Error::Shape { what: "loss", shapes: vec![tokens.shape().to_vec()] });
        };
        let scores = self.forward(&tokens.narrow(1, 0, length - 1)?)?;
        let rows = n * (length - 1);
        cross_entropy(&scores.reshape(&[rows, scores.side(-1)?])?, &tokens.narrow(1, 1, length - 1)?.reshape(&[rows])?)
    }
}

impl Module for Gpt2 {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.forward_cached(input, &mut self.caches())
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.child("wte", &self.wte);
        visit.child("wpe", &self.wpe);
        for (n, block) in self.blocks.iter().enumerate() {
            // a block is no module, as it is given a cache: its parts are named here
            visit.part(&format!("h.{n}"), |visit| block.visit(visit));
        }
        visit.child("ln_f", &self.ln_f);
    }
}

/// Values by the names of the module, from a file that may have them under `transformer.`, with masks among them.
pub fn load(gpt: &Gpt2, path: &str, device: &Device) -> Result<()> {
    let (values, _) = load_safetensors(path, device)?;
    let named =
        |(name, value): (String, Tensor)| (name.strip_prefix("transformer.").map_or(name.clone(), String::from), value);
    gpt.load(&values.into_iter().map(named).collect::<BTreeMap<_, _>>())
}

#[allow(dead_code)]
fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let device = if words.first().is_some_and(|word| word == "cuda") { Device::cuda(0)? } else { Device::cpu()? };
    let gpt = Gpt2::new(&mut Init::new(&device, DType::F32, 1), SMALL)?;
    if let Some(path) = words.get(1) {
        load(&gpt, path, &device)?;
    }
    if device.is_cuda() {
        gpt.to_dtype(DType::BF16)?;
    }
    let mut tokens: Vec<i64> = words.iter().skip(2).filter_map(|word| word.parse().ok()).collect();
    if tokens.is_empty() {
        tokens = vec![15496, 11, 314, 716];
    }
    let start = Instant::now();
    let found = gpt.go_on(&device, &tokens, 20)?;
    println!("{tokens:?} goes on with {found:?}: {:.1} tokens a second", 20.0 / start.elapsed().as_secs_f64());
    let all: Vec<i64> = tokens.into_iter().chain(found).collect();
    let batch = Tensor::from_slice(&device, &all, &[1, all.len()])?;
    let mut optimizer = AdamW::new(gpt.parameters()?, 1e-4);
    for step in 0..3 {
        let start = Instant::now();
        let loss = gpt.loss(&batch)?;
        optimizer.step(&loss.backward()?)?;
        println!("step {step}: loss {:.4}, {:.3} s", loss.number()?, start.elapsed().as_secs_f64());
    }
    Ok(())
}
