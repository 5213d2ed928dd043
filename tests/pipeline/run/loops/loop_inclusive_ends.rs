// loops over a..=b: to the greatest number, of few rounds between constants, empty, with continue and break
// threads: 8
// expect: 1163535922825 5817679133635 5817679123635 1163535892800 5817679103613 5817679063617 1163535802812 5817679013628
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut n = 0u64;
    for b in 250..=u8::MAX {
        n = n * 3 + b as u64;
    }
    for s in i8::MIN..=i8::MAX {
        n += (s as i64 * s as i64) as u64;
    }
    for d in -1..=1isize {
        for e in -1..=1isize {
            if (d, e) == (0, 0) {
                continue;
            }
            n = n.wrapping_mul(5).wrapping_add((10 * (d + 2) + e + 2) as u64);
            if d == 1 && e == 0 && t.get() % 3 == 0 {
                break;
            }
        }
    }
    for i in t.get()..=5 {
        if i == 3 {
            continue;
        }
        n = n.wrapping_add(1000 * i as u64);
    }
    for i in u64::MAX - 2..=u64::MAX {
        n = n.wrapping_add(i & 7);
    }
    let mut c = 0;
    for x in 3..=7u64 {
        if x == t.get() as u64 {
            break;
        }
        c += x;
    }
    out[t] = n.wrapping_mul(10).wrapping_add(c);
}
