//! Known answers.

mod common;

use common::{assert_close, device, numbers, of, random};
use rustg_tensor::{DType, Device, Tensor, bf16, f16};

#[test]
fn elementwise_operations() {
    let x = numbers(24, 1);
    let t = of(&x, &[2, 3, 4]);
    let check = |found: Tensor, f: &dyn Fn(f64) -> f64| {
        assert_close(&found.numbers().unwrap(), &x.iter().map(|x| f(*x)).collect::<Vec<_>>(), 1e-14);
    };
    // one kernel for all of them, as all are held when the first is wanted
    let held = [
        t.exp(),
        t.sin(),
        t.cos(),
        t.tan(),
        t.tanh(),
        t.sigmoid(),
        t.abs(),
        t.neg(),
        t.square(),
        t.relu(),
        t.floor(),
        t.ceil(),
        t.trunc(),
        t.expm1(),
        t.atan(),
        t.sinh(),
        t.cosh(),
        t.asin(),
        t.acos(),
        t.exp2(),
        t.sign(),
    ];
    let held = held.map(|y| y.unwrap());
    let sum = held[1..].iter().fold(held[0].clone(), |sum, y| (&sum + y).unwrap());
    sum.realize().unwrap();
    let functions: [&dyn Fn(f64) -> f64; 21] = [
        &f64::exp,
        &f64::sin,
        &f64::cos,
        &f64::tan,
        &f64::tanh,
        &|x| 1.0 / (1.0 + (-x).exp()),
        &f64::abs,
        &|x| -x,
        &|x| x * x,
        &|x| x.max(0.0),
        &f64::floor,
        &f64::ceil,
        &f64::trunc,
        &f64::exp_m1,
        &f64::atan,
        &f64::sinh,
        &f64::cosh,
        &f64::asin,
        &f64::acos,
        &f64::exp2,
        &f64::signum,
    ];
    for (y, f) in held.iter().zip(functions) {
        check(y.clone(), f);
    }
    let positive = t.abs().unwrap().add_number(0.1).unwrap();
    let logs = [positive.ln(), positive.log2(), positive.log10(), positive.log1p(), positive.sqrt(), positive.rsqrt()];
    let logs = logs.map(|y| y.unwrap());
    logs.iter().skip(1).fold(logs[0].clone(), |sum, y| (&sum + y).unwrap()).realize().unwrap();
    let functions: [&dyn Fn(f64) -> f64; 6] =
        [&f64::ln, &f64::log2, &f64::log10, &f64::ln_1p, &f64::sqrt, &|x| 1.0 / x.sqrt()];
    for (y, f) in logs.iter().zip(functions) {
        check(y.clone(), &|x| f(x.abs() + 0.1));
    }
    let known = [(-3.0, -0.999_977_909_503_001_4), (0.5, 0.520_499_877_813_046_5), (2.0, 0.995_322_265_018_952_7)];
    let (at, wanted): (Vec<f64>, Vec<f64>) = known.into_iter().unzip();
    assert_close(&of(&at, &[3]).erf().unwrap().numbers().unwrap(), &wanted, 1e-15);
    let single: Vec<f32> = at.iter().map(|x| *x as f32).collect();
    assert_close(&of(&single, &[3]).erf().unwrap().numbers().unwrap(), &wanted, 2e-7);
}

