// the never type, unit values, diverging operands
// threads: 4
// expect: 10063 553 662 300062
use rustg_std::prelude::*;

fn stop(i: u64) -> Result<u64, u8> {
    let x: u64 = if i > 2 { return Err(3) } else { i };
    let y = match x {
        0 => return Ok(100),
        n => n,
    };
    let z = loop {
        if y > 0 {
            break y;
        }
    };
    let _: () = {
        if z == 7 {
            unreachable!()
        }
    };
    let u = {
        let v = ();
        v
    };
    assert_eq!(u, ());
    Ok(z + {
        fn f() {}
        f();
        1
    } + [(); 3].len() as u64)
}
fn pick(b: bool) -> u64 {
    let f: fn() -> u64 = if b { || 1 } else { || 2 };
    f()
}
fn value(i: u64) -> u64 {
    let a = match stop(i) {
        Ok(x) => x,
        Err(e) => e as u64 * 1000,
    };
    let b = (|| {
        if i == 1 {
            return 50;
        }
        60
    })();
    let c = {
        let _x = if i == 3 { 4 } else { 5 };
    };
    let d = (c == ()) as u64;
    a * 100 + b + d + pick(i > 1)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
