// References to const blocks live for ever
// threads: 2
// expect: 92 93
use rustg_std::prelude::*;

fn seven() -> &'static u64 {
    &const { 3 + 4 }
}
fn next<const N: u64>() -> &'static u64 {
    &const { N + 1 }
}
fn steps<T>() -> &'static [usize] {
    &const {
        let mut all = [0; 3];
        let mut k = 0;
        while k < 3 {
            all[k] = k * size_of::<T>();
            k += 1;
        }
        all
    }
}
const fn square(x: u64) -> u64 {
    x * x
}

fn value(i: u64) -> u64 {
    let kept: &'static u64 = &const { square(6) };
    let own = &mut const { 5 };
    *own += i;
    let text: &'static Option<&'static str> = const { &Some("four") };
    const { assert!(square(2) == 4) };
    *seven() + *next::<24>() + steps::<u64>()[2] as u64 - steps::<u8>()[1] as u64 + *kept + *own + text.unwrap().len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
