// an argument that sets a place is shown as (), and space may stand before a colon and at the end of a hole
// threads: 1
// expect: 7
// prints: () () 3 4
// prints: 2 3 1
// prints: 7   5   7  |
// prints: <7><5>5 >
// prints: 7
use rustg_std::prelude::*;

struct P {
    x: u32,
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let (mut p, mut a, x) = (P { x: 1 }, [1, 2], 7);
    println!("{:?} {:?} {} {}", p.x = 3, a[1] = 4, 3, 4);
    println!("{type} {r} {0}", 1, r#type = 2, r = 3);
    println!("{x :?} {0 :>3} {x	: ^5}|", 5);
    println!("<{x: }><{: }>{:} >", 5, 5);
    println!("{x:?\n}");
    out[i] = p.x as u64 + a[1];
}
