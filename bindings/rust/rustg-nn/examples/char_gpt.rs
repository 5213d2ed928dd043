//! A small language model of characters that learns the source of this crate's first file, and goes on with it:
//! `char_gpt [cpu|cuda [STEPS]]`.

use rustg_nn::{
    AdamW, Attention, Embedding, Init, KvCache, Linear, Module, Optimizer, RmsNorm, Rotary, Schedule, Visit,
    clip_grad_norm, cross_entropy, silu,
};
use rustg_tensor::{DType, Device, Random, Result, Tensor, no_grad};

/// What it learns.
const TEXT: &str = include_str!("../src/lib.rs");

/// A layer: attention, then a network of each place, each added to what comes in.
struct Block {
    norm: RmsNorm,
    attention: Attention,
    second_norm: RmsNorm,
    gate: Linear,
    up: Linear,
    down: Linear,
}

impl Block {
    fn new(init: &mut Init, size: usize, heads: usize, rotary: &Rotary) -> Result<Block> {
        Ok(Block {
            norm: RmsNorm::new(init, size)?,
            attention: Attention::new(init, size, heads, heads / 2, Some(rotary.clone()))?,
            second_norm: RmsNorm::new(init, size)?,
            gate: Linear::without_bias(init, size, 2 * size)?,
            up: Linear::without_bias(init, size, 2 * size)?,
            down: Linear::without_bias(init, 2 * size, size)?,
        })
    }

    fn forward(&self, x: &Tensor, cache: &mut KvCache) -> Result<Tensor> {
        let x = x.add(&self.attention.forward_cached(&self.norm.forward(x)?, cache)?)?;
        let inner = self.second_norm.forward(&x)?;
        let wide = silu(&self.gate.forward(&inner)?)?.mul(&self.up.forward(&inner)?)?;
        x.add(&self.down.forward(&wide)?)
    }

    fn visit(&self, visit: &mut Visit<'_>) {
        visit.child("norm", &self.norm);
        visit.child("attention", &self.attention);
        visit.child("second_norm", &self.second_norm);
        visit.child("gate", &self.gate);
        visit.child("up", &self.up);
        visit.child("down", &self.down);
    }
}

/// The model. Its input is numbers of characters, `[n, length]`, its result a score for each character that may come next.
pub struct Gpt {
    embedding: Embedding,
    blocks: Vec<Block>,
    norm: RmsNorm,
    head: Linear,
}

impl Gpt {
    fn new(init: &mut Init, characters: usize, size: usize, heads: usize, layers: usize) -> Result<Gpt> {
        let rotary = Rotary::new(&init.device, init.dtype, 512, size / heads, 10_000.0)?;
        let embedding = Embedding::new(init, characters, size)?;
        let blocks = (0..layers).map(|_| Block::new(init, size, heads, &rotary)).collect::<Result<_>>()?;
        let (norm, head) = (RmsNorm::new(init, size)?, Linear::without_bias(init, size, characters)?);
        Ok(Gpt { embedding, blocks, norm, head })
    }

    fn forward_cached(&self, input: &Tensor, caches: &mut [KvCache]) -> Result<Tensor> {
        let mut x = self.embedding.forward(input)?;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(&x, cache)?;
        }
        self.head.forward(&self.norm.forward(&x)?)
    }
}

impl Module for Gpt {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.forward_cached(input, &mut vec![KvCache::default(); self.blocks.len()])
    }
    fn visit(&self, visit: &mut Visit<'_>) {
        visit.child("embedding", &self.embedding);
        for (n, block) in self.blocks.iter().enumerate() {
            // a block is no module, as it is given a cache: its parts are named here
            visit.part(&format!("blocks.{n}"), |visit| block.visit(visit));
        }
        visit.child("norm", &self.norm);
        visit.child("head", &self.head);
    }
}

/// The characters of the text, and the text in their numbers.
fn numbered() -> (Vec<char>, Vec<i64>) {
    let mut characters: Vec<char> = TEXT.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    let number = |c: char| characters.binary_search(&c).map_or(0, |n| n as i64);
    let text = TEXT.chars().map(number).collect();
    (characters, text)
}

/// Learns for so many steps; the losses, and how it goes on after a beginning.
pub fn run(device: &Device, steps: usize, length: usize) -> Result<(Vec<f64>, String)> {
    let (characters, text) = numbered();
    let mut init = Init::new(device, DType::F32, 1);
    let gpt = Gpt::new(&mut init, characters.len(), 32, 4, 2)?;
    let mut optimizer = AdamW::new(gpt.parameters()?, 0.01);
    let cosine = Schedule::Cosine { steps: steps as u64, least: 0.1 };
    optimizer.set_schedule(Schedule::WarmUp { steps: 5, then: Box::new(cosine) });
    let mut random = Random::new(2);
    let mut losses = Vec::new();
    for _ in 0..steps {
        let starts: Vec<usize> = (0..8).map(|_| (random.bits() % (text.len() - length - 1) as u64) as usize).collect();
        let rows = |shift: usize| -> Result<Tensor> {
            let all: Vec<i64> =
                starts.iter().flat_map(|s| text[s + shift..s + shift + length].iter().copied()).collect();
            Tensor::from_slice(device, &all, &[starts.len(), length])
        };
        let scores = gpt.forward(&rows(0)?)?.reshape(&[starts.len() * length, characters.len()])?;
        let loss = cross_entropy(&scores, &rows(1)?.reshape(&[starts.len() * length])?)?;
        let mut gradients = loss.backward()?;
        clip_grad_norm(&gpt.parameters()?, &mut gradients, 1.0)?;
        optimizer.step(&gradients)?;
        losses.push(loss.number()?);
    }
    let mut caches = vec![KvCache::default(); 2];
    let mut written = text[..8].to_vec();
    let mut next = written.clone();
    for _ in 0..24 {
        let input = Tensor::from_slice(device, &next, &[1, next.len()])?;
        let scores = no_grad(|| gpt.forward_cached(&input, &mut caches))?;
        next = scores.narrow(1, next.len() - 1, 1)?.argmax(-1, false)?.reshape(&[1])?.to_vec()?;
        written.extend(&next);
    }
    Ok((losses, written.into_iter().map(|n| characters[n as usize]).collect()))
}

#[allow(dead_code)]
fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let device = if words.first().is_some_and(|word| word == "cuda") { Device::cuda(0)? } else { Device::cpu()? };
    let steps = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(300);
    let (losses, text) = run(&device, steps, 64)?;
    for (n, loss) in losses.iter().enumerate().filter(|(n, _)| n % 20 == 0 || n + 1 == losses.len()) {
        println!("step {n:4}: loss {loss:.4}");
    }
    println!("{text}");
    Ok(())
}