#[test]
fn two_operands_broadcast() {
    let (a, b) = (numbers(12, 1), numbers(4, 2));
    let (x, y) = (of(&a, &[3, 4]), of(&b, &[4]));
    let all = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> { (0..12).map(|i| f(a[i], b[i % 4])).collect() };
    let held = [&x + &y, &x - &y, &x * &y, &x / &y, x.maximum(&y), x.minimum(&y), x.remainder(&y), x.atan2(&y)];
    let held = held.map(|t| t.unwrap());
    held.iter().skip(1).fold(held[0].clone(), |sum, t| (&sum + t).unwrap()).realize().unwrap();
    let functions: [&dyn Fn(f64, f64) -> f64; 8] = [
        &|a, b| a + b,
        &|a, b| a - b,
        &|a, b| a * b,
        &|a, b| a / b,
        &f64::max,
        &f64::min,
        &|a, b| a - b * (a / b).floor(),
        &f64::atan2,
    ];
    for (t, f) in held.iter().zip(functions) {
        assert_close(&t.numbers().unwrap(), &all(f), 1e-14);
    }
    let column = of(&b, &[4, 1]);
    let table = (&column - &y).unwrap();
    assert_eq!(table.shape(), [4, 4]);
    assert_eq!(table.numbers().unwrap()[6], b[1] - b[2]);
    assert_eq!((2.0 - &(&y * 3.0).unwrap()).unwrap().numbers().unwrap()[3], 2.0 - b[3] * 3.0);
    let turned = x.t().unwrap();
    assert_eq!((&turned + &column).unwrap().numbers().unwrap()[5], a[9] + b[1]);
}

#[test]
fn integers_and_comparisons() {
    let (a, b) = (of(&[7i32, -7, 5, i32::MAX], &[4]), of(&[2i32, 2, 0, 1], &[4]));
    assert_eq!((&a + &b).unwrap().to_vec::<i32>().unwrap(), [9, -5, 5, i32::MIN]);
    assert_eq!(a.floor_divide(&b).unwrap().to_vec::<i32>().unwrap(), [3, -4, 0, i32::MAX]);
    assert_eq!(a.remainder(&b).unwrap().to_vec::<i32>().unwrap(), [1, 1, 0, 0]);
    let quotient = (&a / &b).unwrap();
    assert_eq!(quotient.to_vec::<f64>().unwrap()[..3], [3.5, -3.5, f64::INFINITY]);
    assert_eq!(a.gt(&b).unwrap().to_vec::<bool>().unwrap(), [true, false, true, true]);
    assert_eq!(a.le_number(5).unwrap().to_vec::<bool>().unwrap(), [false, true, true, false]);
    let (p, q) = (of(&[true, true, false], &[3]), of(&[true, false, false], &[3]));
    assert_eq!((&p + &q).unwrap().to_vec::<bool>().unwrap(), [true, true, false]);
    assert_eq!(p.logical_xor(&q).unwrap().to_vec::<bool>().unwrap(), [false, true, false]);
    assert_eq!(p.sum_all().unwrap().item::<i64>().unwrap(), 2);
    let chosen = Tensor::where_(&p, &of(&[1i32, 2, 3], &[3]), &of(&[0.5f32], &[1])).unwrap();
    assert_eq!(chosen.to_vec::<f64>().unwrap(), [1.0, 2.0, 0.5]);
    assert_eq!(of(&[-3i64, 0, 9], &[3]).clamp(-1, 4).unwrap().to_vec::<i64>().unwrap(), [-1, 0, 4]);
    let bytes = of(&[250u8, 3], &[2]);
    assert_eq!((&bytes + 10i64).unwrap().to_vec::<u8>().unwrap(), [4, 13]);
    assert_eq!(bytes.pow_number(2).unwrap().to_vec::<u8>().unwrap(), [36, 9]);
}

