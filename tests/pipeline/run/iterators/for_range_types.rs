// for over ranges of every integer type
// threads: 8
// expect: 4905267 4113 231 8805 146931165 2870581347 93378 1807
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut n = 0u64;
    match i {
        0 => {
            for x in 250u8..=255 {
                n = n * 7 + x as u64;
            }
        }
        1 => {
            for x in -128i8..-125 {
                n = n * 7 + (x as i64 + 200) as u64;
            }
        }
        2 => {
            for x in (0u16..20).step_by(7) {
                n = n * 31 + x as u64;
            }
        }
        3 => {
            for x in (0i64..=9).rev().step_by(4) {
                n = n * 31 + x as u64;
            }
        }
        4 => {
            for x in (-3isize..3).rev() {
                n = n * 31 + (x + 3) as u64;
            }
        }
        5 => {
            for x in 'a'..='f' {
                n = n * 31 + x as u64;
            }
        }
        6 => {
            for x in (3..).take(4) {
                n = n * 31 + x;
            }
        }
        _ => {
            for _ in 5..5 {
                n += 1;
            }
            for _ in 6..=5 {
                n += 1;
            }
            let r = 3..7u32;
            for x in r.clone() {
                n += x as u64;
            }
            n = n * 100 + r.len() as u64 + r.start as u64;
        }
    }
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
