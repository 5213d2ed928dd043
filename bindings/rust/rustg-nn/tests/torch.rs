//! Layers, losses and optimizers beside PyTorch's: values, gradients, running statistics, the parameters after some steps. What
//! the torch of CI's Debian lacks is compared with its elementary operations. Skipped where there is no torch.

mod common;

use common::device;
use rustg_nn::*;
use rustg_tensor::{DType, Random, Result, Tensor};
use std::fmt::Write;

/// A program for Python, and what it is to print.
#[derive(Default)]
struct Script {
    text: String,
    wanted: Vec<(String, Tensor)>,
}

fn python(tensor: &Tensor) -> String {
    let numbers: Vec<String> = tensor.numbers().unwrap().iter().map(|x| format!("{x:?}")).collect();
    let dtype = if tensor.dtype() == DType::I64 { "torch.int64" } else { "torch.float64" };
    format!("torch.tensor([{}], dtype=torch.float64).to({dtype}).reshape({:?})", numbers.join(","), tensor.shape())
}

impl Script {
    fn is(&mut self, what: &str, text: &str, tensor: &Tensor) {
        let _ = writeln!(self.text, "show({text})");
        self.wanted.push((what.into(), tensor.detached()));
    }

    /// A module beside torch's: its parameters go there by name, and values and gradients are compared.
    fn module(&mut self, torch: &str, module: &impl Module, x: &Tensor) {
        let _ = writeln!(self.text, "m = {torch}");
        for (name, parameter) in module.state().unwrap() {
            let _ =
                writeln!(self.text, "m.load_state_dict({{{name:?}: {}}}, strict=False)", python(&parameter.value()));
        }
        let has_gradient = x.dtype().is_float();
        let _ = writeln!(self.text, "x = {}{}", python(x), if has_gradient { ".requires_grad_()" } else { "" });
        let input = if has_gradient { x.tracked().unwrap() } else { x.clone() };
        let y = module.forward(&input).unwrap();
        let weights = Random::new(77).uniform(&device(), DType::F64, y.shape(), -1.0, 1.0).unwrap();
        let _ = writeln!(
            self.text,
            "y = m(x)\ny = y[0] if isinstance(y, tuple) else y\nw = {}\n(y * w).sum().backward()",
            python(&weights)
        );
        self.is(torch, "y", &y);
        let gradients = y.mul(&weights).unwrap().sum_all().unwrap().backward().unwrap();
        if has_gradient {
            self.is(&format!("{torch}: of the input"), "x.grad", gradients.of(&input).unwrap());
        }
        for (name, parameter) in module.parameters().unwrap() {
            let gradient = gradients.of(&parameter.value()).unwrap();
            self.is(&format!("{torch}: of {name}"), &format!("dict(m.named_parameters())[{name:?}].grad"), gradient);
        }
        for (name, parameter) in module.state().unwrap().iter().filter(|(_, p)| !p.is_learnt()) {
            self.is(&format!("{torch}: {name}"), &format!("m.state_dict()[{name:?}]"), &parameter.value());
        }
    }

    /// Compares; `false`: there is no torch here.
    fn run(&self, tolerance: f64) -> bool {
        const BEGIN: &str = "import torch, math\nfrom torch import nn\nimport torch.nn.functional as F\ntorch.set_default_dtype(torch.float64)\n\
                             torch.set_num_threads(1)\ndef show(t): print(','.join(repr(float(v)) for v in t.detach().contiguous().reshape(-1).tolist()))\n";
        let Some(printed) = common::torch(&format!("{BEGIN}{}", self.text)) else { return false };
        assert_eq!(printed.lines().count(), self.wanted.len());
        for (line, (what, tensor)) in printed.lines().zip(&self.wanted) {
            let wanted: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
            let found = tensor.numbers().unwrap();
            assert_eq!(found.len(), wanted.len(), "{what}");
            for (f, w) in found.iter().zip(&wanted) {
                assert!((f - w).abs() <= tolerance * w.abs().max(1.0), "{what}: {f} is not {w}");
            }
        }
        true
    }
}

fn random(shape: &[usize], seed: u64) -> Tensor {
    Random::new(seed).uniform(&device(), DType::F64, shape, -1.0, 1.0).unwrap()
}