#[test]
fn types_become_others() {
    let x = of(&[0.1f64, -2.7, 300.0, f64::NAN], &[4]);
    assert_eq!(x.to_dtype(DType::I32).unwrap().to_vec::<i32>().unwrap(), [0, -2, 300, 0]);
    assert_eq!(x.to_dtype(DType::U8).unwrap().to_vec::<u8>().unwrap(), [0, 0, 255, 0]);
    assert_eq!(x.to_dtype(DType::Bool).unwrap().to_vec::<bool>().unwrap(), [true; 4]);
    let half: Vec<f16> = x.to_dtype(DType::F16).unwrap().to_vec().unwrap();
    assert_eq!(half[..3], [0.1, -2.7, 300.0].map(f16::from_f64));
    let brain: Vec<bf16> = x.to_dtype(DType::BF16).unwrap().to_vec().unwrap();
    assert_eq!(brain[..3], [0.1, -2.7, 300.0].map(bf16::from_f64));
    // each operation rounds to its type
    let (a, b) = (of(&[f16::from_f32(2048.0)], &[1]), of(&[f16::from_f32(1.0)], &[1]));
    let sum = (&(&a + &b).unwrap() + &b).unwrap();
    assert_eq!(sum.to_vec::<f16>().unwrap()[0].to_f32(), 2048.0);
    assert_eq!((&a + &of(&[1.0f32], &[1])).unwrap().dtype(), DType::F32);
    assert_eq!((&of(&[1i32], &[1]) + 0.5).unwrap().to_vec::<f64>().unwrap(), [1.5]);
    assert_eq!(of(&[1i8], &[1]).exp().unwrap().dtype(), DType::F16);
}

#[test]
fn reductions() {
    for (shape, seed) in [([3, 70, 5], 1), ([2, 3, 700], 2), ([1, 1, 40000], 3), ([600, 2, 1], 4)] {
        let x = numbers(shape.iter().product(), seed);
        let t = of(&x, &shape);
        for axis in 0..3 {
            let inner: usize = shape[axis + 1..].iter().product();
            let n = shape[axis];
            let folded = |start: f64, f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
                let outer = x.len() / n / inner;
                let at = |o: usize, k: usize, i: usize| x[(o * n + k) * inner + i];
                let rows = (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i)));
                rows.map(|(o, i)| (0..n).fold(start, |all, k| f(all, at(o, k, i)))).collect()
            };
            let axes = [axis as i64];
            assert_close(&t.sum_axes(&axes, false).unwrap().numbers().unwrap(), &folded(0.0, &|a, b| a + b), 1e-11);
            assert_eq!(t.max_axes(&axes, true).unwrap().numbers().unwrap(), folded(-2.0, &f64::max));
            assert_eq!(t.min_axes(&axes, true).unwrap().numbers().unwrap(), folded(2.0, &f64::min));
        }
        let mean: f64 = x.iter().sum::<f64>() / x.len() as f64;
        let var = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (x.len() - 1) as f64;
        assert_close(&[t.mean_all().unwrap().number().unwrap()], &[mean], 1e-12);
        assert_close(&[t.var_axes(&[0, 1, 2], 1, false).unwrap().number().unwrap()], &[var], 1e-12);
    }
    let x = of(&[3i32, 1, 3, -2, 5, 5], &[2, 3]);
    assert_eq!(x.argmax(1, false).unwrap().to_vec::<i64>().unwrap(), [0, 1]);
    assert_eq!(x.argmin(-1, true).unwrap().shape(), [2, 1]);
    assert_eq!(x.sum_axes(&[0, 1], false).unwrap().item::<i64>().unwrap(), 15);
    assert_eq!(x.prod_axes(&[1], false).unwrap().to_vec::<i64>().unwrap(), [9, -50]);
    let nan = of(&[1.0f32, f32::NAN, 9.0], &[3]);
    assert!(nan.max_all().unwrap().item::<f32>().unwrap().is_nan());
    assert_eq!(nan.argmax(0, false).unwrap().item::<i64>().unwrap(), 1);
    let empty = Tensor::zeros(&device(), DType::F32, &[2, 0]).unwrap();
    assert_eq!(empty.sum_axes(&[1], false).unwrap().to_vec::<f32>().unwrap(), [0.0, 0.0]);
    assert_eq!(empty.sum_axes(&[0], false).unwrap().shape(), [0]);
    assert!(empty.max_axes(&[1], false).is_err());
    // sums of halves are of f32, and means do not overflow
    let half = Tensor::full(&device(), 30000.0, DType::F16, &[100]).unwrap();
    assert_eq!(half.mean_all().unwrap().number().unwrap(), 30000.0 - 30000.0 % 16.0);
}

