// Constants are evaluated where they stand among the bodies.
use rustg_std::prelude::*;

const fn table() -> [u32; 8] {
    let mut t = [0; 8];
    for i in 0..8 {
        t[i] = i * i;
    }
    t //~ E0308 mismatched types
}

fn runtime(n: u32) -> u32 { n + 1 }

const START: u32 = runtime(3); //~ E0015 cannot call non-const function `runtime` in constants
const SIZE: usize = 4 - 5; //~ E0080 attempt to compute `4_usize - 5_usize`, which would overflow

#[kernel]
pub fn k(n: usize, mut y: GridMut<u32>) {
    let i = thread::index();
    let a = [0u32; n]; //~ E0435 attempt to use a non-constant value in a constant
    let b = [0u32; SIZE];
    if i < y.len() {
        y[i] = START + a[0] + table()[1];
    }
}
