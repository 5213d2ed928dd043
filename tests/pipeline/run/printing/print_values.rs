// println!, print!, eprintln! and eprint! show what panic messages show
// threads: 1
// expect: 7
// prints: n = 7, -7, 0xff, 1.50 [    7]
// prints: true 'c' P { x: -1, y: 0.5 } {} a
// prints: <1><2>
// prints: 
// prints: !error Some(3)
// prints: !rest of a line
// prints: 340282366920938463463374607431768211455
// prints: 7z7a
// prints: 0x7[true]'c'{7}
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy)]
struct P {
    x: i32,
    y: f32,
}

fn part(n: u32) {
    print!("<{n}>");
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let (t, n) = (thread::index(), 7u64);
    if t < out.len() {
        println!("n = {}, {}, {:#x}, {:.2} [{n:>5}]", n, -(n as i32), n + 248, 1.5f32);
        println!("{} {:?} {:?} {{}} {}", n == 7, 'c', P { x: -1, y: n as f32 / 14.0 }, "a");
        part(1);
        part(2);
        println!();
        println!();
        eprintln!("error {:?}", Some(3));
        eprint!("rest of {}", "a ");
        eprintln!("line");
        println!("{}", u128::MAX);
        println!("{}{}{n}{}", n, 'z', "a"); // holes without text between them
        println!("{:#x}[{}]{:?}{{{}}}", n, n == 7, 'c', n);
        out[t] = n;
    }
}
