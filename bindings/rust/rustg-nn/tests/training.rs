//! Modules, files, checkpoints, and what learns.

mod common;

use common::device;
use rustg_nn::*;
use rustg_tensor::{DType, Device, Random, Result, Tensor};
use std::collections::BTreeMap;

fn net(seed: u64) -> Sequential {
    let mut init = Init::new(&device(), DType::F32, seed);
    let first = Linear::new(&mut init, 2, 8).unwrap();
    let last = Linear::new(&mut init, 8, 2).unwrap();
    Sequential::new().with(first).with(Tanh).with(last)
}

/// Points left and right of a line.
fn points() -> (Tensor, Tensor) {
    let mut random = Random::new(5);
    let points: Vec<f32> = (0..128).map(|_| random.number(-1.0, 1.0) as f32).collect();
    let labels: Vec<i64> = points.chunks(2).map(|p| i64::from(p[0] > 0.3 * p[1])).collect();
    (Tensor::from_slice(&device(), &points, &[64, 2]).unwrap(), Tensor::from_slice(&device(), &labels, &[64]).unwrap())
}

fn learn(module: &impl Module, optimizer: &mut impl Optimizer, steps: usize) -> Result<f64> {
    let (x, labels) = points();
    let mut last = 0.0;
    for _ in 0..steps {
        let y = module.forward(&x.to_dtype(module.parameters()?[0].1.value().dtype())?)?;
        let loss = cross_entropy(&y.to_dtype(DType::F32)?, &labels)?;
        optimizer.step(&loss.backward()?)?;
        last = loss.number()?;
    }
    Ok(last)
}

#[test]
fn modules_are_shared_and_named() {
    fn shared<T: Send + Sync>() {}
    shared::<(Sequential, Parameter, Linear, Dropout, BatchNorm)>();
    let net = net(1);
    let names: Vec<String> = net.state().unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["0.weight", "0.bias", "2.weight", "2.bias"]);
    assert_eq!(net.n_learnt().unwrap(), 42);
    let summary = net.summary().unwrap();
    assert!(summary.contains("2.weight") && summary.ends_with("42 numbers are learnt\n"), "{summary}");
    net.to_dtype(DType::BF16).unwrap();
    assert!(net.parameters().unwrap().iter().all(|(_, p)| p.value().dtype() == DType::BF16 && p.value().is_tracked()));
    let mut values: BTreeMap<String, Tensor> = net.state().unwrap().into_iter().map(|(n, p)| (n, p.value())).collect();
    values.remove("0.bias");
    assert_eq!(net.load(&values).unwrap_err().to_string(), "load: there is no `0.bias`");
    values.insert("0.bias".into(), Tensor::zeros(&device(), DType::F32, &[3]).unwrap());
    assert!(net.load(&values).unwrap_err().to_string().contains("[3], not [8]"));
    let mut init = Init::new(&device(), DType::F32, 1);
    let dropout = Dropout::new(&mut init, 0.5);
    let x = Tensor::ones(&device(), DType::F32, &[1000]).unwrap();
    let dropped = dropout.forward(&x).unwrap().numbers().unwrap();
    assert!(
        dropped.iter().all(|x| *x == 0.0 || *x == 2.0)
            && (400..600).contains(&dropped.iter().filter(|x| **x == 0.0).count())
    );
    dropout.eval();
    assert_eq!(dropout.forward(&x).unwrap().numbers().unwrap(), [1.0; 1000]);
}