#[test]
fn layers() {
    let mut script = Script::default();
    let s = &mut script;
    let mut init = Init::new(&device(), DType::F64, 1);
    let i = &mut init;
    s.module("nn.Linear(4, 3)", &Linear::new(i, 4, 3).unwrap(), &random(&[2, 5, 4], 1));
    let index = Tensor::from_slice(&device(), &[1i64, 5, 1, 0], &[2, 2]).unwrap();
    s.module("nn.Embedding(6, 3)", &Embedding::new(i, 6, 3).unwrap(), &index);
    s.module("nn.LayerNorm([5, 4])", &LayerNorm::new(i, &[5, 4]).unwrap(), &random(&[2, 5, 4], 2));
    s.module("nn.GroupNorm(2, 4)", &GroupNorm::new(i, 2, 4).unwrap(), &random(&[2, 4, 3], 3));
    let batch = BatchNorm::new(i, 3).unwrap();
    s.module("nn.BatchNorm2d(3)", &batch, &random(&[2, 3, 2, 2], 4));
    batch.eval();
    s.module("nn.BatchNorm1d(3).eval()", &batch, &random(&[4, 3], 5));
    for (torch, module) in [
        ("nn.GELU()", Box::new(Gelu) as Box<dyn Module>),
        ("nn.GELU(approximate='tanh')", Box::new(GeluTanh)),
        ("nn.SiLU()", Box::new(Silu)),
        ("nn.ReLU()", Box::new(Relu)),
        ("nn.Softmax(-1)", Box::new(Softmax)),
        ("nn.Flatten()", Box::new(Flatten)),
    ] {
        s.module(torch, &Sequential::new().with(Wrapped(module)), &random(&[3, 2, 4], 6));
    }
    let options = ConvOptions { stride: 2, padding: 1, groups: 2, ..Default::default() };
    s.module(
        "nn.Conv2d(4, 6, 3, 2, 1, groups=2)",
        &Conv2d::new(i, 4, 6, 3, options).unwrap(),
        &random(&[2, 4, 6, 5], 7),
    );
    let options = ConvOptions { dilation: 2, ..Default::default() };
    s.module("nn.Conv1d(3, 2, 3, dilation=2)", &Conv1d::new(i, 3, 2, 3, options).unwrap(), &random(&[2, 3, 9], 8));
    let options = ConvOptions { stride: 2, padding: 1, output_padding: 1, ..Default::default() };
    let turned = ConvTranspose2d::new(i, 3, 2, 3, options).unwrap();
    s.module("nn.ConvTranspose2d(3, 2, 3, 2, 1, output_padding=1)", &turned, &random(&[2, 3, 3, 4], 9));
    let options = ConvOptions { groups: 2, ..Default::default() };
    s.module(
        "nn.ConvTranspose1d(4, 4, 2, groups=2)",
        &ConvTranspose1d::new(i, 4, 4, 2, options).unwrap(),
        &random(&[1, 4, 3], 10),
    );
    let pool = MaxPool2d { size: 3, stride: 2, padding: 1 };
    s.module("nn.MaxPool2d(3, 2, 1)", &pool, &random(&[1, 2, 7, 6], 11));
    s.module("nn.AvgPool2d(2)", &AvgPool2d::new(2), &random(&[1, 2, 5, 4], 12));
    s.module("nn.RNN(3, 4, 2)", &Rnn::new(i, 3, 4, 2).unwrap(), &random(&[5, 2, 3], 13));
    s.module("nn.LSTM(3, 4)", &Lstm::new(i, 3, 4, 1).unwrap(), &random(&[4, 2, 3], 14));
    s.module("nn.GRU(3, 4)", &Gru::new(i, 3, 4, 1).unwrap(), &random(&[4, 2, 3], 15));
    let _ = writeln!(
        s.text,
        "class MHA(nn.MultiheadAttention):\n  def forward(self, x):\n    n = x.shape[1]\n    \
                              return super().forward(x, x, x, attn_mask=torch.triu(torch.ones(n, n, dtype=torch.bool), 1))"
    );
    s.module("MHA(8, 2, batch_first=True)", &MultiheadAttention::new(i, 8, 2, true).unwrap(), &random(&[2, 5, 8], 16));
    let _ = writeln!(
        s.text,
        "class RMS(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.weight = nn.Parameter(torch.ones(4))\n  \
                              def forward(self, x):\n    return x / (x.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt() * self.weight"
    );
    s.module("RMS()", &RmsNorm::new(i, 4).unwrap(), &random(&[3, 4], 17));
    let _ = writeln!(s.text, "class GQA(nn.Module):
  def __init__(self):
    super().__init__()
    for name, n in (('q', 8), ('k', 4), ('v', 4), ('o', 8)):
      setattr(self, name + '_proj', nn.Linear(8, n, bias=False))
  def forward(self, x):
    b, n, _ = x.shape
    f = 10000.0 ** (-torch.arange(1) / 1.0)
    q, k, v = (l(x).reshape(b, n, -1, 2).transpose(1, 2) for l in (self.q_proj, self.k_proj, self.v_proj))
    a = torch.arange(n).reshape(n, 1) * f
    turn = lambda t: torch.cat([t[..., :1] * a.cos() - t[..., 1:] * a.sin(), t[..., 1:] * a.cos() + t[..., :1] * a.sin()], -1)
    q, k = turn(q), turn(k)
    k, v = (t.repeat_interleave(2, 1) for t in (k, v))
    s = q @ k.transpose(-1, -2) / math.sqrt(2)
    s = s.masked_fill(torch.triu(torch.ones(n, n, dtype=torch.bool), 1), -math.inf)
    return self.o_proj((s.softmax(-1) @ v).transpose(1, 2).reshape(b, n, 8))");
    let rotary = Rotary::new(&device(), DType::F64, 16, 2, 10000.0).unwrap();
    s.module("GQA()", &Attention::new(i, 8, 4, 2, Some(rotary)).unwrap(), &random(&[2, 5, 8], 18));
    script.run(1e-10);
}

/// A boxed module as one.
struct Wrapped(Box<dyn Module>);

impl Module for Wrapped {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.0.forward(input)
    }
}

