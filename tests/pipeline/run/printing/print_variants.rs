// what derives Debug, by the variant that it has, in one line and in several
// threads: 1
// expect: 3
// prints: A
// prints: B(1)
// prints: C { z: 2, p: (true, [1, 2]) }
// prints: A [
// prints:     A,
// prints: ]
// prints: B(
// prints:     1,
// prints: ) [
// prints:     B(
// prints:         1,
// prints:     ),
// prints: ]
// prints: C {
// prints:     z: 2,
// prints:     p: (
// prints:         true,
// prints:         [
// prints:             1,
// prints:             2,
// prints:         ],
// prints:     ),
// prints: } [
// prints:     C {
// prints:         z: 2,
// prints:         p: (
// prints:             true,
// prints:             [
// prints:                 1,
// prints:                 2,
// prints:             ],
// prints:         ),
// prints:     },
// prints: ]
// prints: () [] Unit Unit2 ##Some(#####3) #7# 7 Ok(3)
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy)]
enum E {
    A,
    B(u32),
    C { z: u8, p: (bool, [u16; 2]) },
}
#[derive(Debug)]
struct Unit;
#[derive(Debug)]
struct Unit2 {}
#[derive(Debug)]
enum Never {}

fn of(i: u32) -> E {
    match i {
        0 => E::A,
        1 => E::B(i),
        _ => E::C { z: i as u8, p: (i == 2, [1, 2]) },
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut i = 0;
    while i < 3 {
        println!("{:?}", of(i));
        i += 1;
    }
    let mut i = 0;
    while i < 3 {
        println!("{:#?} {:#?}", of(i), [of(i)]);
        i += 1;
    }
    println!("{:#?} {:#?} {:#?} {:#?} ##{:#>6?} #{:#}# {:#?} {:?}", (), [0u8; 0], Unit, Unit2 {}, Some(3), 7, 7, Ok::<_, Never>(i));
    out[t] = i as u64;
}
