//! Fused kernels make the bits that one kernel an operation makes.

mod common;

use common::device;
use rustg_tensor::{DType, Device, Random, Result, Tensor, with_fusion};

/// The elements' bits; all NaN are alike.
fn bits(tensor: &Tensor) -> Vec<u64> {
    tensor.numbers().unwrap().into_iter().map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect()
}

const SHAPES: [&[usize]; 6] = [&[6, 5, 7], &[5, 7], &[6, 1, 7], &[7], &[1], &[6, 5, 1]];

/// A program of random operations, and what it leaves: the same for the same seed.
fn program(seed: u64) -> Result<Vec<Tensor>> {
    let d = device();
    let mut random = Random::new(seed);
    let mut pick = |n: usize| (random.bits() % n as u64) as usize;
    let types = [DType::F32, DType::F64, DType::F16, DType::BF16, DType::I32];
    let own = types[pick(types.len())];
    let mut pool: Vec<Tensor> = Vec::new();
    for n in 0..4 {
        let shape = SHAPES[pick(SHAPES.len())];
        let values = Random::new(seed * 10 + n).uniform(&d, DType::F64, shape, -2.0, 2.0)?;
        let dtype = if pick(4) == 0 { types[pick(types.len())] } else { own };
        let tensor = if pick(3) == 0 && shape.len() == 2 {
            Tensor::from_slice(&d, &values.t()?.to_vec::<f64>()?, &[7, 5])?.t()?
        } else {
            values
        };
        pool.push(tensor.to_dtype(dtype)?);
    }
    for _ in 0..14 {
        let (a, b) = (pool[pick(pool.len())].clone(), pool[pick(pool.len())].clone());
        let axis = if a.rank() == 0 { 0 } else { pick(a.rank()) as i64 };
        let next = match pick(15) {
            0 => a.add(&b)?,
            1 => a.sub(&b)?,
            2 => a.mul(&b)?,
            3 => a.div(&b.abs()?.add_number(1)?)?,
            4 => a.maximum(&b)?,
            5 => Tensor::where_(&a.gt(&b)?, &a, &b)?,
            6 => a.tanh()?,
            7 => a.sigmoid()?.mul_number(1.5)?,
            8 => a.relu()?,
            9 => a.square()?.sub_number(1)?,
            10 => a.sum_axes(&[axis], true)?.mul_number(0.25)?,
            11 => a.max_axes(&[axis], true)?,
            12 => a.mean_axes(&[axis], true)?,
            13 => a.to_dtype(types[pick(types.len())])?,
            _ => a.neg()?.exp()?.minimum(&b)?,
        };
        pool.push(next);
    }
    // what nobody holds is not written
    let kept = pool.len() - 1;
    Ok(pool.into_iter().enumerate().filter(|(n, _)| n % 5 == 0 || *n == kept).map(|(_, t)| t).rev().collect())
}

