//! Operations against known answers and against the same arithmetic on the host.

mod common;

use common::{assert_close, device, numbers, vec_of};
use rustg_tensor::{DType, Tensor};

#[test]
fn elementwise_operations_have_known_answers() {
    let d = device();
    let a = Tensor::from_slice(&d, &[1.0f32, -2.0, 3.5, 0.25], &[4]).unwrap();
    let b = Tensor::from_slice(&d, &[4.0f32, 0.5, -1.0, 0.25], &[4]).unwrap();
    assert_eq!(vec_of::<f32>(a.add(&b)), [5.0, -1.5, 2.5, 0.5]);
    assert_eq!(vec_of::<f32>(a.sub(&b)), [-3.0, -2.5, 4.5, 0.0]);
    assert_eq!(vec_of::<f32>(a.mul(&b)), [4.0, -1.0, -3.5, 0.0625]);
    assert_eq!(vec_of::<f32>(a.div(&b)), [0.25, -4.0, -3.5, 1.0]);
    assert_eq!(vec_of::<f32>(a.maximum(&b)), [4.0, 0.5, 3.5, 0.25]);
    assert_eq!(vec_of::<f32>(a.minimum(&b)), [1.0, -2.0, -1.0, 0.25]);
    assert_eq!(vec_of::<f32>(a.equal(&b)), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(vec_of::<f32>(a.neg()), [-1.0, 2.0, -3.5, -0.25]);
    assert_eq!(vec_of::<f32>(a.abs()), [1.0, 2.0, 3.5, 0.25]);
    assert_eq!(vec_of::<f32>(a.relu()), [1.0, 0.0, 3.5, 0.25]);
    assert_eq!(vec_of::<f32>(a.mul_number(2.0)), [2.0, -4.0, 7.0, 0.5]);
    assert_eq!(vec_of::<f32>(a.add_number(1.0)), [2.0, -1.0, 4.5, 1.25]);
    assert_eq!(vec_of::<f32>(Tensor::from_slice(&d, &[4.0f32, 2.25], &[2]).unwrap().sqrt()), [2.0, 1.5]);
}

#[test]
fn functions_are_the_hosts_in_f64() {
    let d = device();
    let x = numbers(&d, &[1000], 1);
    let host: Vec<f64> = x.to_vec().unwrap();
    let of = |f: fn(f64) -> f64| host.iter().map(|v| f(*v)).collect::<Vec<f64>>();
    assert_close(&vec_of(x.exp()), &of(f64::exp), 1e-14);
    assert_close(&vec_of(x.tanh()), &of(f64::tanh), 1e-14);
    assert_close(&vec_of(x.sigmoid()), &of(|v| 1.0 / (1.0 + (-v).exp())), 1e-14);
    let positive = x.abs().unwrap().add_number(0.5).unwrap();
    assert_close(&vec_of(positive.ln()), &of(|v| (v.abs() + 0.5).ln()), 1e-14);
    assert_eq!(vec_of::<f64>(positive.sqrt()), of(|v| (v.abs() + 0.5).sqrt()));
}

#[test]
fn operands_are_broadcast_in_every_layout() {
    let d = device();
    let a = numbers(&d, &[3, 1, 5], 2);
    let b = numbers(&d, &[4, 1], 3);
    let (x, y): (Vec<f64>, Vec<f64>) = (a.to_vec().unwrap(), b.to_vec().unwrap());
    let sum = a.add(&b).unwrap();
    assert_eq!(sum.shape(), [3, 4, 5]);
    let wanted: Vec<f64> = (0..60).map(|i| x[i / 20 * 5 + i % 5] + y[i / 5 % 4]).collect();
    assert_eq!(sum.to_vec::<f64>().unwrap(), wanted);
    // transposed and narrowed: strides that no merging makes flat
    let turned = sum.transpose(0, 2).unwrap().narrow(1, 1, 2).unwrap();
    assert_eq!(turned.shape(), [5, 2, 3]);
    let doubled = turned.add(&turned).unwrap().to_vec::<f64>().unwrap();
    let wanted: Vec<f64> = (0..30).map(|i| 2.0 * wanted[i % 3 * 20 + (i / 3 % 2 + 1) * 5 + i / 6]).collect();
    assert_eq!(doubled, wanted);
    assert_eq!(turned.to_vec::<f64>().unwrap(), wanted.iter().map(|v| v / 2.0).collect::<Vec<f64>>());
    // one number, from either side
    let one = Tensor::full(&d, 10.0f64, &[]).unwrap();
    assert_eq!(one.sub(&a).unwrap().to_vec::<f64>().unwrap(), x.iter().map(|v| 10.0 - v).collect::<Vec<f64>>());
}

fn product(a: &[f32], b: &[f32], [m, k, n]: [usize; 3]) -> Vec<f32> {
    let sum = |i: usize, j: usize| (0..k).fold(0.0, |sum, l| sum + a[i * k + l] * b[l * n + j]);
    (0..m * n).map(|at| sum(at / n, at % n)).collect()
}

#[test]
fn products_of_matrices_are_exact() {
    let d = device();
    for (seed, sides) in [[1, 1, 1], [3, 5, 2], [64, 16, 64], [65, 17, 63], [70, 100, 130]].into_iter().enumerate() {
        let [m, k, n] = sides;
        let a = numbers(&d, &[m, k], seed as u64).to_dtype(DType::F32).unwrap();
        let b = numbers(&d, &[k, n], 50 + seed as u64).to_dtype(DType::F32).unwrap();
        let (x, y): (Vec<f32>, Vec<f32>) = (a.to_vec().unwrap(), b.to_vec().unwrap());
        let wanted = product(&x, &y, sides);
        assert_eq!(vec_of::<f32>(a.matmul(&b)), wanted, "{sides:?}");
        // the same matrices, stored the other way round
        let turned = |t: &Tensor| t.transpose(0, 1).unwrap().contiguous().unwrap().transpose(0, 1).unwrap();
        assert_eq!(vec_of::<f32>(turned(&a).matmul(&turned(&b))), wanted, "{sides:?} transposed");
    }
}

#[test]
fn many_matrices_are_multiplied_at_once() {
    let d = device();
    let a = numbers(&d, &[2, 3, 4, 5], 7);
    let b = numbers(&d, &[3, 5, 6], 8);
    let all = a.matmul(&b).unwrap();
    assert_eq!(all.shape(), [2, 3, 4, 6]);
    for i in 0..2 {
        for j in 0..3 {
            let one = a.narrow(0, i, 1).unwrap().narrow(1, j, 1).unwrap().reshape(&[4, 5]).unwrap();
            let other = b.narrow(0, j, 1).unwrap().reshape(&[5, 6]).unwrap();
            let part = all.narrow(0, i, 1).unwrap().narrow(1, j, 1).unwrap();
            assert_eq!(part.to_vec::<f64>().unwrap(), vec_of::<f64>(one.matmul(&other)));
        }
    }
    let empty = Tensor::full(&d, 0.0f64, &[3, 0]).unwrap();
    assert_eq!(vec_of::<f64>(empty.matmul(&Tensor::full(&d, 0.0f64, &[0, 2]).unwrap())), [0.0; 6]);
}

#[test]
fn sums_and_extremes_along_every_side() {
    let d = device();
    // sides below and above what one thread does, a whole tensor in chunks
    for shape in [[3, 4, 5], [2, 300, 3], [1, 1, 10_000], [200, 1, 2]] {
        let x = numbers(&d, &shape, 9);
        let host: Vec<f64> = x.to_vec().unwrap();
        for axis in 0..3 {
            let inner: usize = shape[axis + 1..].iter().product();
            let along = |at: usize| {
                let first = at / inner * inner * shape[axis] + at % inner;
                (0..shape[axis]).map(move |k| first + k * inner)
            };
            let n = host.len() / shape[axis];
            let sums: Vec<f64> = (0..n).map(|at| along(at).map(|i| host[i]).sum()).collect();
            let most: Vec<f64> = (0..n).map(|at| along(at).map(|i| host[i]).fold(f64::MIN, f64::max)).collect();
            let least: Vec<f64> = (0..n).map(|at| along(at).map(|i| host[i]).fold(f64::MAX, f64::min)).collect();
            assert_close(&vec_of(x.sum(axis)), &sums, 1e-12);
            assert_eq!(vec_of::<f64>(x.max(axis)), most, "{shape:?} {axis}");
            assert_eq!(vec_of::<f64>(x.min(axis)), least, "{shape:?} {axis}");
            let mut reduced = shape;
            reduced[axis] = 1;
            assert_eq!(x.sum(axis).unwrap().shape(), reduced);
        }
        assert_close(&[x.sum_all().unwrap().item().unwrap()], &[host.iter().sum()], 1e-12);
        assert_close(
            &[x.mean_all().unwrap().number().unwrap()],
            &[host.iter().sum::<f64>() / host.len() as f64],
            1e-12,
        );
    }
    let empty = Tensor::full(&d, 1.0f32, &[2, 0]).unwrap();
    assert_eq!(vec_of::<f32>(empty.sum(1)), [0.0, 0.0]);
    assert!(vec_of::<f32>(empty.neg()).is_empty());
}

#[test]
fn a_sum_of_a_million_is_exact_where_it_can_be() {
    let d = device();
    let ones = Tensor::full(&d, 1.0f32, &[1 << 20]).unwrap();
    assert_eq!(ones.sum_all().unwrap().item::<f32>().unwrap(), 1048576.0);
}

#[test]
fn softmax_and_cross_entropy_have_known_answers() {
    let d = device();
    let x = Tensor::from_slice(&d, &[1.0f64, 2.0, 3.0, 1000.0, 1000.0, 1000.0], &[2, 3]).unwrap();
    let e: Vec<f64> = [1.0f64, 2.0, 3.0].map(f64::exp).to_vec();
    let sum: f64 = e.iter().sum();
    let third = 1.0 / 3.0;
    assert_close(&vec_of(x.softmax()), &[e[0] / sum, e[1] / sum, e[2] / sum, third, third, third], 1e-15);
    let labels = Tensor::from_slice(&d, &[2u32, 0], &[2]).unwrap();
    let losses = [sum.ln() - 3.0, 3.0f64.ln()];
    assert_close(&vec_of(x.cross_entropy_rows(&labels)), &losses, 1e-13);
    assert_close(&[x.cross_entropy(&labels).unwrap().item().unwrap()], &[(losses[0] + losses[1]) / 2.0], 1e-13);
    // rows longer than a block
    let wide = numbers(&d, &[3, 100], 11);
    let sums: Vec<f64> = wide.softmax().unwrap().sum(1).unwrap().to_vec().unwrap();
    assert_close(&sums, &[1.0; 3], 1e-14);
}

#[test]
fn rows_are_taken_and_compared() {
    let d = device();
    let x = Tensor::from_slice(&d, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[3, 2]).unwrap();
    let rows = Tensor::from_slice(&d, &[2u32, 0, 2, 1], &[4]).unwrap();
    let taken = x.take(&rows).unwrap();
    assert_eq!(
        (taken.shape(), taken.to_vec::<f32>().unwrap()),
        (&[4, 2][..], vec![5.0, 6.0, 1.0, 2.0, 5.0, 6.0, 3.0, 4.0])
    );
    assert_eq!(vec_of::<u32>(rows.take(&rows.narrow(0, 0, 1).unwrap())), [2]);
    let scores = Tensor::from_slice(&d, &[0.5f64, 2.0, 2.0, 9.0, -1.0, 3.0], &[2, 3]).unwrap();
    let best = scores.argmax().unwrap();
    assert_eq!(best.to_vec::<u32>().unwrap(), [1, 0]);
    assert_eq!(best.count_equal(&Tensor::from_slice(&d, &[1u32, 2], &[2]).unwrap()).unwrap(), 1);
}

#[test]
fn types_and_shapes_change() {
    let d = device();
    let x = Tensor::from_slice(&d, &[1u32, 7, 4_000_000_000], &[3]).unwrap();
    assert_eq!(vec_of::<f64>(x.to_dtype(DType::F64)), [1.0, 7.0, 4e9]);
    assert_eq!(vec_of::<f32>(x.to_dtype(DType::F32)), [1.0, 7.0, 4e9]);
    let y = Tensor::from_slice(&d, &[0.1f64], &[]).unwrap();
    assert_eq!(y.to_dtype(DType::F32).unwrap().to_dtype(DType::F64).unwrap().item::<f64>().unwrap(), f64::from(0.1f32));
    let z = numbers(&d, &[2, 6], 12);
    let turned = z.transpose(0, 1).unwrap().reshape(&[3, 4]).unwrap();
    let host: Vec<f64> = z.to_vec().unwrap();
    assert_eq!(turned.to_vec::<f64>().unwrap(), (0..12).map(|i| host[i % 2 * 6 + i / 2]).collect::<Vec<f64>>());
    let wide = Tensor::from_slice(&d, &[5u32, 6], &[2, 1]).unwrap().broadcast_to(&[3, 2, 2]).unwrap();
    assert_eq!(wide.to_vec::<u32>().unwrap(), [5, 5, 6, 6, 5, 5, 6, 6, 5, 5, 6, 6]);
    assert_eq!((wide.strides(), wide.len(), wide.is_contiguous()), (&[0, 1, 0][..], 12, false));
    let moved = z.to_device(&rustg_tensor::Device::cpu().unwrap()).unwrap();
    assert_eq!(moved.to_vec::<f64>().unwrap(), host);
}
