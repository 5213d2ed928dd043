// Where several arguments have the type that lacks a bound, the call is to blame.
use rustg_std::prelude::*;

fn pick<T: Ord>(a: T, b: T) -> T { if a < b { a } else { b } }

struct Key(u32);

#[kernel]
pub fn picks(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = pick(x[i], 1.0); //~ E0277 the trait bound `f32: Ord` is not satisfied
        let k = pick(Key(1), Key(2)); //~ E0277 the trait bound `Key: Ord` is not satisfied
        let m = pick(1, 2.5); //~ E0308 mismatched types
        println!("{} {:?}", k, m); //~ E0277 `Key` doesn't implement `std::fmt::Display`
    }
}
