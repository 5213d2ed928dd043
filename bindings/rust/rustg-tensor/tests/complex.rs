//! Complex numbers: values beside arithmetic on the host, fused and single kernels, gradients against finite differences of both parts.

mod common;

use common::{assert_close, device, numbers, of, random};
use rustg_tensor::{Complex, DType, Result, Scalar, Tensor, with_fusion};

type C = Complex<f64>;

fn values(n: usize, seed: u64) -> Vec<C> {
    numbers(2 * n, seed).chunks(2).map(|pair| C::new(pair[0], pair[1])).collect()
}

fn complex(shape: &[usize], seed: u64) -> Tensor {
    of(&values(shape.iter().product(), seed), shape)
}

fn parts(tensor: &Tensor) -> Vec<f64> {
    let all: Vec<C> = tensor.to_dtype(DType::C128).unwrap().to_vec().unwrap();
    all.iter().flat_map(|z| [z.re, z.im]).collect()
}

#[track_caller]
fn is(found: Result<Tensor>, wanted: impl Iterator<Item = C>) {
    let wanted: Vec<f64> = wanted.flat_map(|z| [z.re, z.im]).collect();
    assert_close(&parts(&found.unwrap()), &wanted, 1e-14);
}

#[test]
fn elementwise() {
    let (a, b) = (values(5, 1), values(5, 2));
    let (x, y) = (of(&a, &[5]), of(&b, &[5]));
    let both = || a.iter().copied().zip(b.iter().copied());
    is(&x + &y, both().map(|(a, b)| a + b));
    is(&x - &y, both().map(|(a, b)| a - b));
    is(&x * &y, both().map(|(a, b)| a * b));
    is(&x / &y, both().map(|(a, b)| a / b));
    is(x.neg(), a.iter().map(|a| C::new(-a.re, -a.im)));
    is(x.conj(), a.iter().map(|a| C::new(a.re, -a.im)));
    is(x.exp(), a.iter().map(|a| a.exp()));
    is(x.exp().unwrap().ln(), a.iter().copied());
    is(x.sqrt().unwrap().square(), a.iter().copied());
    is(x.recip().unwrap().mul(&x), a.iter().map(|_| C::new(1.0, 0.0)));
    is(Tensor::complex(&x.real().unwrap(), &x.imag().unwrap()), a.iter().copied());
    is(x.mul_number(Complex::new(0.0, 2.0)), a.iter().map(|a| C::new(-2.0 * a.im, 2.0 * a.re)));
    is(x.number_sub(1.0), a.iter().map(|a| C::new(1.0 - a.re, -a.im)));
    assert_close(&x.abs().unwrap().numbers().unwrap(), &a.iter().map(|a| a.norm()).collect::<Vec<_>>(), 1e-15);
    assert_close(&x.angle().unwrap().numbers().unwrap(), &a.iter().map(|a| a.arg()).collect::<Vec<_>>(), 1e-15);
    // what goes with what
    assert_eq!(x.add(&random(&[5], 3)).unwrap().dtype(), DType::C128);
    let narrow = x.to_dtype(DType::C64).unwrap();
    assert_eq!(narrow.mul_number(2.5).unwrap().dtype(), DType::C64);
    assert_eq!(narrow.abs().unwrap().dtype(), DType::F32);
    assert_eq!(
        random(&[5], 3).to_dtype(DType::F32).unwrap().mul_number(Scalar::Complex(0.0, 1.0)).unwrap().dtype(),
        DType::C64
    );
    assert_eq!(x.eq(&x).unwrap().to_vec::<bool>().unwrap(), [true; 5]);
    assert_eq!(x.ne(&x.conj().unwrap()).unwrap().to_vec::<bool>().unwrap(), [true; 5]);
    assert!(of(&[C::new(0.0, f64::NAN)], &[1]).is_nan().unwrap().to_vec::<bool>().unwrap()[0]);
    assert_eq!(
        of(&[C::new(0.0, 3.0), C::new(0.0, 0.0)], &[2]).to_dtype(DType::Bool).unwrap().to_vec::<bool>().unwrap(),
        [true, false]
    );
    // quotients of large numbers are no infinities, roots of negative ones lie above
    let large = of(&[C::new(1e200, 1e200)], &[1]);
    is(large.div(&large), [C::new(1.0, 0.0)].into_iter());
    is(of(&[C::new(-4.0, 0.0), C::new(-4.0, -0.0)], &[2]).sqrt(), [C::new(0.0, 2.0), C::new(0.0, -2.0)].into_iter());
    for result in [
        x.lt(&y),
        x.maximum(&y),
        x.relu(),
        x.floor(),
        x.tanh(),
        x.pow(&y),
        x.atan2(&y),
        x.remainder(&y),
        x.gt_number(1.0),
    ] {
        assert!(result.is_err());
    }
    assert!(x.max_all().is_err() && x.sort(0, false).is_err() && x.var_axes(&[0], 0, false).is_err());
    assert!(x.numbers().is_err() && x.softmax(0).is_err() && x.clamp(0.0, 1.0).is_err());
}

