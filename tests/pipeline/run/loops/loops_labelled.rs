// labelled breaks and continues through every kind of loop and block
// threads: 6
// expect: 88188 56121 211437 168351 70149 93198
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut n = 0u64;
    'outer: for x in 0..5u64 {
        let mut y = 0;
        'middle: while y < 5 {
            y += 1;
            let r = 'block: {
                loop {
                    if (x * y + i) % 7 == 3 {
                        break 'block 1;
                    }
                    if y == 4 {
                        continue 'outer;
                    }
                    if x == 3 {
                        break 'outer;
                    }
                    if (x + y) % 2 == 0 {
                        continue 'middle;
                    }
                    break;
                }
                n += 10;
                if n > 400 {
                    break 'middle;
                }
                2
            };
            n += r * 3;
            while let Some(z) = (y > 2).then_some(y) {
                if z > i {
                    break;
                } else {
                    n += 1;
                    continue 'middle;
                }
            }
        }
        n += 100;
    }
    let found = 'search: loop {
        for k in (0..).step_by(3) {
            if k * k > n {
                break 'search k;
            }
        }
    };
    let v: u64 = loop {
        n += 1;
        if n % 11 == i % 11 {
            break n * 2;
        }
    };
    n * 1000 + found + v
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
