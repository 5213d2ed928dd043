//! Gradients against finite differences, and what has to do with them.

mod common;

use common::{assert_close, device, numbers, of, random};
use rustg_tensor::{DType, Function, Result, Tensor, checkpoint, no_grad};

/// The gradients of the weighted sum of f's result, and what differences of its values say.
#[track_caller]
fn check(shapes: &[&[usize]], f: impl Fn(&[Tensor]) -> Result<Tensor>) {
    let values: Vec<Vec<f64>> =
        shapes.iter().enumerate().map(|(n, shape)| numbers(shape.iter().product(), n as u64 + 3)).collect();
    let tensors =
        |values: &[Vec<f64>]| -> Vec<Tensor> { values.iter().zip(shapes).map(|(v, shape)| of(v, shape)).collect() };
    let loss = |y: Tensor| {
        let weights = random(y.shape(), 99);
        y.mul(&weights).unwrap().sum_all().unwrap()
    };
    let tracked: Vec<Tensor> = tensors(&values).iter().map(|t| t.tracked().unwrap()).collect();
    let gradients = loss(f(&tracked).unwrap()).backward().unwrap();
    const STEP: f64 = 1e-5;
    for (n, tensor) in tracked.iter().enumerate() {
        let found = gradients.of(tensor).expect("a gradient").numbers().unwrap();
        let wanted: Vec<f64> = (0..values[n].len())
            .map(|i| {
                let at = |step: f64| {
                    let mut moved = values.clone();
                    moved[n][i] += step;
                    loss(f(&tensors(&moved)).unwrap()).number().unwrap()
                };
                (at(STEP) - at(-STEP)) / (2.0 * STEP)
            })
            .collect();
        assert_close(&found, &wanted, 1e-8);
    }
}

#[test]
fn of_elementwise_operations() {
    check(&[&[2, 3], &[3]], |x| &(&x[0] * &x[1])? + &(&x[0] - &x[1])?);
    check(&[&[2, 3], &[2, 1]], |x| x[0].div(&x[1].square()?.add_number(1.0)?));
    check(&[&[4]], |x| x[0].exp()?.add_number(0.5)?.ln()?.mul(&x[0].tanh()?)?.sigmoid());
    check(&[&[4]], |x| x[0].sin()?.mul(&x[0].cos()?)?.add(&x[0].erf()?)?.add(&x[0].expm1()?));
    check(&[&[4]], |x| x[0].square()?.add_number(1.0)?.sqrt()?.recip()?.add(&x[0].atan()?));
    check(&[&[4], &[4]], |x| x[0].square()?.add_number(0.5)?.pow(&x[1]));
    check(&[&[4]], |x| x[0].square()?.add_number(0.5)?.pow_number(1.7)?.number_div(2.0));
    check(&[&[4], &[4]], |x| x[0].maximum(&x[1])?.add(&x[0].atan2(&x[1])?)?.add(&x[0].relu()?.abs()?));
    check(&[&[4]], |x| x[0].clamp(-0.4, 0.3)?.add(&x[0].log1p_of_square()?));
}

/// An operation of a user's own.
trait More {
    fn log1p_of_square(&self) -> Result<Tensor>;
}

impl More for Tensor {
    fn log1p_of_square(&self) -> Result<Tensor> {
        self.square()?.log1p()?.number_sub(1.0)
    }
}

#[test]
fn of_reductions_and_views() {
    check(&[&[2, 3, 2]], |x| x[0].sum_axes(&[0, 2], false)?.square());
    check(&[&[2, 3]], |x| x[0].mean_axes(&[1], true)?.mul(&x[0]));
    check(&[&[2, 3]], |x| x[0].var_axes(&[1], 1, false)?.add(&x[0].prod_axes(&[1], false)?));
    check(&[&[2, 3]], |x| x[0].max_axes(&[1], false)?.add(&x[0].min_axes(&[1], false)?));
    check(&[&[2, 3]], |x| x[0].softmax(-1)?.mul(&x[0].log_softmax(0)?));
    check(&[&[2, 3, 4]], |x| x[0].permute(&[2, 0, 1])?.reshape(&[4, 6])?.narrow(0, 1, 2)?.square());
    check(&[&[2, 1]], |x| x[0].broadcast_to(&[3, 2, 4])?.square());
    check(&[&[2, 3], &[2, 1]], |x| Tensor::cat(&[&x[0], &x[1]], 1)?.square());
    check(&[&[3], &[3]], |x| Tensor::stack(&[&x[0], &x[1]], 1)?.square()?.select(1, 0));
    check(&[&[3, 3]], |x| x[0].tril(0)?.square()?.flip(1));
}

