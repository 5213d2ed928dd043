// Variants built and matched in other shapes than theirs.
use rustg_std::prelude::*;
#[derive(Clone, Copy, PartialEq)]
enum Op { Add, Mul, Neg(f32), Clamp { lo: f32, hi: f32 } }
fn apply(op: Op, x: f32) -> f32 {
    match op {
        Op::Add => x + 1.0,
        Op::Mul(k) => x * k, //~ E0532 expected tuple struct or tuple variant, found unit variant `Op::Mul`
        Op::Neg => -x, //~ E0532 expected unit struct, unit variant or constant, found tuple variant `Op::Neg`
        Op::Clamp { low, hi } => x.max(low).min(hi), //~ E0026 variant `Op::Clamp` does not have a field named `low`
    }
}
#[kernel]
pub fn run(ops: &[u32], mut y: GridMut<f32>) {
    let i = thread::index();
    let op = match ops[0] { 0 => Op::Add, 1 => Op::Clamp(0.0, 1.0), _ => Op::Neg };
    //~^ E0533 expected value, found struct variant `Op::Clamp`
    y[i] = apply(&op, 2); //~ E0308 mismatched types
}
