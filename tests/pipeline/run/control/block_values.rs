// blocks, ifs and matches as values, in operands
// threads: 5
// expect: 620 624 624 235 437
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = {
        let b = i + 1;
        b * b
    } + { 3 };
    let c = if a > 10 {
        a
    } else if a > 5 {
        5
    } else {
        0
    } * 2;
    let d = 1 + match c % 3 {
        0 => 7,
        1 => {
            let x = 2;
            x + 6
        }
        _ => 11,
    };
    let e = [
        { i },
        if i > 2 { 1 } else { 0 },
        unsafe { d },
        loop {
            break 4;
        },
    ];
    let f = (|| i)();
    let g = 'a: {
        if i == 3 {
            break 'a 100;
        }
        if i == 4 {
            break 'a 200;
        }
        300
    };
    let h = {
        struct S(u64);
        impl S {
            fn get(&self) -> u64 {
                self.0
            }
        }
        S(g)
    }
    .get();
    e.iter().sum::<u64>() + d + f + g + h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
