//! What is refused and how it is told; threads; the pool.

mod common;

use common::{device, of, random};
use rustg_tensor::{DType, Device, Error, KernelArgument, Random, Tensor};

fn words<T>(result: rustg_tensor::Result<T>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn shapes_and_operations_are_named() {
    let (a, b) = (random(&[2, 3], 1), random(&[2, 4], 1));
    assert_eq!(words(&a + &b), "add: these shapes do not go together: [2, 3] [2, 4]");
    assert_eq!(words(a.matmul(&b)), "matmul: these shapes do not go together: [2, 3] [2, 4]");
    assert_eq!(words(a.reshape(&[4])), "reshape: these shapes do not go together: [2, 3] [4]");
    assert_eq!(words(a.sum_axes(&[2], false)), "sum: 2 is out of range in the shape [2, 3]");
    assert_eq!(words(a.sum_axes(&[1, -1], false)), "sum: -1 is out of range in the shape [2, 3]");
    assert_eq!(words(a.narrow(0, 1, 2)), "narrow: 3 is out of range in the shape [2, 3]");
    assert_eq!(words(a.narrow(0, usize::MAX, 2)), format!("narrow: {} is out of range in the shape [2, 3]", i64::MAX));
    assert_eq!(words(Tensor::cat(&[&a, &b], 0)), "cat: these shapes do not go together: [2, 3] [2, 4]");
    assert_eq!(words(Tensor::stack(&[&a, &b], 0)), "stack: these shapes do not go together: [2, 3] [2, 4]");
    assert_eq!(words(a.permute(&[0, 0])), "permute: these shapes do not go together: [2, 3] [0, 0]");
    assert_eq!(words(a.broadcast_to(&[3, 3])), "broadcast_to: these shapes do not go together: [2, 3] [3, 3]");
    assert_eq!(words(a.squeeze(0)), "squeeze: 0 is out of range in the shape [2, 3]");
    assert_eq!(
        words(Tensor::from_slice(&device(), &[1.0f32], &[2])),
        "from_slice: 1 elements do not make the shape [2]"
    );
    assert!(Tensor::cat(&[], 0).is_err() && Tensor::stack(&[], 0).is_err());
    assert!(a.split(0, 0).is_err() && a.chunk(0, 0).is_err());
    assert!(a.var_axes(&[0], 2, false).is_err());
    for shape in [&[1 << 20, 1 << 20][..], &[usize::MAX, 2], &[0, usize::MAX, 2]] {
        assert!(matches!(Tensor::zeros(&device(), DType::F32, shape), Err(Error::TooLarge { .. })));
    }
}

#[test]
fn types_are_named() {
    let (a, b) = (of(&[true], &[1]), of(&[1i32], &[1]));
    assert_eq!(words(&a - &a), "sub: not for these element types: bool bool");
    assert_eq!(words(b.logical_not()), "logical_not: not for these element types: i32 bool");
    assert_eq!(words(b.to_vec::<f32>()), "to_vec: not for these element types: i32 f32");
    assert_eq!(words(Tensor::where_(&b, &b, &b)), "where: not for these element types: i32 bool");
    assert_eq!(words(b.index_select(0, &b)), "index_select: not for these element types: i32 i64");
    assert_eq!(words(b.softmax(0)), "softmax: not for these element types: i32");
    assert_eq!(
        words(Random::new(1).uniform(&device(), DType::I8, &[1], 0.0, 1.0)),
        "random: not for these element types: i8"
    );
    assert!(b.pow_number(-1).is_err());
    assert!(random(&[2], 1).item::<f64>().is_err());
}

/// A device that no other test has.
fn apart() -> Device {
    let options = rustg::DeviceOptions { is_apart: true, ..Default::default() };
    let backend = if device().is_cuda() { rustg::Backend::Cuda } else { rustg::Backend::Cpu };
    Device::of(rustg::Device::open(backend, 0, options).unwrap()).unwrap()
}

#[test]
fn what_kernels_find_wrong() {
    // a device of its own: who waits next is told
    let d = apart();
    let on_it = |tensor: Tensor| tensor.to_device(&d).unwrap();
    let (x, far) = (on_it(random(&[2, 3], 1)), on_it(of(&[0i64, 7], &[2])));
    let error = words(x.index_select(0, &far).and_then(|rows| rows.to_vec::<f64>()));
    assert!(error.contains("index_select: 7 is out of bounds of 2"), "{error}");
    let error = words(x.index_add(0, &far, &x).and_then(|rows| rows.to_vec::<f64>()));
    assert!(error.contains("index_add: 7 is out of bounds of 2"), "{error}");
    // the device goes on
    assert_eq!(x.exp().unwrap().to_vec::<f64>().unwrap().len(), 6);
}

#[test]
fn devices_are_equal_or_refused() {
    let (d, again) = (device(), device());
    assert_eq!(d, again);
    let sum = Tensor::ones(&d, DType::F32, &[2]).unwrap().add(&Tensor::ones(&again, DType::F32, &[2]).unwrap());
    assert_eq!(sum.unwrap().to_vec::<f32>().unwrap(), [2.0, 2.0]);
    let other = apart();
    assert_ne!(d, other);
    let x = Tensor::ones(&other, DType::F32, &[2]).unwrap();
    assert_eq!(words(x.add(&Tensor::ones(&d, DType::F32, &[2]).unwrap())), "add: the tensors are on different devices");
    assert_eq!(x.to_device(&d).unwrap().device(), &d);
}

#[test]
fn tensors_are_of_any_thread() {
    fn shared<T: Send + Sync>() {}
    shared::<(Tensor, Device, rustg_tensor::Gradients)>();
    let weight = random(&[20, 20], 1).tracked().unwrap();
    let pending = weight.tanh().unwrap();
    let run = |_: usize| {
        let y = (0..5).fold(pending.clone(), |y, _| y.matmul(&weight).unwrap().tanh().unwrap());
        let gradients = y.sum_all().unwrap().backward().unwrap();
        (y.numbers().unwrap(), gradients.of(&weight).unwrap().numbers().unwrap())
    };
    let run = &run;
    let results: Vec<_> = std::thread::scope(|s| {
        (0..4).map(|n| s.spawn(move || run(n))).collect::<Vec<_>>().into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(results.iter().all(|r| *r == run(0)));
}

#[test]
fn buffers_come_back_to_the_pool() {
    let d = apart();
    let mut x = Tensor::ones(&d, DType::F32, &[1 << 16]).unwrap();
    for _ in 0..20 {
        x = x.mul_number(0.5).unwrap();
        x.realize().unwrap();
    }
    let stats = d.memory();
    assert!(stats.peak_bytes <= 3 << 18, "{stats:?}");
    drop(x);
    assert_eq!(d.memory().n_buffers, 0);
}

#[test]
fn who_holds_memory_is_told() {
    let d = apart();
    let x = Tensor::ones(&d, DType::F32, &[1 << 18]).unwrap();
    x.realize().unwrap();
    d.raw().set_memory_limit(3 << 19).unwrap();
    let error = words(x.add_number(1.0).unwrap().realize());
    assert!(error.starts_with("no memory for a tensor of 1048576 bytes: 1 buffers hold 1048576, "), "{error}");
    d.raw().set_memory_limit(0).unwrap();
    assert_eq!(x.add_number(1.0).unwrap().sum_all().unwrap().number().unwrap(), (1 << 19) as f64);
}

#[test]
fn kernels_of_others_read_and_write_tensors() {
    let d = device();
    let text = "use rustg_std::prelude::*;
        #[kernel]
        pub fn scale(by: f32, x: &[f32], mut y: GridMut<f32>) {
            let i = thread::index();
            if i < y.len() {
                y[i] = by * x[i];
            }
        }";
    let kernel = rustg::Module::from_source(d.raw(), text).unwrap().kernel("scale").unwrap();
    let x = of(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2]).t().unwrap();
    let run = |x: &Tensor| {
        let arguments =
            [KernelArgument::Value(&10.0f32), KernelArgument::Input(x), KernelArgument::Output(DType::F32, &[2, 2])];
        d.launch(&kernel, 4, &arguments)
    };
    assert_eq!(run(&x).unwrap()[0].to_vec::<f32>().unwrap(), [10.0, 30.0, 20.0, 40.0]);
    assert!(run(&x.to_dtype(DType::F64).unwrap()).is_err());
    let buffer = d.with_stream(|stream| stream.upload(&[1.0f32, 2.0])).unwrap();
    assert_eq!(Tensor::from_buffer(&d, buffer, &[2, 1]).unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0]);
    let buffer = d.with_stream(|stream| stream.upload(&[1.0f32, 2.0])).unwrap();
    assert!(matches!(Tensor::from_buffer(&d, buffer, &[3]), Err(Error::Length { given: 2, .. })));
}

#[test]
fn numbers_that_a_type_does_not_hold() {
    let x = of(&[1u8, 255], &[2]);
    assert_eq!(words(x.add_number(300)), "add_number: 300 is out of range in u8");
    assert_eq!(words(Tensor::full(&device(), -1, DType::U8, &[1])), "full: -1 is out of range in u8");
    assert!(x.masked_fill(&of(&[true, false], &[2]), 256).is_err() && x.clamp(0, 256).is_err());
    // comparisons know what they are
    assert_eq!(x.lt_number(300).unwrap().to_vec::<bool>().unwrap(), [true, true]);
    assert_eq!(x.eq_number(257).unwrap().to_vec::<bool>().unwrap(), [false, false]);
    let wide = of(&[i32::MAX, i32::MIN], &[2]);
    assert_eq!(wide.gt_number(3_000_000_000i64).unwrap().to_vec::<bool>().unwrap(), [false, false]);
    // floats are the nearest, as where they are converted
    let full = |number: f64, dtype| Tensor::full(&device(), number, dtype, &[]).unwrap().number().unwrap();
    assert_eq!([full(300.0, DType::U8), full(-1e30, DType::I8), full(f64::NAN, DType::I32)], [255.0, -128.0, 0.0]);
    assert_eq!(full(f64::NEG_INFINITY, DType::I32), f64::from(i32::MIN));
    let mut random = Random::new(1);
    assert!(random.integers(&device(), &[1], 3, 3).is_err());
    assert!(random.integers(&device(), &[1], i64::MIN, i64::MAX).is_err());
    assert_eq!(words(Tensor::einsum("i-j", &[&of(&[0.0f32], &[1, 1, 1])])), "einsum: `i-j`: `-` is no letter");
    assert_eq!(random.integers(&device(), &[0, 3], 0, 9).unwrap().split(2, 0).unwrap().len(), 1);
}