#[test]
fn of_products_and_chosen_elements() {
    check(&[&[2, 3], &[3, 4]], |x| x[0].matmul(&x[1]));
    check(&[&[5, 2, 3], &[3, 2]], |x| x[0].matmul(&x[1]));
    check(&[&[2, 2, 3], &[4, 3], &[4]], |x| x[0].linear(&x[1], &x[2])?.tanh());
    check(&[&[3], &[4, 3], &[4]], |x| x[0].linear(&x[1], &x[2]));
    check(&[&[2, 1, 2, 3], &[2, 3, 2]], |x| x[0].matmul(&x[1]));
    check(&[&[3], &[3]], |x| x[0].matmul(&x[1]));
    check(&[&[2, 3, 4], &[4, 5, 2]], |x| Tensor::einsum("abc,cda->bd", &[&x[0], &x[1]]));
    check(&[&[3, 3]], |x| Tensor::einsum("ii->i", &[&x[0]]));
    check(&[&[4, 3]], |x| x[0].index_select(0, &of(&[1i64, 1, 3], &[3])));
    check(&[&[2, 3]], |x| x[0].gather(1, &of(&[0i64, 2, 2, 1], &[2, 2])));
    check(&[&[2, 3], &[2, 2]], |x| x[0].scatter_add(1, &of(&[0i64, 2, 2, 2], &[2, 2]), &x[1]));
    check(&[&[2, 3], &[2, 2]], |x| x[0].scatter(1, &of(&[0i64, 2, 1, 2], &[2, 2]), &x[1]));
    check(&[&[2, 4]], |x| x[0].cumsum(1)?.mul(&x[0].sort(1, true)?.0));
}

#[test]
fn of_gradients() {
    // of x^4 the second derivative is 12 x^2
    let x = of(&[0.5f64, -2.0], &[2]).tracked().unwrap();
    let first = x.pow_number(4.0).unwrap().sum_all().unwrap().backward_recorded().unwrap();
    let second = first.of(&x).unwrap().sum_all().unwrap().backward().unwrap();
    assert_close(&second.of(&x).unwrap().numbers().unwrap(), &[3.0, 48.0], 1e-13);
    // of tanh(x): -2 y (1 - y^2)
    let first = x.tanh().unwrap().sum_all().unwrap().backward_recorded().unwrap();
    let second = first.of(&x).unwrap().sum_all().unwrap().backward().unwrap();
    let wanted = [0.5f64, -2.0].map(|x| -2.0 * x.tanh() * (1.0 - x.tanh() * x.tanh()));
    assert_close(&second.of(&x).unwrap().numbers().unwrap(), &wanted, 1e-13);
}

/// Some cubes, with a gradient that is made of the result.
struct Cube(f64);

impl Function for Cube {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        inputs[0].pow_number(3.0)?.mul_number(self.0)
    }
    fn backward(&self, inputs: &[Tensor], output: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(gradient.mul(output)?.mul_number(3.0)?.div(&inputs[0])?)])
    }
}

#[test]
fn of_functions_and_checkpoints() {
    // the second derivative of 2 x^3 is 12 x
    let x = of(&[0.5f64, -2.0], &[2]).tracked().unwrap();
    let first = Cube(2.0).apply(&[&x]).unwrap().sum_all().unwrap().backward_recorded().unwrap();
    let second = first.of(&x).unwrap().sum_all().unwrap().backward().unwrap();
    assert_close(&second.of(&x).unwrap().numbers().unwrap(), &[6.0, -24.0], 1e-12);
    check(&[&[4]], |x| Cube(2.0).apply(&[&x[0]]));
    check(&[&[4], &[4]], |x| checkpoint(|x| x[0].exp()?.mul(&x[1])?.tanh(), &[&x[0], &x[1]]));
    // what a checkpoint's function captures has its gradient too
    let weight = random(&[4], 1).tracked().unwrap();
    let x = random(&[4], 2);
    let own = weight.clone();
    let y = checkpoint(move |x| x[0].mul(&own)?.square(), &[&x]).unwrap().sum_all().unwrap();
    let found = y.backward().unwrap().of(&weight).unwrap().numbers().unwrap();
    let plain = x.mul(&weight).unwrap().square().unwrap().sum_all().unwrap().backward().unwrap();
    assert_eq!(found, plain.of(&weight).unwrap().numbers().unwrap());
    let doubled = weight.on_gradient(|g| g.mul_number(2.0)).sum_all().unwrap().backward().unwrap();
    assert_eq!(doubled.of(&weight).unwrap().numbers().unwrap(), [2.0; 4]);
}

