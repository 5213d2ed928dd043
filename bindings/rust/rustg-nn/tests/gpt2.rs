//! The example of GPT-2, small: beside torch's elementary operations, from a file as the published one, with a cache, and learning.

#[path = "../examples/gpt2.rs"]
#[allow(missing_docs, dead_code)]
mod example;

mod common;

use common::device;
use example::{Gpt2, Size, load};
use rustg_nn::{AdamW, Init, Module, Optimizer, save_safetensors};
use rustg_tensor::{DType, Tensor};
use std::collections::BTreeMap;

const TINY: Size = Size { tokens: 11, places: 16, width: 8, heads: 2, layers: 2 };

fn tiny(seed: u64) -> Gpt2 {
    let gpt = Gpt2::new(&mut Init::new(&device(), DType::F64, seed), TINY).unwrap();
    // large enough that every part is seen in the scores
    for (_, parameter) in gpt.parameters().unwrap() {
        let value = parameter.value().detached();
        parameter.set(&value.mul_number(20.0).unwrap().add_number(0.1).unwrap()).unwrap();
    }
    gpt
}

fn tokens() -> Tensor {
    Tensor::from_slice(&device(), &[3i64, 1, 4, 1, 5, 9, 2, 6, 5, 10], &[2, 5]).unwrap()
}

const TORCH: &str = "
def norm(x, n): return F.layer_norm(x, x.shape[-1:], w[n + '.weight'], w[n + '.bias'])
def conv(x, n): return x @ w[n + '.weight'] + w[n + '.bias']
def model(t):
    x = w['wte.weight'][t] + w['wpe.weight'][:t.shape[1]]
    for l in range(2):
        h = f'h.{l}.'
        q, k, v = (a.reshape(*t.shape, 2, 4).transpose(1, 2) for a in conv(norm(x, h + 'ln_1'), h + 'attn.c_attn').split(8, 2))
        s = q @ k.transpose(-1, -2) / 2
        s = s.masked_fill(torch.triu(torch.ones(t.shape[1], t.shape[1], dtype=torch.bool), 1), -math.inf)
        x = x + conv((s.softmax(-1) @ v).transpose(1, 2).reshape(*t.shape, 8), h + 'attn.c_proj')
        x = x + conv(F.gelu(conv(norm(x, h + 'ln_2'), h + 'mlp.c_fc'), approximate='tanh'), h + 'mlp.c_proj')
    return norm(x, 'ln_f') @ w['wte.weight'].T
t = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 10]])
print(*model(t).reshape(-1).tolist())
loss = F.cross_entropy(model(t)[:, :-1].reshape(8, 11), t[:, 1:].reshape(8))
loss.backward()
for n in names: print(*w[n].grad.reshape(-1).tolist())
";

#[test]
fn scores_and_gradients_are_torchs() {
    let gpt = tiny(1);
    let mut program = String::from("import torch, math\nimport torch.nn.functional as F\nw = {}\nnames = []\n");
    let parameters = gpt.parameters().unwrap();
    for (name, parameter) in &parameters {
        let value = parameter.value();
        program += &format!(
            "w[{name:?}] = torch.tensor({:?}, dtype=torch.float64).reshape({:?}).requires_grad_()\nnames.append({name:?})\n",
            value.numbers().unwrap(),
            value.shape()
        );
    }
    let Some(out) = common::torch(&(program + TORCH)) else { return };
    let gradients = gpt.loss(&tokens()).unwrap().backward().unwrap();
    let mut found = vec![gpt.forward(&tokens()).unwrap()];
    found.extend(parameters.iter().map(|(_, parameter)| gradients.of(&parameter.value()).unwrap().clone()));
    assert_eq!(out.lines().count(), found.len());
    for (n, (line, tensor)) in out.lines().zip(&found).enumerate() {
        let wanted: Vec<f64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let own = tensor.numbers().unwrap();
        assert_eq!(own.len(), wanted.len());
        for (f, w) in own.iter().zip(&wanted) {
            assert!((f - w).abs() <= 1e-9 * w.abs().max(1.0), "{n}: {f} is not {w}");
        }
    }
}

#[test]
fn a_file_of_other_names_and_a_cache_are_the_same() {
    let (gpt, other) = (tiny(1), tiny(2));
    let path = std::env::temp_dir().join(format!("rustg_gpt2_{}.safetensors", std::process::id()));
    let mut values: BTreeMap<String, Tensor> = BTreeMap::new();
    for (name, parameter) in gpt.state().unwrap() {
        values.insert(format!("transformer.{name}"), parameter.value());
    }
    values.insert("transformer.h.0.attn.bias".into(), Tensor::ones(&device(), DType::Bool, &[1, 1, 16, 16]).unwrap());
    save_safetensors(&path, &values, &BTreeMap::new()).unwrap();
    load(&other, path.to_str().unwrap(), &device()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let whole = gpt.forward(&tokens()).unwrap();
    assert_eq!(other.forward(&tokens()).unwrap().numbers().unwrap(), whole.numbers().unwrap());
    let mut caches = gpt.caches();
    for place in 0..5 {
        let scores = gpt.forward_cached(&tokens().narrow(1, place, 1).unwrap(), &mut caches).unwrap();
        let wanted = whole.narrow(1, place, 1).unwrap().numbers().unwrap();
        assert!(scores.numbers().unwrap().iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-9 * w.abs().max(1.0)));
    }
    assert_eq!(gpt.go_on(&device(), &[3, 1], 6).unwrap().len(), 6);
}

#[test]
fn it_learns() {
    let gpt = Gpt2::new(&mut Init::new(&device(), DType::F32, 3), TINY).unwrap();
    let mut optimizer = AdamW::new(gpt.parameters().unwrap(), 0.03);
    let first = gpt.loss(&tokens()).unwrap().number().unwrap();
    for _ in 0..80 {
        optimizer.step(&gpt.loss(&tokens()).unwrap().backward().unwrap()).unwrap();
    }
    let last = gpt.loss(&tokens()).unwrap().number().unwrap();
    assert!((first - 11f64.ln()).abs() < 0.2 && last < 0.1, "{first} {last}");
    assert_eq!(gpt.go_on(&device(), &[3, 1], 3).unwrap(), [4, 1, 5]);
}
