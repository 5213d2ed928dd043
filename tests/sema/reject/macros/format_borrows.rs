// What a message shows is borrowed in the order of the arguments, and until all of them are evaluated.
use rustg_std::prelude::*;

struct P {
    a: u32,
    b: u32,
}
fn add(n: &mut u32) -> u32 {
    *n += 1;
    *n
}
fn refused(mut m: u32, mut s: [u32; 2], mut p: P) {
    println!("{1} {0}", m, { m += 1; m }); //~ E0506 cannot assign to `m` because it is borrowed
    println!("{} {:?}", s[0], { s[0] += 1; 1 }); //~ E0506 cannot assign to `s[_]` because it is borrowed
    println!("{} {}", m, add(&mut m)); //~ E0502 cannot borrow `m` as mutable because it is also borrowed as immutable
    println!("{a} {}", add(&mut m), a = { m += 1; 2 });
    println!("{0} {a}", p.a, a = add(&mut p.a)); //~ E0502 cannot borrow `p.a` as mutable because it is also borrowed as immutable
    assert!(m > 3, "{} {}", m, { m += 1; 2 }); //~ E0506 cannot assign to `m` because it is borrowed
    panic!("{1} {0}", m, { m += 1; 2 }); //~ E0506 cannot assign to `m` because it is borrowed
}
fn accepted(mut m: u32, mut s: [u32; 2], mut p: P) {
    println!("{m} {0}", { m += 1; m });
    println!("{m} {} {m}", add(&mut m));
    println!("{} {:?}", { s[0] += 1; 1 }, s);
    println!("{0} {a} {0}", p.a, a = add(&mut p.b));
    println!("{} {}", m + 1, add(&mut m));
    assert!(m > 3, "{m} {}", { m += 1; 2 });
}
#[kernel]
pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 1;
    }
}