#[test]
fn softmax_is_stable() {
    let x = of(&[1000.0f64, 1001.0, 999.0, -5.0, -5.0, -5.0], &[2, 3]);
    let powers = [1.0f64, std::f64::consts::E, (-1.0f64).exp()];
    let sum: f64 = powers.iter().sum();
    let wanted: Vec<f64> = powers.iter().map(|p| p / sum).chain([1.0 / 3.0; 3]).collect();
    assert_close(&x.softmax(1).unwrap().numbers().unwrap(), &wanted, 1e-14);
    let logs: Vec<f64> = wanted.iter().map(|p| p.ln()).collect();
    assert_close(&x.log_softmax(-1).unwrap().numbers().unwrap(), &logs, 1e-13);
}

#[test]
fn views_share_and_other_shapes_fit() {
    let t = of(&(0..24).collect::<Vec<i64>>(), &[2, 3, 4]);
    let turned = t.permute(&[2, 0, 1]).unwrap();
    assert_eq!(turned.shape(), [4, 2, 3]);
    assert_eq!(turned.to_vec::<i64>().unwrap()[..7], [0, 4, 8, 12, 16, 20, 1]);
    assert_eq!(turned.reshape(&[8, 3]).unwrap().to_vec::<i64>().unwrap()[3..6], [12, 16, 20]);
    let part = t.narrow(1, 1, 2).unwrap().narrow(-1, 2, 2).unwrap();
    assert_eq!(part.to_vec::<i64>().unwrap(), [6, 7, 10, 11, 18, 19, 22, 23]);
    assert_eq!(t.select(0, 1).unwrap().select(1, 0).unwrap().to_vec::<i64>().unwrap(), [12, 16, 20]);
    assert_eq!(t.flatten(1, 2).unwrap().shape(), [2, 12]);
    assert_eq!(t.unsqueeze(-1).unwrap().squeeze(-1).unwrap().shape(), [2, 3, 4]);
    let parts = t.split(3, 2).unwrap();
    assert_eq!((parts.len(), parts[1].shape()), (2, [2, 3, 1].as_slice()));
    assert_eq!(t.chunk(2, 1).unwrap()[1].to_vec::<i64>().unwrap(), [8, 9, 10, 11, 20, 21, 22, 23]);
    let again = Tensor::cat(&parts.iter().collect::<Vec<_>>(), 2).unwrap();
    assert_eq!(again.to_vec::<i64>().unwrap(), t.to_vec::<i64>().unwrap());
    let stacked = Tensor::stack(&[&t, &t], 1).unwrap();
    assert_eq!(
        (stacked.shape(), stacked.to_vec::<i64>().unwrap()[12..14].to_vec()),
        ([2, 2, 3, 4].as_slice(), vec![0, 1])
    );
    let wide = of(&[1i64, 2], &[2, 1]).broadcast_to(&[3, 2, 2]).unwrap();
    assert_eq!(wide.to_vec::<i64>().unwrap(), [1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2]);
    assert_eq!(wide.strides().unwrap(), [0, 1, 0]);
    assert_eq!(of(&[1i64, 2, 3], &[3]).flip(0).unwrap().to_vec::<i64>().unwrap(), [3, 2, 1]);
    let lower = Tensor::ones(&device(), DType::I64, &[3, 3]).unwrap().tril(0).unwrap();
    assert_eq!(lower.to_vec::<i64>().unwrap(), [1, 0, 0, 1, 1, 0, 1, 1, 1]);
}

