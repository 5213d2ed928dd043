//! What all kernels of products share: a product's sizes, types of numbers, and what becomes of a sum.
use rustg_std::prelude::*;

/// Element (i, k) of op(A) lies at i a_row + k a_column, (k, j) of op(B) at k b_row + j b_column and (i, j) of C at
/// i c_row + j; matrices of a batch lie *_batch apart. All in elements.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Job {
    pub m: u64,
    pub n: u64,
    pub k: u64,
    pub n_batch: u64,
    pub a_row: u64,
    pub a_column: u64,
    pub a_batch: u64,
    pub b_row: u64,
    pub b_column: u64,
    pub b_batch: u64,
    pub c_row: u64,
    pub c_batch: u64,
    pub alpha: f64,
    pub beta: f64,
    pub activation: u32,
    pub has_bias: u32,
}

/// What products are added in.
pub trait Sum: Copy {
    const ZERO: Self;
    fn of(x: f64) -> Self;
    /// self by `by`, plus `plus`, rounded once.
    fn by_plus(self, by: Self, plus: Self) -> Self;
    /// x / 2 (1 + tanh u): (1 + tanh u) / 2 is 1 / (1 + exp -2u).
    fn gelu(self) -> Self;
    fn activate(self, activation: u32) -> Self;
}

macro_rules! sum {
    ($t:ident) => {
        impl Sum for $t {
            const ZERO: $t = 0.0;
            fn of(x: f64) -> $t {
                x as $t
            }
            fn by_plus(self, by: $t, plus: $t) -> $t {
                self.mul_add(by, plus)
            }
            fn gelu(self) -> $t {
                self / (1.0 + (-1.5957691216057308 * (self + 0.044715 * self * self * self)).exp())
            }
            fn activate(self, activation: u32) -> $t {
                if activation == 1 {
                    if self < 0.0 { 0.0 } else { self }
                } else if activation == 2 {
                    self.gelu()
                } else {
                    self
                }
            }
        }
    };
}
sum! { f32 }
sum! { f64 }

/// What lies in matrices whose products are added in S.
pub trait Number<S>: Copy {
    fn widen(self) -> S;
    fn narrow(sum: S) -> Self;
}

impl Number<f32> for f32 {
    fn widen(self) -> f32 {
        self
    }
    fn narrow(sum: f32) -> f32 {
        sum
    }
}
impl Number<f64> for f64 {
    fn widen(self) -> f64 {
        self
    }
    fn narrow(sum: f64) -> f64 {
        sum
    }
}
impl Number<f32> for f16 {
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(sum: f32) -> f16 {
        f16::from_f32(sum)
    }
}
impl Number<f32> for bf16 {
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(sum: f32) -> bf16 {
        bf16::from_f32(sum)
    }
}

/// The element of C that becomes of a sum.
///
/// # Safety
/// `c` is the element, and bias, which is added where the job has one, has one for its column.
pub unsafe fn finish<S: Sum, U: Number<S>>(job: &Job, sum: S, c: *const U, bias: *const U) -> U {
    let mut x = S::of(job.alpha).by_plus(sum, S::ZERO);
    unsafe {
        if job.beta != 0.0 {
            x = S::of(job.beta).by_plus((*c).widen(), x);
        }
        if job.has_bias != 0 {
            x = S::of(1.0).by_plus((*bias).widen(), x);
        }
    }
    U::narrow(x.activate(job.activation))
}
