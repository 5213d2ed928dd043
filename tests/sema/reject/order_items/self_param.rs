// A `self` that may not be, then names, then a call of what there is not at its place.
use rustg_std::prelude::*;

struct Acc { sum: f32, n: u32 }

impl Acc {
    fn add(v: f32) {
        self.sum += v; //~ E0424 expected value, found module `self`
        n += 1; //~ E0425 cannot find value `n` in this scope
    }
    fn mean(&self) -> f32 { sum / self.n } //~ E0425 cannot find value `sum` in this scope
    fn reset() -> Acc { Self { sum: 0.0, n: 0 } }
}

fn free(&self) -> u32 { 3 } //~ - `self` parameter is only allowed in associated functions

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let mut a = Acc::reset();
    a.add(x[0]); //~ E0599 no method named `add` found for struct `Acc` in the current
    a.reset(); //~ E0599 no method named `reset` found for struct `Acc` in the
    Acc::mean(); //~ E0061 this function takes 1 argument but 0 arguments were supplied
    add(3.0); //~ E0425 cannot find function `add` in this scope
    if i < y.len() {
        y[i] = a.mean();
    }
}