#[test]
fn elements_by_number() {
    let t = of(&(0..12).map(|i| i as f32).collect::<Vec<_>>(), &[3, 4]);
    let rows = of(&[2i64, 0, -1], &[3]);
    assert_eq!(t.index_select(0, &rows).unwrap().to_vec::<f32>().unwrap()[..5], [8.0, 9.0, 10.0, 11.0, 0.0]);
    assert_eq!(t.index_select(1, &rows).unwrap().to_vec::<f32>().unwrap()[3..6], [6.0, 4.0, 7.0]);
    let index = of(&[3i64, 0, 1, 1, -2, 2], &[3, 2]);
    assert_eq!(t.gather(1, &index).unwrap().to_vec::<f32>().unwrap(), [3.0, 0.0, 5.0, 5.0, 10.0, 10.0]);
    assert_eq!(t.take(&index).unwrap().to_vec::<f32>().unwrap(), [3.0, 0.0, 1.0, 1.0, 10.0, 2.0]);
    let zeros = Tensor::zeros(&device(), DType::F32, &[3, 4]).unwrap();
    let source = of(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[3, 2]);
    let added = zeros.scatter_add(1, &index, &source).unwrap();
    assert_eq!(added.to_vec::<f32>().unwrap(), [2.0, 0.0, 0.0, 1.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 11.0, 0.0]);
    let put = zeros.scatter(1, &index, &source).unwrap();
    assert_eq!(put.to_vec::<f32>().unwrap(), [2.0, 0.0, 0.0, 1.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 6.0, 0.0]);
    let sums = zeros.index_add(0, &of(&[1i64, 1, 0], &[3]), &t).unwrap();
    assert_eq!(sums.to_vec::<f32>().unwrap()[..8], [8.0, 9.0, 10.0, 11.0, 4.0, 6.0, 8.0, 10.0]);
    assert_eq!(t.cumsum(1).unwrap().to_vec::<f32>().unwrap()[..6], [0.0, 1.0, 3.0, 6.0, 4.0, 9.0]);
    assert_eq!(of(&[1i32, 2, 3], &[3]).cumsum(0).unwrap().to_vec::<i64>().unwrap(), [1, 3, 6]);
}

#[test]
fn sorting_is_stable() {
    let x: Vec<f64> = numbers(3 * 1000, 5).iter().map(|x| (x * 50.0).round()).collect();
    let t = of(&x, &[3, 1000]);
    for descending in [false, true] {
        let (values, places) = t.sort(1, descending).unwrap();
        let (values, places) = (values.to_vec::<f64>().unwrap(), places.to_vec::<i64>().unwrap());
        for row in 0..3 {
            let own = &x[row * 1000..(row + 1) * 1000];
            let mut order: Vec<usize> = (0..1000).collect();
            order.sort_by(|a, b| if descending { own[*b].total_cmp(&own[*a]) } else { own[*a].total_cmp(&own[*b]) });
            let zero = |x: f64| x + 0.0; // -0 is 0
            assert!((0..1000).all(|i| zero(values[row * 1000 + i]) == zero(own[order[i]])));
            assert!((0..1000).all(|i| own[places[row * 1000 + i] as usize] == values[row * 1000 + i]));
            let stable = |i: usize| {
                values[row * 1000 + i] != values[row * 1000 + i - 1]
                    || places[row * 1000 + i] > places[row * 1000 + i - 1]
            };
            assert!((1..1000).all(stable));
        }
    }
    let (values, places) = of(&[2i32, 9, 4, 7, 1, 8], &[3, 2]).topk(2, 0).unwrap();
    assert_eq!(values.to_vec::<i32>().unwrap(), [4, 9, 2, 8]);
    assert_eq!(places.to_vec::<i64>().unwrap(), [1, 0, 0, 2]);
    let (values, _) = of(&[1.0f32, f32::NAN, -1.0], &[3]).sort(0, false).unwrap();
    assert!(values.to_vec::<f32>().unwrap()[2].is_nan());
}