#[test]
fn only_where_they_are_wanted() {
    let x = random(&[3], 1).tracked().unwrap();
    assert!(!no_grad(|| x.exp()).unwrap().is_tracked());
    assert!(!x.detached().is_tracked() && !x.gt_number(0.0).unwrap().is_tracked());
    let error = random(&[3], 1).sum_all().unwrap().backward().unwrap_err().to_string();
    assert_eq!(error, "backward: this depends on nothing tracked");
    assert!(x.exp().unwrap().backward().unwrap_err().to_string().contains("[3]"));
    assert!(of(&[1i64], &[1]).tracked().is_err());
    let mut sums = x.sum_all().unwrap().backward().unwrap();
    sums.add(&x.mul_number(2.0).unwrap().sum_all().unwrap().backward().unwrap()).unwrap();
    assert_eq!(sums.of(&x).unwrap().numbers().unwrap(), [3.0; 3]);
    assert!(sums.of(&x.detached()).is_none());
    // a gradient has its input's type
    let half = Tensor::ones(&device(), DType::BF16, &[2]).unwrap().tracked().unwrap();
    let loss = half.to_dtype(DType::F32).unwrap().mul_number(0.1).unwrap().sum_all().unwrap();
    assert_eq!(loss.backward().unwrap().of(&half).unwrap().dtype(), DType::BF16);
}

/// The gradient of the sum of f's result.
fn of_sum(x: &[f64], f: impl Fn(&Tensor) -> Result<Tensor>) -> Vec<f64> {
    let x = of(x, &[x.len()]).tracked().unwrap();
    f(&x).unwrap().sum_all().unwrap().backward().unwrap().of(&x).unwrap().numbers().unwrap()
}

#[test]
fn at_special_numbers() {
    // products of which a part is 0
    let prod = |x: &Tensor| x.prod_axes(&[0], false);
    assert_eq!(of_sum(&[2.0, 3.0, 4.0], prod), [12.0, 8.0, 6.0]);
    assert_eq!(of_sum(&[2.0, 0.0, 4.0], prod), [0.0, 8.0, 0.0]);
    assert_eq!(of_sum(&[0.0, 0.0, 4.0], prod), [0.0; 3]);
    // powers, as torch's
    assert_eq!(of_sum(&[0.0, 2.0], |x| x.pow_number(0.0)), [0.0; 2]);
    assert_eq!(of_sum(&[0.0, 2.0], |x| x.pow_number(1.0)), [1.0; 2]);
    assert_eq!(of_sum(&[0.0, 2.0], |x| x.pow(&of(&[0.0, 3.0], &[2]))), [0.0, 12.0]);
    assert_eq!(of_sum(&[0.0, 2.0], |x| of(&[0.0, 0.0], &[2]).pow(x)), [0.0; 2]);
    // NaN goes through, as torch's
    assert_eq!(of_sum(&[f64::NAN, 0.0, -1.0, 1.0], Tensor::relu), [1.0, 0.0, 0.0, 1.0]);
    let ones = of(&[1.0, 1.0, 1.0], &[3]);
    assert_eq!(of_sum(&[0.0, 1.0, 2.0], |x| x.maximum(&ones)), [0.0, 0.5, 1.0]);
    assert_eq!(of_sum(&[0.0, 1.0, 2.0], |x| ones.minimum(x)), [1.0, 0.5, 0.0]);
    // a diagonal of a matrix with infinities beside it
    let matrix = |x: &Tensor| Tensor::einsum("ii->i", &[&x.reshape(&[2, 2])?]);
    assert_eq!(of_sum(&[1.0, f64::INFINITY, f64::NAN, 4.0], matrix), [1.0, 0.0, 0.0, 1.0]);
    let diagonal = matrix(&of(&[1.0, f64::INFINITY, f64::NAN, 4.0], &[4]).tracked().unwrap()).unwrap();
    assert_eq!(diagonal.numbers().unwrap(), [1.0, 4.0]);
    // of several for one place only the last one is there
    let index = of(&[1i64, 0, 1], &[3]);
    let put = |x: &Tensor| Tensor::zeros(&device(), DType::F64, &[2])?.scatter(0, &index, x);
    assert_eq!(put(&of(&[5.0, 6.0, 7.0], &[3])).unwrap().numbers().unwrap(), [6.0, 7.0]);
    assert_eq!(of_sum(&[5.0, 6.0, 7.0], put), [0.0, 1.0, 1.0]);
}

