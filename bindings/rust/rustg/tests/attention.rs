//! Attention against its definition, on the CPU and on the first GPU.

use rustg::{Attention, AttentionDone, AttentionGradients, AttentionNumber, Device, ErrorKind, HeadsLayout, bf16, f16};

fn check<T: AttentionNumber>(device: &Device, number: fn(f32) -> T, value: fn(T) -> f32, unit: f32) {
    let stream = device.stream().unwrap();
    let how = Attention {
        batch: 2,
        kv_heads: 1,
        causal: true,
        o: HeadsLayout { batch_stride: 70 * 2 * 64, head_stride: 64, row_stride: 2 * 64 },
        ..Attention::new(2, 70, 90, 64)
    };
    let small = |n: usize, seed: usize| -> Vec<f32> {
        (0..n).map(|i| value(number(((i * 37 + seed) % 101) as f32 / 50.0 - 1.0))).collect()
    };
    let (q, k, v) = (small(2 * 2 * 70 * 64, 1), small(2 * 90 * 64, 2), small(2 * 90 * 64, 3));
    let up = |x: &[f32]| stream.upload(&x.iter().map(|&x| number(x)).collect::<Vec<T>>()).unwrap();
    let mut o = stream.zeros::<T>(2 * 70 * 2 * 64).unwrap();
    stream.attention(&how, &up(&q), &up(&k), &up(&v), &mut o).unwrap();
    let o = stream.download(&o).unwrap();
    for (batch, head, i) in (0..2 * 2 * 70).map(|x| (x / 140, x / 70 % 2, x % 70)) {
        let q = &q[((batch * 2 + head) * 70 + i) * 64..][..64];
        let weights: Vec<f32> = (0..i + 21)
            .map(|j| q.iter().zip(&k[(batch * 90 + j) * 64..]).map(|(a, b)| a * b).sum::<f32>() / 8.0)
            .map(f32::exp)
            .collect();
        let total: f32 = weights.iter().sum();
        for d in 0..64 {
            let wanted = weights.iter().enumerate().map(|(j, w)| w * v[(batch * 90 + j) * 64 + d]).sum::<f32>() / total;
            let got = value(o[((batch * 70 + i) * 2 + head) * 64 + d]);
            assert!((got - wanted).abs() <= 2.0 * unit, "{batch} {head} {i} {d}: {got}, not {wanted}");
        }
    }
}

#[test]
fn attention_of_both_types() {
    for device in [Device::cpu().ok(), Device::cuda(0).ok()].into_iter().flatten() {
        check(&device, bf16::from_f32, bf16::to_f32, 1.0 / 256.0);
        check(&device, f16::from_f32, f16::to_f32, 1.0 / 2048.0);
    }
}

/// One head, and the gradients of each in f32.
fn check_gradients<T: AttentionNumber>(device: &Device, number: fn(f32) -> T, value: fn(T) -> f32, unit: f32) {
    const N: usize = 40;
    let stream = device.stream().unwrap();
    let how = Attention { causal: true, ..Attention::new(1, N, N, 64) };
    let small = |seed: usize| -> Vec<f32> {
        (0..N * 64).map(|i| value(number(((i * 37 + seed) % 101) as f32 / 50.0 - 1.0))).collect()
    };
    let (q, k, v, g) = (small(1), small(2), small(3), small(4));
    let up = |x: &[f32]| stream.upload(&x.iter().map(|&x| number(x)).collect::<Vec<T>>()).unwrap();
    let zeros = || stream.zeros::<T>(N * 64).unwrap();
    let (own_q, own_k, own_v, own_g) = (up(&q), up(&k), up(&v), up(&g));
    let (mut o, mut log_sums) = (zeros(), stream.zeros::<f32>(how.log_sums_len().unwrap()).unwrap());
    stream.attention_with_log_sums(&how, &own_q, &own_k, &own_v, &mut o, &mut log_sums).unwrap();
    let (mut q_gradient, mut k_gradient, mut v_gradient) = (zeros(), zeros(), zeros());
    let done = AttentionDone {
        q: (&own_q).into(),
        k: (&own_k).into(),
        v: (&own_v).into(),
        o: (&o).into(),
        log_sums: (&log_sums).into(),
        o_gradient: (&own_g).into(),
    };
    let mut workspace = stream.zeros::<u8>(how.backward_bytes::<T>() as usize).unwrap();
    let gradients = AttentionGradients {
        q: (&mut q_gradient).into(),
        k: (&mut k_gradient).into(),
        v: (&mut v_gradient).into(),
        workspace: Some(&mut workspace),
    };
    stream.attention_backward(&how, &done, gradients).unwrap();
    let (mut wanted_q, mut wanted_k, mut wanted_v) = (vec![0.0f32; N * 64], vec![0.0f32; N * 64], vec![0.0f32; N * 64]);
    let row = |x: &[f32], i: usize| x[i * 64..][..64].to_vec();
    let product = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(a, b)| a * b).sum::<f32>();
    for i in 0..N {
        let powers: Vec<f32> = (0..=i).map(|j| (product(&row(&q, i), &row(&k, j)) / 8.0).exp()).collect();
        let total: f32 = powers.iter().sum();
        let slopes: Vec<f32> = (0..=i).map(|j| product(&row(&g, i), &row(&v, j))).collect();
        let mean = product(&powers, &slopes) / total;
        for j in 0..=i {
            let (weight, change) = (powers[j] / total, powers[j] / total * (slopes[j] - mean) / 8.0);
            for d in 0..64 {
                wanted_q[i * 64 + d] += change * k[j * 64 + d];
                wanted_k[j * 64 + d] += change * q[i * 64 + d];
                wanted_v[j * 64 + d] += weight * g[i * 64 + d];
            }
        }
    }
    for (name, got, wanted) in
        [("q", &q_gradient, wanted_q), ("k", &k_gradient, wanted_k), ("v", &v_gradient, wanted_v)]
    {
        for (i, (got, wanted)) in stream.download(got).unwrap().into_iter().zip(wanted).enumerate() {
            assert!((value(got) - wanted).abs() <= 16.0 * unit, "{name} {i}: {}, not {wanted}", value(got));
        }
    }
}

#[test]
fn gradients_of_both_types() {
    for device in [Device::cpu().ok(), Device::cuda(0).ok()].into_iter().flatten() {
        check_gradients(&device, bf16::from_f32, bf16::to_f32, 1.0 / 256.0);
        check_gradients(&device, f16::from_f32, f16::to_f32, 1.0 / 2048.0);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let stream = Device::cpu().unwrap().stream().unwrap();
    let x = stream.zeros::<f16>(64).unwrap();
    let mut o = stream.zeros::<f16>(64).unwrap();
    for how in [
        Attention::new(1, 2, 1, 64),
        Attention::new(1, 1, 2, 64),
        Attention { kv_heads: 0, ..Attention::new(1, 1, 1, 64) },
        Attention { batch: usize::MAX, ..Attention::new(2, 1, 1, 64) },
        Attention { q: HeadsLayout { row_stride: 64, ..HeadsLayout::default() }, ..Attention::new(1, 2, 1, 64) },
        Attention::new(1, 1, 1, 32),
    ] {
        assert_eq!(stream.attention(&how, &x, &x, &x, &mut o).unwrap_err().kind(), ErrorKind::Argument, "{how:?}");
    }
    assert_eq!(
        stream.attention(&Attention { batch: 0, ..Attention::new(1, 1, 1, 64) }, &x, &x, &x, &mut o),
        Ok("none")
    );
}