#[test]
fn products() {
    let product = |a: &[f64], b: &[f64], m: usize, k: usize, n: usize| -> Vec<f64> {
        (0..m * n).map(|at| (0..k).map(|l| a[at / n * k + l] * b[l * n + at % n]).sum()).collect()
    };
    let (a, b) = (numbers(5 * 7, 1), numbers(7 * 3, 2));
    let (x, y) = (of(&a, &[5, 7]), of(&b, &[7, 3]));
    let wanted = product(&a, &b, 5, 7, 3);
    assert_close(&x.matmul(&y).unwrap().numbers().unwrap(), &wanted, 1e-14);
    let turned = x.t().unwrap().contiguous().unwrap().t().unwrap();
    assert_close(&turned.matmul(&y).unwrap().numbers().unwrap(), &wanted, 1e-14);
    let wide = x.reshape(&[1, 5, 7]).unwrap().broadcast_to(&[4, 5, 7]).unwrap();
    let all = wide.matmul(&y).unwrap();
    assert_eq!(all.shape(), [4, 5, 3]);
    assert_close(&all.numbers().unwrap()[45..], &wanted, 1e-14);
    let batch = random(&[2, 1, 5, 7], 3).matmul(&random(&[3, 7, 2], 4)).unwrap();
    let one = product(&numbers(70, 3)[35..], &numbers(42, 4)[14..28], 5, 7, 2);
    assert_eq!(batch.shape(), [2, 3, 5, 2]);
    assert_close(&batch.numbers().unwrap()[40..50], &one, 1e-14);
    assert_eq!(x.matmul(&of(&[1.0f64; 7], &[7])).unwrap().shape(), [5]);
    assert_eq!(of(&[1.0f64; 5], &[5]).matmul(&x).unwrap().shape(), [7]);
    assert_close(
        &[of(&b, &[21]).matmul(&of(&b, &[21])).unwrap().number().unwrap()],
        &[b.iter().map(|x| x * x).sum()],
        1e-14,
    );
    let whole = of(&[1i32, 2, 3, 4], &[2, 2]);
    assert_eq!(whole.matmul(&whole.t().unwrap()).unwrap().to_vec::<i32>().unwrap(), [5, 11, 11, 25]);
    let half = x.to_dtype(DType::BF16).unwrap().matmul(&y.to_dtype(DType::BF16).unwrap()).unwrap();
    assert_close(&half.numbers().unwrap(), &wanted, 3e-2);
}

#[test]
fn einsum_is_numpys() {
    let (a, b) = (random(&[2, 3, 4], 1), random(&[2, 4, 5], 2));
    let same = |text: &str, tensors: &[&Tensor], wanted: Tensor| {
        let found = Tensor::einsum(text, tensors).unwrap();
        assert_eq!(found.shape(), wanted.shape(), "{text}");
        assert_close(&found.numbers().unwrap(), &wanted.numbers().unwrap(), 1e-13);
    };
    same("bij,bjk->bik", &[&a, &b], a.matmul(&b).unwrap());
    same("bij,bjk", &[&a, &b], a.matmul(&b).unwrap().sum_axes(&[0], false).unwrap());
    same("bij->jb", &[&a], a.sum_axes(&[1], false).unwrap().t().unwrap());
    let square = random(&[3, 3], 3);
    let trace = square.to_vec::<f64>().unwrap().iter().step_by(4).sum::<f64>();
    same("ii", &[&square], of(&[trace], &[]));
    same("ii->i", &[&square], of(&square.to_vec::<f64>().unwrap().into_iter().step_by(4).collect::<Vec<_>>(), &[3]));
    same("ij,kj,jl->ikl", &[&square, &square, &square], {
        let one = square.unsqueeze(1).unwrap().mul(&square.unsqueeze(0).unwrap()).unwrap();
        one.matmul(&square).unwrap()
    });
    same("i,j->ij", &[&square.select(0, 0).unwrap(), &square.select(0, 1).unwrap()], {
        square.narrow(0, 0, 1).unwrap().t().unwrap().matmul(&square.narrow(0, 1, 1).unwrap()).unwrap()
    });
    for (text, why) in
        [("ij,jk->ik", "tensors"), ("bij->z", "no tensor"), ("bi", "letters"), ("b1j", "no letter"), ("bii", "is")]
    {
        let error = Tensor::einsum(text, &[&a]).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(text), "{error}");
    }
}