#[test]
fn losses() {
    let mut script = Script::default();
    let (x, y) = (random(&[4, 3], 1), random(&[4, 3], 2).abs().unwrap());
    let labels = Tensor::from_slice(&device(), &[2i64, 0, 1, 1], &[4]).unwrap();
    let pixels = random(&[2, 3, 4], 3);
    // where formulas have corners and no end
    let ends = Tensor::from_slice(&device(), &[0.0f64, 1.0, 0.0, 1.0, 0.5, 1e-13], &[6]).unwrap();
    let deep = Tensor::from_slice(&device(), &[0.0f64, 1.0, 1.0, 0.0, 0.0, 0.0], &[6]).unwrap();
    let (e1, d1) = (ends.clone(), deep.clone());
    let pixel_labels = Tensor::from_slice(&device(), &[2i64, 0, 1, 1, 0, 0, 2, 2], &[2, 4]).unwrap();
    let _ = writeln!(
        script.text,
        "a = {}\nb = {}\nl = {}\np = {}\nq = {}\ne = {}\nd = {}",
        python(&x),
        python(&y),
        python(&labels),
        python(&pixels),
        python(&pixel_labels),
        python(&ends),
        python(&deep)
    );
    type Loss = Box<dyn Fn(&Tensor) -> Result<Tensor>>;
    let (y2, y3, y4, y5, y6) = (y.clone(), y.clone(), y.clone(), y.clone(), y.clone());
    let (l1, l2, l3) = (labels.clone(), labels.clone(), labels.clone());
    let cases: Vec<(&str, &Tensor, Loss)> = vec![
        ("F.cross_entropy(a, l)", &x, Box::new(move |x| cross_entropy(x, &l1))),
        ("F.cross_entropy(a, l, label_smoothing=0.1)", &x, Box::new(move |x| cross_entropy_smoothed(x, &l2, 0.1))),
        ("F.nll_loss(a, l)", &x, Box::new(move |x| nll_loss(x, &l3))),
        ("F.mse_loss(a, b)", &x, Box::new(move |x| mse_loss(x, &y2))),
        ("F.l1_loss(a, b)", &x, Box::new(move |x| l1_loss(x, &y3))),
        ("F.huber_loss(a, b, delta=0.7)", &x, Box::new(move |x| huber_loss(x, &y4, 0.7))),
        ("F.binary_cross_entropy_with_logits(a, b)", &x, Box::new(move |x| bce_with_logits(x, &y5))),
        ("F.binary_cross_entropy(a.sigmoid(), b)", &x, Box::new(move |x| bce_loss(&x.sigmoid()?, &y6))),
        ("F.binary_cross_entropy(e, d)", &ends, Box::new(move |x| bce_loss(x, &d1))),
        ("F.binary_cross_entropy_with_logits(d, e)", &deep, Box::new(move |x| bce_with_logits(x, &e1))),
        ("F.cross_entropy(p, q)", &pixels, Box::new(move |x| cross_entropy(x, &pixel_labels))),
    ];
    for (text, x, loss) in &cases {
        let input = x.tracked().unwrap();
        let value = loss(&input).unwrap();
        let name = ["p", "e", "d"].into_iter().find(|name| text.contains(&format!("({name}"))).unwrap_or("a");
        let _ = writeln!(script.text, "{name} = {name}.detach().requires_grad_()\nv = {text}\nv.backward()");
        script.is(text, "v", &value);
        script.is(
            &format!("{text}: of the input"),
            &format!("{name}.grad"),
            value.backward().unwrap().of(&input).unwrap(),
        );
    }
    script.run(1e-12);
}

