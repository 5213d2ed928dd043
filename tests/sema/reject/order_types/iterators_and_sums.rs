// Iterators of other items than those that are wanted.
use rustg_std::prelude::*;
fn sum_all<I>(it: I) -> f32 where I: Iterator<Item = f32> { it.sum() }
fn print_all(it: impl Iterator<Item = &'static str>) {}
fn boxed(n: u32) -> impl Iterator<Item = u32> { if n > 1 { 0..n } else { (0..n).rev() } }
//~^ E0308 `if` and `else` have incompatible types
fn pairs(x: &[f32]) -> impl Iterator<Item = (f32, f32)> { x.iter().zip(x.iter().skip(1)) }
//~^ E0271 expected `Zip<Iter<'_, f32>, Skip<Iter<'_, f32>>>` to be an iterator that yields `(f32, f32)`, but it yields `(&f32, &f32)`
#[kernel]
pub fn its(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = sum_all(x.iter()) + sum_all(x) + sum_all(0..10) + sum_all(x.iter().map(|v| *v as f64));
    //~^ E0271 expected `Iter<'_, f32>` to be an iterator that yields `f32`, but it yields `&f32`
    //~^^ E0277 `&[f32]` is not an iterator
    //~^^^ E0271 expected `Range<{integer}>` to be an iterator that yields `f32`, but it yields `{integer}`
    //~^^^^ E0271 expected `{closure@
    print_all(["a"].iter());
    //~^ E0271 expected `Iter<'_, &str>` to be an iterator that yields `&str`, but it yields `&&str`
    for k in x.len() { y[i] += k; } //~ E0277 `usize` is not an iterator
    for (a, b) in x.iter().enumerate() { y[i] += a * b; } //~ E0277 cannot multiply `usize` by `&f32`
    let m = x.iter().max(); //~ E0277 the trait bound `f32: Ord` is not satisfied
    let v: [f32; 4] = x.iter().map(|v| v * 2.0).collect();
    //~^ E0277 an array of type `[f32; 4]` cannot be built directly from an iterator
}
