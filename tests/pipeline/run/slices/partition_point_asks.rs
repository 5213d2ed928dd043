// which elements partition_point and binary_search look at
// threads: 4
// expect: 8336492384500459988 6384079979749683212 12533626463699666288 2513623230591052931
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mixed = [10u64, i, 5, 9, 4, 11, 6, 3, i + 7];
    let mut h = 0u64;
    for n in 0..=mixed.len() {
        let all = &mixed[..n];
        let n = all.partition_point(|x| {
            h = h.wrapping_mul(1099511628211) ^ x;
            *x < 7
        });
        h = h.rotate_left(9) ^ n as u64 ^ all.binary_search(&(i * 3)).map_or_else(|n| n as u64, |n| n as u64 + 100);
    }
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