#[test]
fn what_learns() {
    let plain = net(1);
    let mut optimizer = Adam::new(plain.parameters().unwrap(), 0.05);
    assert!(learn(&plain, &mut optimizer, 40).unwrap() < 0.2);
    // half precision with what is remembered in f32, and a scaled loss
    let half = net(1);
    half.to_dtype(DType::BF16).unwrap();
    let mut optimizer = AdamW::new(half.parameters().unwrap(), 0.05);
    assert!(learn(&half, &mut optimizer, 40).unwrap() < 0.25);
    assert!(optimizer.state().contains_key("0.weight.master"));
    let half = net(1);
    half.to_dtype(DType::F16).unwrap();
    let mut optimizer = Sgd::new(half.parameters().unwrap(), 0.5, 0.9);
    let mut scaler = GradScaler::default();
    let (x, labels) = points();
    let (x, mut done, mut last) = (x.to_dtype(DType::F16).unwrap(), 0, 0.0);
    for _ in 0..40 {
        let loss = cross_entropy(&half.forward(&x).unwrap().to_dtype(DType::F32).unwrap(), &labels).unwrap();
        let mut gradients = scaler.scaled(&loss).unwrap().backward().unwrap();
        done += u64::from(scaler.step(&mut optimizer, &mut gradients).unwrap());
        last = loss.number().unwrap();
    }
    assert!(last < 0.3 && done > 30 && optimizer.steps() == done, "{last} {done} {}", scaler.scale());
}

