// Result and ?
// threads: 4
// expect: 500 2 4 703
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
enum Err {
    Zero,
    Big(u64),
}
fn check(n: u64) -> Result<u64, Err> {
    if n == 0 {
        Err(Err::Zero)
    } else if n > 2 {
        Err(Err::Big(n))
    } else {
        Ok(n)
    }
}
fn twice(n: u64) -> Result<u64, Err> {
    let k = check(n)?;
    Ok(k * 2)
}

fn value(i: u64) -> u64 {
    let _ = i;
    match twice(i) {
        Ok(k) => k,
        Err(Err::Zero) => 500,
        Err(Err::Big(b)) => 700 + b,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