#[test]
fn optimizers() {
    let mut script = Script::default();
    let start = random(&[3, 2], 1);
    let target = random(&[3, 2], 2);
    let _ = writeln!(script.text, "s = {}\nt = {}", python(&start), python(&target));
    // torch 1.13 has no Lion
    let _ = writeln!(
        script.text,
        "class Lion(torch.optim.Optimizer):
  def __init__(self, params, lr): super().__init__(params, {{'lr': lr}}); self.m = None
  def step(self):
    p = self.param_groups[0]['params'][0]; lr = self.param_groups[0]['lr']
    m = torch.zeros_like(p) if self.m is None else self.m
    with torch.no_grad(): p.sub_(lr * (0.9 * m + 0.1 * p.grad).sign())
    self.m = 0.99 * m + 0.01 * p.grad"
    );
    type Make = fn(Vec<(String, Parameter)>) -> Box<dyn Optimizer>;
    let nesterov: Make = |p| {
        let group = Group { parameters: p, rate: 0.1, weight_decay: 0.05 };
        let mut sgd = Sgd::of_groups(vec![group], 0.9);
        sgd.nesterov = true;
        Box::new(sgd)
    };
    let cases: [(&str, Make); 7] = [
        ("torch.optim.SGD([p], 0.1)", |p| Box::new(Sgd::new(p, 0.1, 0.0))),
        ("torch.optim.SGD([p], 0.1, 0.9)", |p| Box::new(Sgd::new(p, 0.1, 0.9))),
        ("torch.optim.SGD([p], 0.1, 0.9, weight_decay=0.05, nesterov=True)", nesterov),
        ("torch.optim.Adam([p], 0.1)", |p| Box::new(Adam::new(p, 0.1))),
        ("torch.optim.Adam([p], 0.1, weight_decay=0.1)", |p| {
            Box::new(Adam::of_groups(vec![Group { parameters: p, rate: 0.1, weight_decay: 0.1 }]))
        }),
        ("torch.optim.AdamW([p], 0.1)", |p| Box::new(AdamW::new(p, 0.1))),
        ("Lion([p], 0.1)", |p| Box::new(Lion::new(p, 0.1))),
    ];
    for (text, make) in cases {
        let parameter = Parameter::new(start.clone()).unwrap();
        let mut optimizer = make(vec![("p".into(), parameter.clone())]);
        optimizer.set_schedule(Schedule::Cosine { steps: 4, least: 0.0 });
        let _ = writeln!(
            script.text,
            "p = s.clone().requires_grad_()\no = {text}\nc = torch.optim.lr_scheduler.CosineAnnealingLR(o, 4)"
        );
        for n in 0..4 {
            let loss = parameter.value().sub(&target).unwrap().square().unwrap().sum_all().unwrap();
            let mut gradients = loss.backward().unwrap();
            let _ = writeln!(script.text, "o.zero_grad(); ((p - t)**2).sum().backward()");
            if n == 0 {
                let norm = clip_grad_norm(&[("p".into(), parameter.clone())], &mut gradients, 0.5).unwrap();
                let _ = writeln!(script.text, "n = nn.utils.clip_grad_norm_([p], 0.5)");
                script.is("clip_grad_norm", "n", &norm);
            }
            optimizer.step(&gradients).unwrap();
            let _ = writeln!(script.text, "o.step(); c.step()");
        }
        script.is(text, "p", &parameter.value());
    }
    script.run(1e-12);
}