#[test]
fn training_goes_on_bit_for_bit() {
    let path = std::env::temp_dir().join(format!("rustg_nn_{}.safetensors", std::process::id()));
    let run = net(3);
    let mut optimizer = Adam::new(run.parameters().unwrap(), 0.01);
    learn(&run, &mut optimizer, 5).unwrap();
    Checkpoint::save(&path, &run, &optimizer, &[("seed", 7), ("calls", 1 << 60)]).unwrap();
    let straight = learn(&run, &mut optimizer, 5).unwrap();
    let again = net(4);
    let mut optimizer = Adam::new(again.parameters().unwrap(), 0.01);
    let numbers = Checkpoint::load(&path, &device(), &again, &mut optimizer).unwrap();
    assert_eq!((numbers["seed"], numbers["calls"], optimizer.steps()), (7, 1 << 60, 5));
    assert_eq!(learn(&again, &mut optimizer, 5).unwrap().to_bits(), straight.to_bits());
    // a part of a file is no file
    let bytes = std::fs::read(&path).unwrap();
    for length in [0, 7, 20, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(load_safetensors(&path, &device()).is_err());
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn files_keep_every_type() {
    let path = std::env::temp_dir().join(format!("rustg_nn_types_{}.safetensors", std::process::id()));
    let x = Tensor::from_slice(&device(), &[0.0f64, 1.5, -3.0, 100.0], &[2, 2]).unwrap();
    let tensors: BTreeMap<String, Tensor> =
        DType::ALL.iter().map(|dtype| (format!("a \"{dtype}\""), x.to_dtype(*dtype).unwrap())).collect();
    let texts = BTreeMap::from([("by".to_string(), "tab\tand é".to_string())]);
    save_safetensors(&path, &tensors, &texts).unwrap();
    let (found, found_texts) = load_safetensors(&path, &device()).unwrap();
    assert_eq!(found_texts, texts);
    for (name, tensor) in &tensors {
        assert_eq!((found[name].dtype(), found[name].shape()), (tensor.dtype(), tensor.shape()));
        assert_eq!(found[name].real().unwrap().numbers().unwrap(), tensor.real().unwrap().numbers().unwrap());
    }
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(load_safetensors(&path, &device()), Err(rustg_tensor::Error::File { .. })));
}

#[test]
fn generating_with_a_cache_is_the_same() {
    let mut init = Init::new(&device(), DType::F64, 2);
    let rotary = Rotary::new(&device(), DType::F64, 8, 4, 10000.0).unwrap();
    let attention = Attention::new(&mut init, 8, 2, 1, Some(rotary)).unwrap();
    let x = init.normal(&[1, 5, 8], 1.0).unwrap();
    let whole = attention.forward(&x).unwrap().numbers().unwrap();
    let mut cache = KvCache::default();
    let mut parts = Vec::new();
    for place in 0..5 {
        parts.extend(attention.forward_cached(&x.narrow(1, place, 1).unwrap(), &mut cache).unwrap().numbers().unwrap());
    }
    assert_eq!(cache.len(), 5);
    assert!(whole.iter().zip(&parts).all(|(a, b)| (a - b).abs() < 1e-13));
}

#[test]
fn labels_that_are_no_classes() {
    // The test has a device of its own, because the error is told to whoever waits for the device next.
    let d = match device().is_cuda() {
        true => return,
        false => Device::of(
            rustg_tensor::rustg::Device::open(
                rustg_tensor::rustg::Backend::Cpu,
                0,
                rustg_tensor::rustg::DeviceOptions { is_apart: true, ..Default::default() },
            )
            .unwrap(),
        )
        .unwrap(),
    };
    for label in [3i64, -1] {
        let scores = Tensor::ones(&d, DType::F32, &[1, 3]).unwrap();
        let labels = Tensor::from_slice(&d, &[label], &[1]).unwrap();
        let error = cross_entropy(&scores, &labels).and_then(|loss| loss.number()).unwrap_err().to_string();
        assert!(error.contains("3 is out of bounds of 3"), "{error}");
    }
}

#[test]
fn averages_and_clipping() {
    let net = net(1);
    let mut ema = Ema::new(&net, 0.9).unwrap();
    let bias = net.parameters().unwrap()[1].1.clone();
    let before = bias.value().numbers().unwrap();
    bias.set(&bias.value().detached().add_number(1.0).unwrap()).unwrap();
    ema.update(&net).unwrap();
    let found = ema.averages()["0.bias"].numbers().unwrap();
    assert!(found.iter().zip(before).all(|(f, b)| (f - (b + 0.1)).abs() < 1e-6));
    let (x, labels) = points();
    let mut gradients = cross_entropy(&net.forward(&x).unwrap(), &labels).unwrap().backward().unwrap();
    clip_grad_value(&net.parameters().unwrap(), &mut gradients, 0.01).unwrap();
    assert!(gradients.of(&bias.value()).unwrap().numbers().unwrap().iter().all(|g| g.abs() <= 0.0100001));
}

/// Attention of halves is rustg's kernel's: near to that of f64, gradients too.
#[test]
fn attention_of_halves() {
    let mut init = Init::new(&device(), DType::F64, 4);
    for (heads, kv_heads, n, m) in [(2, 2, 24, 24), (4, 2, 5, 9)] {
        let wide: Vec<Tensor> = [(heads, n), (kv_heads, m), (kv_heads, m)]
            .iter()
            .map(|(heads, n)| init.normal(&[2, *heads, *n, 64], 1.0).unwrap().to_dtype(DType::BF16).unwrap())
            .collect();
        let run = |dtype: DType| {
            let [q, k, v] = [0, 1, 2].map(|i| wide[i].to_dtype(dtype).unwrap().detached().tracked().unwrap());
            let y = scaled_dot_product_attention(&q, &k, &v, None, true).unwrap();
            let weights = Init::new(&device(), DType::F64, 5).normal(y.shape(), 1.0).unwrap().to_dtype(dtype).unwrap();
            let gradients =
                y.mul(&weights).unwrap().to_dtype(DType::F64).unwrap().sum_all().unwrap().backward().unwrap();
            let mut all = vec![y];
            all.extend([q, k, v].map(|t| gradients.of(&t).unwrap().clone()));
            all.iter().flat_map(|t| t.numbers().unwrap()).collect::<Vec<f64>>()
        };
        let (found, wanted) = (run(DType::BF16), run(DType::F64));
        for (f, w) in found.iter().zip(&wanted) {
            assert!((f - w).abs() < 0.03 * w.abs().max(2.0), "{f} is not {w}");
        }
    }
}

#[test]
fn wrong_uses_are_told() {
    let words = |result: Result<()>| result.unwrap_err().to_string();
    // names are what an optimizer remembers by
    let (a, b) = (net(1), net(2));
    let both: Vec<(String, Parameter)> = a.parameters().unwrap().into_iter().chain(b.parameters().unwrap()).collect();
    let none = Tensor::ones(&device(), DType::F32, &[]).unwrap().tracked().unwrap().backward().unwrap();
    let mut optimizer = Adam::new(both, 0.1);
    assert_eq!(words(optimizer.step(&none)), "step: two parameters are called `0.weight`");
    let mut twice = a.parameters().unwrap();
    twice.push(("again".into(), twice[0].1.clone()));
    assert_eq!(words(Sgd::new(twice, 0.1, 0.0).step(&none)), "step: `again` is given twice");
    let mut optimizer = Adam::new(a.parameters().unwrap(), 0.1);
    learn(&a, &mut optimizer, 1).unwrap();
    let renamed: BTreeMap<String, Tensor> =
        optimizer.state().into_iter().map(|(name, tensor)| (format!("net.{name}"), tensor)).collect();
    assert!(words(optimizer.load_state(&renamed, 1)).contains("8 of 8 tensors"));
    assert_eq!(optimizer.state().len(), 8);
    // windows that do not fit
    let x = Tensor::ones(&device(), DType::F32, &[1, 2, 4]).unwrap();
    let weight = |size: usize| Tensor::ones(&device(), DType::F32, &[2, 2, size]).unwrap();
    assert!(conv(&x, &weight(5), &ConvOptions::default()).is_err());
    assert!(conv(&x, &weight(5), &ConvOptions { padding: 1, ..Default::default() }).is_ok());
    assert!(max_pool(&x, &[5], 1, 0).is_err() && max_pool(&x, &[0], 1, 0).is_err());
    assert!(max_pool(&x.reshape(&[8]).unwrap(), &[2], 1, 0).is_err());
    assert!(conv_transpose(&x, &weight(0), &ConvOptions::default()).is_err());
    let empty = Tensor::ones(&device(), DType::F32, &[1, 2, 0]).unwrap();
    assert!(conv_transpose(&empty, &weight(2), &ConvOptions::default()).is_err());
    let whole = Tensor::from_slice(&device(), &[-5i32, -7, -9], &[1, 1, 3]).unwrap();
    assert_eq!(max_pool(&whole, &[2], 2, 1).unwrap().numbers().unwrap(), [-5.0, -7.0]);
}

#[test]
fn checkpoints_drop_the_same() {
    let mut init = Init::new(&device(), DType::F64, 1);
    let dropout = std::sync::Arc::new(Dropout::new(&mut init, 0.5));
    let x = Tensor::ones(&device(), DType::F64, &[100]).unwrap().tracked().unwrap();
    let own = dropout.clone();
    let y = rustg_tensor::checkpoint(move |x| own.forward(&x[0]), &[&x]).unwrap();
    let gradients = y.sum_all().unwrap().backward().unwrap();
    assert_eq!(gradients.of(&x).unwrap().numbers().unwrap(), y.numbers().unwrap());
}

#[test]
fn names_of_other_writers() {
    let path = std::env::temp_dir().join(format!("rustg_nn_names_{}.safetensors", std::process::id()));
    let header = r#"{"__metadata__":{"a\ud83d\ude00\u00e9":"\n"},"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}"#;
    let file = |header: &str| [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &[7]].concat();
    std::fs::write(&path, file(header)).unwrap();
    let (tensors, texts) = load_safetensors(&path, &device()).unwrap();
    assert_eq!((texts["a\u{1f600}\u{e9}"].as_str(), tensors["x"].numbers().unwrap()), ("\n", vec![7.0]));
    for broken in [r"\ud83d", r"\ud83d\n", r"\u12", r"\udc00"] {
        std::fs::write(&path, file(&header.replace(r"\ud83d\ude00", broken))).unwrap();
        assert!(load_safetensors(&path, &device()).is_err(), "{broken}");
    }
    std::fs::remove_file(&path).unwrap();
}

/// Layers of halves are computed as f32 and rounded once, as torch's: what f32 makes of the same numbers, rounded.
#[test]
fn halves_are_rounded_once() {
    for dtype in [DType::BF16, DType::F16] {
        let mut init = Init::new(&device(), dtype, 1);
        let x = init.normal(&[4, 6, 5], 3.0).unwrap();
        let layers: Vec<(&str, Box<dyn Module>)> = vec![
            ("LayerNorm", Box::new(LayerNorm::new(&mut init, &[5]).unwrap())),
            ("RmsNorm", Box::new(RmsNorm::new(&mut init, 5).unwrap())),
            ("GroupNorm", Box::new(GroupNorm::new(&mut init, 2, 6).unwrap())),
            ("BatchNorm", Box::new(BatchNorm::new(&mut init, 6).unwrap())),
            ("Gelu", Box::new(Gelu)),
            ("GeluTanh", Box::new(GeluTanh)),
            ("Silu", Box::new(Silu)),
            ("Softmax", Box::new(Softmax)),
        ];
        for (name, layer) in layers {
            let run = |x: &Tensor| {
                let x = x.tracked().unwrap();
                let y = layer.forward(&x).unwrap();
                let loss = y.square().unwrap().sum_all().unwrap();
                (y.to_dtype(dtype).unwrap().numbers().unwrap(), loss.backward().unwrap().of(&x).unwrap().clone())
            };
            let (found, gradient) = run(&x);
            assert_eq!(gradient.dtype(), dtype, "{name}");
            assert!(layer.state().unwrap().iter().all(|(_, p)| p.value().dtype() == dtype), "{name}");
            layer.to_dtype(DType::F32).unwrap();
            let (wanted, _) = run(&x.to_dtype(DType::F32).unwrap());
            assert_eq!(found, wanted, "{name} of {dtype}");
        }
    }
}

/// Where the process that is killed leaves its checkpoints.
const KILLED: &str = "RUSTG_NN_KILLED";

/// A part of the test below, in a process of its own: it learns and leaves a checkpoint after each step, without an end.
#[test]
fn learns_until_it_is_killed() {
    let Some(path) = std::env::var_os(KILLED) else { return };
    let net = net(3);
    let mut optimizer = Adam::new(net.parameters().unwrap(), 0.01);
    loop {
        learn(&net, &mut optimizer, 1).unwrap();
        Checkpoint::save(&path, &net, &optimizer, &[]).unwrap();
    }
}

#[test]
fn training_goes_on_after_a_kill() {
    let folder = std::env::temp_dir().join(format!("rustg_nn_killed_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("checkpoint.safetensors");
    let again = net(4);
    let mut optimizer = Adam::new(again.parameters().unwrap(), 0.01);
    // killed three times, each time somewhere in a step or in writing
    for round in 1..=3 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "learns_until_it_is_killed"])
            .env(KILLED, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let is_begun = |_: &u32| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            path.exists() || child.try_wait().unwrap().is_some()
        };
        (0..3000).find(is_begun).expect("a checkpoint");
        std::thread::sleep(std::time::Duration::from_millis(7 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        Checkpoint::load(&path, &device(), &again, &mut optimizer).unwrap();
        let done = optimizer.steps();
        assert!(done > 0);
        let found = learn(&again, &mut optimizer, 5).unwrap();
        let straight = net(3);
        let mut straight_optimizer = Adam::new(straight.parameters().unwrap(), 0.01);
        let wanted = learn(&straight, &mut straight_optimizer, done as usize + 5).unwrap();
        assert_eq!(found.to_bits(), wanted.to_bits(), "after {done} steps");
        std::fs::remove_file(&path).unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
