// edition 2018
use rustg_std::prelude::*;

fn f(a: [u64; 3]) -> u64 {
    let mut sum = 0;
    for x in a.into_iter() {
        sum += x.count_ones() as u64;
        let y: u64 = x; //~ E0308 mismatched types
        sum += y;
    }
    for x in a {
        let y: u64 = x;
        sum += y;
    }
    sum
}
