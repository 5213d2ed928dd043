//! Products against the sums of their definition, on the CPU and on the first GPU.

use rustg::{
    Activation, Buffer, Device, Element, Error, ErrorKind, Matmul, MatmulBackend, MatmulInfo, MatmulNumber,
    MatrixLayout, Stream, bf16, f16, matmul_library,
};

fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu().unwrap()];
    devices.extend(Device::cuda(0).ok().filter(|device| matmul_library().is_ok() || device.is_lost()));
    devices
}

fn small(i: usize) -> f64 {
    ((i * 7 + 3) % 11) as f64 - 5.0
}

/// All numbers are small and whole, so every order of adding gives the same.
fn check<T: MatmulNumber<C>, C: Element + PartialEq + std::fmt::Debug>(
    stream: &Stream,
    number: fn(f64) -> T,
    result: fn(f64) -> C,
) {
    let (m, n, k) = (5, 7, 9);
    for kind in 0..4 {
        let (transpose_a, transpose_b) = (kind & 1 != 0, kind & 2 != 0);
        let how = Matmul {
            batch: 2,
            transpose_a,
            transpose_b,
            alpha: 2.0,
            beta: if kind == 0 { 0.0 } else { -1.0 },
            activation: if kind == 3 { Activation::Relu } else { Activation::None },
            a: MatrixLayout { row_stride: 0, batch_stride: m * k },
            b: MatrixLayout::default(),
            c: MatrixLayout { row_stride: n + 1, batch_stride: m * (n + 1) },
            ..Matmul::new(m, n, k)
        };
        let a: Vec<T> = (0..2 * m * k).map(|i| number(small(i))).collect();
        let b: Vec<T> = (0..k * n).map(|i| number(small(i + 5))).collect();
        let bias: Vec<C> = (0..n).map(|i| result(small(i))).collect();
        let c: Vec<C> = (0..2 * m * (n + 1)).map(|i| result(small(2 * i))).collect();
        let mut wanted = c.clone();
        for (batch, i, j) in (0..2 * m * n).map(|e| (e / (m * n), e / n % m, e % n)) {
            let left = |l: usize| small(batch * m * k + if transpose_a { l * m + i } else { i * k + l });
            let right = |l: usize| small(5 + if transpose_b { j * k + l } else { l * n + j });
            let at = batch * m * (n + 1) + i * (n + 1) + j;
            let sum: f64 = (0..k).map(|l| left(l) * right(l)).sum();
            let sum = how.alpha * sum + how.beta * small(2 * at) + small(j);
            wanted[at] = result(if kind == 3 { sum.max(0.0) } else { sum });
        }
        let (a, b, bias) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap(), stream.upload(&bias).unwrap());
        let mut c = stream.upload(&c).unwrap();
        let done = stream.matmul(&how, &a, &b, Some(bias.as_slice()), &mut c).unwrap();
        assert_eq!(stream.download(&c).unwrap(), wanted, "{how:?} by {done:?}");
    }
}

#[test]
fn products_of_all_types() {
    for device in devices() {
        let stream = device.stream().unwrap();
        check::<f32, f32>(&stream, |x| x as f32, |x| x as f32);
        check::<f64, f64>(&stream, |x| x, |x| x);
        check::<f16, f16>(&stream, |x| f16::from_f32(x as f32), |x| f16::from_f32(x as f32));
        check::<bf16, f32>(&stream, |x| bf16::from_f32(x as f32), |x| x as f32);
    }
}

#[test]
fn who_did_it() {
    let device = Device::cpu().unwrap();
    let stream = device.stream().unwrap();
    let (a, mut c) = (stream.upload(&[3.0f64]).unwrap(), stream.zeros::<f64>(1).unwrap());
    for backend in [MatmulBackend::Auto, MatmulBackend::Own] {
        let how = Matmul { backend, activation: Activation::Gelu, ..Matmul::new(1, 1, 1) };
        let done: MatmulInfo = stream.matmul(&how, &a, &a, None, &mut c).unwrap();
        assert_eq!((done.backend, done.why), (MatmulBackend::Own, ""));
        assert!(["avx512", "avx2", "plain"].contains(&done.kernel));
        assert!((stream.download(&c).unwrap()[0] - 9.0).abs() < 1e-12);
    }
    let how = Matmul { backend: MatmulBackend::Library, ..Matmul::new(1, 1, 1) };
    assert_eq!(stream.matmul(&how, &a, &a, None, &mut c).unwrap_err().kind(), ErrorKind::NoLibrary);
    match matmul_library() {
        Ok(name) => assert!(name.starts_with("cuBLASLt 1"), "{name}"),
        Err(why) => assert!(why.contains("cublasLt") || why.contains("cuBLASLt"), "{why}"),
    }
}

#[test]
fn wrong_products() {
    let device = Device::cpu().unwrap();
    let stream = device.stream().unwrap();
    let (a, mut c) = (stream.zeros::<f32>(6).unwrap(), stream.zeros::<f32>(6).unwrap());
    let mut refused = |how: Matmul, bias: Option<&Buffer<f32>>, words: &str| {
        let bias = bias.map(Buffer::as_slice);
        let error: Error = stream.matmul(&how, &a, &a, bias, &mut c).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument);
        assert!(error.message().contains(words), "{error} instead of {words}");
    };
    refused(Matmul::new(2, 2, 4), None, "a has 6 elements, too few for 1 matrices of 2 by 4");
    refused(Matmul { transpose_b: true, ..Matmul::new(2, 4, 2) }, None, "b has 6 elements");
    refused(Matmul::new(3, 3, 2), None, "c has 6 elements");
    refused(Matmul { batch: usize::MAX, ..Matmul::new(1, 1, 1) }, None, "below 2^31");
    refused(Matmul { batch: 2, ..Matmul::new(1, 1, 1) }, None, "c->batch_stride");
    let layout = MatrixLayout { row_stride: usize::MAX, batch_stride: 0 };
    refused(Matmul { a: layout, ..Matmul::new(3, 1, 1) }, None, "a has 6 elements");
    refused(Matmul::new(2, 2, 2), Some(&stream.zeros(3).unwrap()), "the bias has not 2 elements");
    stream.matmul(&Matmul::new(2, 3, 0), &a, &a, None, &mut c).unwrap();
}