#[test]
fn random_programs_are_the_same() {
    let n: u64 = std::env::var("RUSTG_FUSION_GRAPHS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let first = std::env::var("RUSTG_FUSION_FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    for seed in first..first + n {
        let run = |on| with_fusion(on, || program(seed).unwrap().iter().map(bits).collect::<Vec<_>>());
        let (fused, plain) = (run(true), run(false));
        assert!(fused == plain, "seed {seed}");
    }
}

#[test]
fn long_reductions_are_the_same() {
    let d = device();
    for dtype in [DType::F32, DType::BF16] {
        for shape in [&[3, 1000][..], &[50_000], &[2000, 3]] {
            let run = |on| {
                with_fusion(on, || {
                    let x = Random::new(1).normal(&d, dtype, shape, 0.0, 1.0).unwrap();
                    let y = x.mul_number(3.0).unwrap().sigmoid().unwrap();
                    let sum = y.sum_axes(&[0], true).unwrap().mul_number(0.5).unwrap().tanh().unwrap();
                    (bits(&sum), bits(&y.sum_axes(&[-1], false).unwrap()), bits(&y))
                })
            };
            assert_eq!(run(true), run(false));
        }
    }
}

/// Rows: softmax, normalisations and their gradients.
fn rows(dtype: DType, shape: &[usize]) -> Result<Vec<Tensor>> {
    let d = device();
    let mut random = Random::new(9);
    let x = random.normal(&d, dtype, shape, 0.0, 1.0)?.realize()?.tracked()?;
    let weight = random.normal(&d, dtype, &shape[shape.len() - 1..], 0.0, 1.0)?.realize()?.tracked()?;
    let apart = x.sub(&x.mean_axes(&[-1], true)?)?;
    let scale = apart.square()?.mean_axes(&[-1], true)?.add_number(1e-5)?.rsqrt()?;
    let y = apart.mul(&scale)?.mul(&weight)?;
    let soft = y.mul_number(2.0)?.softmax(-1)?;
    let logs = soft.add(&x)?.log_softmax(-1)?;
    let gradients = logs.mul(&y)?.sum_all()?.backward()?;
    let of = |t: &Tensor| gradients.of(t).cloned().unwrap();
    Ok(vec![of(&x), of(&weight), logs, soft, y, scale])
}

#[test]
fn rows_are_the_same() {
    for (dtype, shape) in [
        (DType::F32, &[5, 300][..]),
        (DType::F64, &[2, 3, 10]),
        (DType::BF16, &[4, 5000]),
        (DType::F16, &[3, 64]),
        (DType::F32, &[1, 70]),
    ] {
        let run = |on| with_fusion(on, || rows(dtype, shape).unwrap().iter().map(bits).collect::<Vec<_>>());
        assert!(run(true) == run(false), "{dtype} {shape:?}");
    }
}

#[test]
fn chains_are_one_kernel() {
    // a device of its own, whose launches nobody else adds to
    let backend = if device().is_cuda() { rustg::Backend::Cuda } else { rustg::Backend::Cpu };
    let options = rustg::DeviceOptions { is_apart: true, ..Default::default() };
    let d = Device::of(rustg::Device::open(backend, 0, options).unwrap()).unwrap();
    let launched = |work: &dyn Fn() -> Result<Vec<Tensor>>| {
        let before = d.kernels_launched();
        for tensor in work().unwrap() {
            tensor.realize().unwrap();
        }
        d.kernels_launched() - before
    };
    let on_it =
        |shape: &[usize], seed| Tensor::from_slice(&d, &common::numbers(shape.iter().product(), seed), shape).unwrap();
    let (a, b) = (on_it(&[40, 30], 1), on_it(&[30], 2));
    assert_eq!(launched(&|| Ok(vec![a.mul_number(3.0)?.add(&b)?.relu()?])), 1);
    assert_eq!(
        launched(&|| with_fusion(false, || Ok(vec![a.mul_number(3.0)?.add(&b)?.relu()?.realize()?.clone()]))),
        3
    );
    // two results of one chain; a reduction with what is before and behind it
    assert_eq!(
        launched(&|| {
            let x = a.mul_number(3.0)?;
            Ok(vec![x.relu()?.add(&x)?, x])
        }),
        1
    );
    assert_eq!(launched(&|| Ok(vec![a.square()?.mean_axes(&[1], true)?.add_number(1e-5)?.rsqrt()?])), 1);
    let norm = || {
        let apart = a.sub(&a.mean_axes(&[1], true)?)?;
        let scale = apart.square()?.mean_axes(&[1], true)?.add_number(1e-5)?.rsqrt()?;
        Ok(vec![apart.mul(&scale)?.mul(&b)?])
    };
    assert_eq!(launched(&norm), 1);
    assert_eq!(launched(&|| Ok(vec![a.softmax(-1)?])), 1);
    let single = || with_fusion(false, || Ok(vec![norm()?[0].realize()?.clone()]));
    assert_eq!(launched(&single), 11);
}

#[test]
fn long_chains_end() {
    let mut x = common::random(&[4], 1);
    for _ in 0..20_000 {
        x = x.mul_number(1.0).unwrap();
    }
    assert_eq!(x.numbers().unwrap(), common::random(&[4], 1).numbers().unwrap());
    // each is an operand twice
    let mut x = common::of(&[1.0f64], &[1]);
    for _ in 0..60 {
        x = x.add(&x).unwrap();
    }
    assert_eq!(x.numbers().unwrap(), [(1u64 << 60) as f64]);
    let start = common::random(&[4], 1).tracked().unwrap();
    let mut x = start.clone();
    for _ in 0..5_000 {
        x = x.mul_number(1.0).unwrap();
    }
    let gradients = x.sum_all().unwrap().backward().unwrap();
    assert_eq!(gradients.of(&start).unwrap().numbers().unwrap(), [1.0; 4]);
}