#[test]
fn random_numbers() {
    let d = device();
    let mut random = rustg_tensor::Random::new(42);
    let uniform = random.uniform(&d, DType::F32, &[4, 5000], -1.0, 3.0).unwrap();
    let normal = random.normal(&d, DType::F64, &[20000], 2.0, 0.5).unwrap();
    let numbers = uniform.numbers().unwrap();
    assert!(numbers.iter().all(|x| (-1.0..3.0).contains(x)));
    assert!((uniform.mean_all().unwrap().number().unwrap() - 1.0).abs() < 0.03);
    assert!((normal.mean_all().unwrap().number().unwrap() - 2.0).abs() < 0.02);
    assert!((normal.var_axes(&[0], 1, false).unwrap().number().unwrap() - 0.25).abs() < 0.01);
    let dice = random.integers(&d, &[6000], 1, 7).unwrap().to_vec::<i64>().unwrap();
    assert!((1..7).all(|face| (850..1150).contains(&dice.iter().filter(|d| **d == face).count())));
    // the same on every device, whoever asks, fused or not
    let cpu =
        rustg_tensor::Random::new(42).uniform(&Device::cpu().unwrap(), DType::F32, &[4, 5000], -1.0, 3.0).unwrap();
    assert_eq!(cpu.numbers().unwrap(), numbers);
    let first = rustg_tensor::Random::new(1).uniform(&d, DType::F64, &[3], 0.0, 1.0).unwrap().numbers().unwrap();
    assert_close(&first, &[0.0; 3], 1.0);
    let coins = random.bernoulli(&d, &[10000], 0.25).unwrap().sum_all().unwrap().number().unwrap();
    assert!((2300.0..2700.0).contains(&coins), "{coins}");
}

/// A bias behind a product, in the product's own kernel.
#[test]
fn products_with_a_bias() {
    for dtype in [DType::F64, DType::F32, DType::BF16, DType::F16, DType::I32] {
        for shape in [vec![7], vec![3, 7], vec![2, 3, 7], vec![0, 7], vec![40, 7]] {
            let [x, w, b] = [random(&shape, 1), random(&[5, 7], 2), random(&[10], 3)]
                .map(|t| t.mul_number(8.0).unwrap().to_dtype(dtype).unwrap());
            // a bias with gaps
            let b = b.reshape(&[5, 2]).unwrap().select(1, 1).unwrap();
            let y = x.linear(&w, &b).unwrap();
            let wide = if dtype.is_half() { DType::F32 } else { dtype };
            let [x, w, b] = [&x, &w, &b].map(|t| t.to_dtype(wide).unwrap());
            let wanted = x.matmul(&w.t().unwrap()).unwrap().add(&b).unwrap().to_dtype(dtype).unwrap();
            assert_eq!((y.shape(), y.dtype()), (wanted.shape(), dtype));
            assert_eq!(y.numbers().unwrap(), wanted.numbers().unwrap(), "{dtype} {shape:?}");
        }
    }
    let (x, w) = (random(&[3, 7], 1), random(&[5, 7], 2));
    assert!(x.linear(&w, &random(&[7], 1)).is_err() && x.linear(&random(&[7, 5], 1), &random(&[7], 1)).is_err());
    let none = random(&[3, 0], 1).linear(&random(&[5, 0], 1), &random(&[5], 4)).unwrap();
    assert_eq!(none.select(0, 2).unwrap().numbers().unwrap(), random(&[5], 4).numbers().unwrap());
}
