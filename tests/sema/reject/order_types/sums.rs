// What sums cannot be made of, and loops over what is no pair.
use rustg_std::prelude::*;

struct Iter3 { k: u32 }

impl Iterator for Iter3 {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { //~ E0308 mismatched types
        if self.k < 3 {
            self.k += 1;
            return Some(self.k - 1)
        }
        None;
    }
}

#[kernel]
pub fn three(mut y: GridMut<u32>) {
    let i = thread::index();
    let it = Iter3 { k: 0 };
    let a = it.next();
    let total: u64 = it.sum(); //~ E0277 a value of type `u64` cannot be made by summing an iterator
    for (a, b) in it { //~ E0308 mismatched types
        y[i] += a;
    }
    if i < y.len() {
        y[i] = it.len() as u32; //~ E0599 no method named `len` found for struct `Iter3` in the
    }
}