#[test]
fn reductions_products_and_views() {
    let a = values(12, 4);
    let x = of(&a, &[3, 4]);
    let sum = |part: &[C]| part.iter().fold(C::new(0.0, 0.0), |s, z| s + *z);
    is(x.sum_axes(&[1], false), a.chunks(4).map(sum));
    is(x.mean_all(), [sum(&a)].iter().map(|z| C::new(z.re / 12.0, z.im / 12.0)));
    is(x.prod_axes(&[1], false), a.chunks(4).map(|row| row.iter().fold(C::new(1.0, 0.0), |p, z| p * *z)));
    let b = values(8, 5);
    let product = (0..3)
        .flat_map(|i| (0..2).map(move |j| (i, j)))
        .map(|(i, j)| (0..4).fold(C::new(0.0, 0.0), |s, k| s + a[4 * i + k] * b[2 * k + j]));
    is(x.matmul(&of(&b, &[4, 2])), product);
    is(
        x.t().unwrap().index_select(0, &of(&[3i64, 0], &[2])),
        a[3..].iter().step_by(4).chain(a.iter().step_by(4)).copied(),
    );
    let zeros = Tensor::zeros(&device(), DType::C128, &[2]).unwrap();
    is(zeros.index_add(0, &of(&[1i64, 1, 0], &[3]), &of(&a[..3], &[3])), [a[2], a[0] + a[1]].into_iter());
    is(of(&a[..3], &[3]).cumsum(0), [a[0], a[0] + a[1], a[0] + a[1] + a[2]].into_iter());
    is(Tensor::cat(&[&x, &x.conj().unwrap()], 0), a.iter().copied().chain(a.iter().map(|z| z.conj())));
}

/// The same bits, fused or not, of long and short rows and columns.
#[test]
fn fusion_is_the_same() {
    for dtype in [DType::C64, DType::C128] {
        for shape in [[3, 5], [2, 700], [300, 2]] {
            let x = complex(&shape, 6).to_dtype(dtype).unwrap();
            let run = || {
                let y = x.mul(&x.conj().unwrap()).unwrap().add(&x).unwrap().div(&x.exp().unwrap()).unwrap();
                let apart = y.sub(&y.mean_axes(&[1], true).unwrap()).unwrap();
                let sums = apart
                    .sqrt()
                    .unwrap()
                    .sum_axes(&[0], false)
                    .unwrap()
                    .mul_number(Scalar::Complex(0.5, -1.0))
                    .unwrap();
                let bits = |t: &Tensor| parts(t).into_iter().map(f64::to_bits).collect::<Vec<_>>();
                [bits(&apart), bits(&sums), bits(&apart.abs().unwrap())]
            };
            assert_eq!(with_fusion(true, run), with_fusion(false, run), "{dtype} {shape:?}");
        }
    }
}

/// Gradients of a real loss with respect to both parts of two operands.
#[track_caller]
fn check(shape: &[usize], f: impl Fn(&Tensor, &Tensor) -> Result<Tensor>) {
    let n: usize = shape.iter().product();
    let start = [values(n, 7), values(n, 8)];
    let loss = |y: Tensor| -> Tensor {
        let y = if y.dtype().is_complex() { y } else { y.to_dtype(DType::C128).unwrap() };
        let weighted = y.mul(&complex(y.shape(), 9)).unwrap();
        weighted.real().unwrap().sum_all().unwrap()
    };
    let tracked = start.clone().map(|v| of(&v, shape).tracked().unwrap());
    let gradients = loss(f(&tracked[0], &tracked[1]).unwrap()).backward().unwrap();
    const STEP: f64 = 1e-5;
    for (which, tensor) in tracked.iter().enumerate() {
        let mut wanted = Vec::new();
        for (i, step) in (0..n).flat_map(|i| [(i, C::new(STEP, 0.0)), (i, C::new(0.0, STEP))]) {
            let at = |sign: f64| {
                let mut moved = start.clone();
                moved[which][i] += step * sign;
                loss(f(&of(&moved[0], shape), &of(&moved[1], shape)).unwrap()).number().unwrap()
            };
            wanted.push((at(1.0) - at(-1.0)) / (2.0 * STEP));
        }
        let found = gradients.of(tensor).map_or(vec![0.0; 2 * n], parts);
        assert_close(&found, &wanted, 1e-7);
    }
}

#[test]
fn gradients() {
    check(&[4], |x, y| x.mul(y)?.add(&x.conj()?)?.sub(&y.neg()?));
    check(&[4], |x, y| x.div(&y.add_number(2.0)?)?.mul_number(Complex::new(0.5, -1.5)));
    check(&[4], |x, y| x.exp()?.add(&y.add_number(3.0)?.ln()?)?.add(&x.add_number(2.0)?.sqrt()?));
    check(&[4], |x, y| x.square()?.add(&y.add_number(2.0)?.recip()?)?.add(&y.add_number(2.0)?.number_div(3.0)?));
    check(&[4], |x, y| x.abs()?.mul(&y.angle()?));
    check(&[4], |x, y| Tensor::complex(&x.real()?.square()?, &y.imag()?.exp()?));
    check(&[2, 2], |x, y| x.matmul(&y.t()?)?.sum_axes(&[0], false));
    check(&[2, 2], |x, y| x.prod_axes(&[1], true)?.mul(&y.mean_axes(&[0], false)?));
    check(&[2, 2], |x, y| Tensor::cat(&[x, y], 0)?.index_select(0, &of(&[0i64, 3, 3], &[3])));
    let z = complex(&[1], 1).tracked().unwrap();
    assert!(z.square().unwrap().backward().is_err());
    // 0 has a distance, and no direction
    let zero = of(&[C::new(0.0, 0.0)], &[1]).tracked().unwrap();
    let gradient = zero.abs().unwrap().sum_all().unwrap().backward().unwrap().of(&zero).unwrap().clone();
    assert_eq!(parts(&gradient), [0.0, 0.0]);
}