#[test]
fn on_other_devices() {
    let options = rustg_tensor::rustg::DeviceOptions { is_apart: true, ..Default::default() };
    let other = rustg_tensor::rustg::Device::open(rustg_tensor::rustg::Backend::Cpu, 0, options).unwrap();
    let other = rustg_tensor::Device::of(other).unwrap();
    let found = of_sum(&[1.0, 2.0], |x| x.square()?.to_device(&other)?.mul_number(3.0)?.to_device(&device()));
    assert_eq!(found, [6.0, 12.0]);
    let x = of(&[1.0, 2.0], &[2]).tracked().unwrap();
    let gradients = x.to_device(&other).unwrap().sum_all().unwrap().backward().unwrap();
    assert_eq!(*gradients.of(&x).unwrap().device(), device());
}

#[test]
fn of_what_checkpoints_repeat() {
    // the same random numbers, though others were drawn since
    let random = std::sync::Arc::new(std::sync::Mutex::new(rustg_tensor::Random::new(5)));
    let draw = {
        let random = random.clone();
        move || random.lock().unwrap().uniform(&device(), DType::F64, &[3], 0.0, 1.0)
    };
    let x = of(&[1.0, 2.0, 3.0], &[3]).tracked().unwrap();
    let inner = draw.clone();
    let y = checkpoint(
        move |x| {
            let own = inner.clone();
            let first = x[0].mul(&inner()?)?;
            checkpoint(move |x| x[0].mul(&own()?), &[&first])
        },
        &[&x],
    )
    .unwrap();
    draw().unwrap();
    let found = y.sum_all().unwrap().backward().unwrap().of(&x).unwrap().numbers().unwrap();
    let wanted: Vec<f64> = y.numbers().unwrap().iter().zip([1.0, 2.0, 3.0]).map(|(y, x)| y / x).collect();
    assert_close(&found, &wanted, 1e-15);
    let place = random.lock().unwrap().place();
    assert_eq!(place, (5, 3));
    // the second derivative of x^3 is 6 x, by a checkpoint too
    let y = checkpoint(|x| x[0].pow_number(3.0), &[&x.mul_number(2.0).unwrap()]).unwrap();
    let first = y.sum_all().unwrap().backward_recorded().unwrap();
    assert_eq!(first.of(&x).unwrap().numbers().unwrap(), [24.0, 96.0, 216.0]);
    let second = first.of(&x).unwrap().sum_all().unwrap().backward().unwrap();
    assert_close(&second.of(&x).unwrap().numbers().unwrap(), &[48.0, 96.0, 144.0], 1e-14);
}

/// Says too little.
struct Short;

impl Function for Short {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        inputs[0].add(&inputs[1])
    }
    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(gradient.clone())])
    }
}

#[test]
fn gradients_that_are_missing() {
    let x = random(&[2], 1).tracked().unwrap();
    let error = Short.apply(&[&x, &x]).unwrap().sum_all().unwrap().backward().unwrap_err().to_string();
    assert_eq!(error, "backward: apply has 2 inputs, and 1 gradients came");
    // a gradient that is given is of the tensor's type
    let half = Tensor::ones(&device(), DType::BF16, &[2]).unwrap().tracked().unwrap();
    let given = half.backward_with(&of(&[1.0f64, 2.0], &[2])).unwrap();
    assert_eq!(given.of(&half).unwrap().dtype(), DType::BF16);
}
