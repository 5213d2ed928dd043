// named arguments have numbers, too, behind those without a name
// threads: 1
// expect: 3
// prints: 4 -7|  -7|-7 4 4|-7 5
// prints: -7$$$|1.2|    1.50
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let v = -7i32;
    print!("{1} {0}|", v, w = 4);
    print!("{:1$}|", v, w = 4);
    print!("{0} {1} {w}|", v, w = 4);
    println!("{} {}", v, w = 5);
    print!("{:$<5}|{:.w$}|", v, 1.25f32, w = 1);
    println!("{:2$.1$}", 1.5f64, 2, w = 8);
    out[thread::index()] = 3;
}
