// indices that conditions, remainders and orders prove to be inside, and some that are only nearly
// threads: 16
// expect: 500 51010 5101520 5152030 10202535 10253045 15303555 15354065 20404575 20450085 25000045 25050050 30100055 1150060 35200015 35250020
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x: [u64; 10] = core::array::from_fn(|k| 5 * k as u64);
    let i = t.get();
    let mut n = 0;
    if i < x.len() {
        n += x[i];
    }
    if !(i >= 9) {
        n += x[i + 1] * 100;
    }
    n += x[i % 10] * 10000;
    let k = i / 2;
    n += if k < 10 && i != 13 { x[k] } else { 1 } * 1000000;
    let s = if i >= 4 { i - 4 } else { 0 };
    n += x[s % 10];
    let m = if i < 3 { i } else { 3 };
    n += x[m];
    out[t] = n;
}
