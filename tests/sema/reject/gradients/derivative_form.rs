// rustc: accepts
// Where `#[derivative]` cannot stand, and what it cannot say.
use rustg_std::prelude::*;

pub struct Pair {
    a: f32,
    b: f32,
}

fn rule(x: f32, d: f32) -> f32 {
    x * d
}

#[derivative] //~ RUSTG0710 the attribute names the rule: `#[derivative(rule)]`
fn none(x: f32) -> f32 {
    x
}

#[derivative(rule, rule)] //~ RUSTG0710 the attribute names the rule: `#[derivative(rule)]`
fn two_rules(x: f32) -> f32 {
    x
}

#[derivative(2.0)] //~ RUSTG0710 the attribute names the rule: `#[derivative(rule)]`
fn number(x: f32) -> f32 {
    x
}

#[derivative(rule)] //~ RUSTG0710 a function has one rule
#[derivative(rule)]
fn twice(x: f32) -> f32 {
    x
}

#[derivative(rule)] //~ RUSTG0710 `referring` takes `&f32`, and a rule is for floats that are passed by value
fn referring(x: &f32) -> f32 {
    *x
}

#[derivative(rule)] //~ RUSTG0710 `whole` takes `&[Pair]`, and a rule is for floats that are passed by value
fn whole(x: &[Pair]) -> f32 {
    x[0].a + x[0].b
}

#[derivative(rule)] //~ RUSTG0710 `chosen` takes `Option<f32>`, and a rule is for floats that are in no enum or union
fn chosen(x: Option<f32>) -> f32 {
    x.unwrap_or(0.0)
}

#[derivative(rule)] //~ RUSTG0710 `floor` gives no floats, so it has no derivative
fn floor(x: f32) -> i32 {
    x as i32
}

#[derivative(rule)] //~ RUSTG0710 `float` takes no floats, so it has no derivative
fn float(x: i32) -> f32 {
    x as f32
}

pub trait Shape {
    #[derivative(rule)] //~ RUSTG0710 a trait's function has no rule: those of its impls may have
    fn area(side: f32) -> f32;
}

#[derivative(rule)] //~ RUSTG0710 a kernel has no rule: `#[kernel(adjoint)]` makes its gradient
#[kernel]
pub fn kernel_with_rule(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[derivative(LIMIT)] //~ RUSTG0710 a rule is a function of a module
fn ruled_by_constant(x: f32) -> f32 {
    x
}

const LIMIT: f32 = 1.0;

impl Pair {
    fn rule(x: f32, d: f32) -> f32 {
        x * d
    }
}

#[derivative(Pair::rule)] //~ RUSTG0710 a rule is a function of a module
fn ruled_by_method(x: f32) -> f32 {
    x
}

#[derivative(rule)] //~ RUSTG0710 `#[derivative]` marks functions
pub struct Marked {
    pub x: f32,
}

#[kernel] //~ RUSTG0541 `#[kernel]` marks functions
pub const MARKED: u32 = 1;
