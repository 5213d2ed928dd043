// let else with tuples, or-patterns, in loops
// threads: 6
// expect: 37 110007 200097 9 9 9
use rustg_std::prelude::*;

enum E {
    A(u32, u32),
    B { x: u32 },
    C,
}
fn pick(e: &E) -> u32 {
    let (E::A(x, _) | E::B { x }) = e else { return 1000 };
    *x
}
fn value(i: u64) -> u64 {
    let all = [E::A(3, 4), E::C, E::B { x: 9 }];
    let mut sum = 0;
    for e in &all {
        let E::A(x, y) = e else { continue };
        sum += (x + y) as u64;
    }
    let Some(e) = all.get(i as usize) else {
        let n = loop {
            let Some(k) = all.get(2) else { break 5 };
            break pick(k);
        };
        return n as u64;
    };
    let [first, .., last] = [pick(e), 2, 3, i as u32] else { unreachable!() };
    sum + first as u64 * 10 + last as u64 * 100000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
