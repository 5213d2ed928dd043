// Wrong types of all functions come before the first move.
use rustg_std::prelude::*;

#[derive(Debug)]
enum Op { Add, Mul }

fn eval<T: Copy>(op: Op, a: T, b: T) -> T {
    match op {
        Op::Add => a + b, //~ E0369 cannot add `T` to `T`
        Op::Mul => a * b, //~ E0369 cannot multiply `T` by `T`
        Op::Sub => a, //~ E0599 no variant or associated item named `Sub` found for enum
    }
}

fn largest<T: PartialOrd>(x: &[T]) -> T {
    let mut best = x[0]; //~ E0508 cannot move out of type `[T]`, a non-copy slice
    for &v in x { //~ E0507 cannot move out of a shared reference
        if v > best { best = v; }
    }
    best
}

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let op = Op::Add;
        y[i] = eval(op, x[i], 1.0) + eval(op, 1.0, 2); //~ E0308 mismatched types
    }
}
