// rustc: accepts
// Rules that do not fit their functions.
use rustg_std::prelude::*;

fn one(x: f32, d: f32) -> f32 {
    x * d
}

fn wide(x: f64, d: f32) -> f32 {
    x as f32 * d
}

fn number(x: f32, d: f32) -> i32 {
    (x * d) as i32
}

fn several(x: f32, y: f32, d: f32) -> [f32; 2] {
    [d * y, d * x]
}

unsafe fn not_safe(x: f32, d: f32) -> f32 {
    x * d
}

fn generic<T: Copy>(x: T, d: T) -> T {
    d
}

#[derivative(one)] //~ RUSTG0711 the rule `one` does not fit `product`: its parameters are 2, and not 3
fn product(x: f32, y: f32) -> f32 {
    x * y
}

#[derivative(wide)] //~ RUSTG0711 the rule `wide` does not fit `narrow`: its parameter 1 is `f64`, and not `f32`
fn narrow(x: f32) -> f32 {
    x
}

#[derivative(number)] //~ RUSTG0711 the rule `number` does not fit `square`: it gives `i32`, and not `f32`
fn square(x: f32) -> f32 {
    x * x
}

#[derivative(several)] //~ RUSTG0711 the rule `several` does not fit `both`: it gives `[f32; 2]`, and not `(f32, f32)`
fn both(x: f32, y: f32) -> f32 {
    x * y
}

#[derivative(not_safe)] //~ RUSTG0711 the rule `not_safe` does not fit `safe`: it is unsafe
fn safe(x: f32) -> f32 {
    x
}

#[derivative(generic)] //~ RUSTG0711 the rule `generic` does not fit `plain`: it has other generic parameters
fn plain(x: f32) -> f32 {
    x
}

pub struct Pair {
    pub a: f32,
}

impl Pair {
    #[derivative(one)] //~ RUSTG0711 the rule `one` does not fit `size`: its parameter 1 is `f32`, and not `Pair`
    pub fn size(self) -> f32 {
        self.a
    }
}
