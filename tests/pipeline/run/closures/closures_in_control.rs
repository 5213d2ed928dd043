// closures returned, stored, capturing by each mode, in loops
// threads: 4
// expect: 30 42 54 68
use rustg_std::prelude::*;

fn make(n: u64) -> impl Fn(u64) -> u64 {
    move |x| x + n
}
fn twice<F: Fn(u64) -> u64>(f: F) -> impl Fn(u64) -> u64 {
    move |x| f(f(x))
}
fn apply(mut f: impl FnMut(u64), n: u64) {
    for k in 0..n {
        f(k)
    }
}
fn value(i: u64) -> u64 {
    let mut log = [0u64; 4];
    let mut at = 0;
    apply(
        |k| {
            log[at % 4] += k;
            at += 1;
        },
        i + 3,
    );
    let pair = (i, [1u64, 2]);
    let g = || pair.0 + pair.1[1];
    let fs: [fn(u64) -> u64; 3] = [|x| x + 1, |x| x * 2, u64::count_ones_sum];
    let h = |x: &u64| -> u64 { *x };
    let k = {
        let y = 5;
        move |z: u64| if z > y { z - y } else { y }
    };
    let mut c = 0;
    let mut inc = || {
        c += 1;
        c
    };
    inc();
    inc();
    twice(make(i))(10)
        + log.iter().sum::<u64>()
        + at as u64
        + g()
        + fs.iter().map(|f| f(i)).sum::<u64>()
        + h(&i)
        + k(i)
        + inc()
        + c
}
trait Count {
    fn count_ones_sum(self) -> u64;
}
impl Count for u64 {
    fn count_ones_sum(self) -> u64 {
        self.count_ones() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
