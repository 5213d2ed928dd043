// printing in loops, in generic functions and closures, by threads that a loop runs
// threads: 1
// expect: 10
// prints: 0: 0 true
// prints: 1: 1 false
// prints: 2: 4 true
// prints: 3: 9 false
// prints: closure 5
// prints: dropped 4
use rustg_std::prelude::*;

struct Loud(u32);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

fn each<F: Fn(u32)>(n: u32, f: F) {
    for i in 0..n {
        f(i);
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let _loud = Loud(4);
    let sum = 5;
    each(4, |i| println!("{i}: {} {}", i * i, i % 2 == 0));
    let show = || println!("closure {sum}");
    show();
    out[t] = 2 * sum;
}
