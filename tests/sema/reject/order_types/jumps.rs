// Jumps of a body come before its types.
use rustg_std::prelude::*;

#[kernel]
pub fn labels(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let n = 'find: {
        for v in x {
            if *v == 0 { break 'find 1; }
        }
        break 'find true; //~ E0308 mismatched types
    };
    let f = |v: u32| { if v > 2 { break; } v }; //~ E0267 `break` inside of a closure
    loop {
        if i < y.len() { y[i] = n; }
        return n;
    }
}
