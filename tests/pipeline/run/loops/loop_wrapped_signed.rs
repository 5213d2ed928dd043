// loops of signed counters that are left where they wrap around, or that were left by an order on what is kept in a bool
// threads: 4
// expect: 3251336903277652422 17491616309382511355 7438010292753610419 17794780091000519465
use rustg_std::prelude::*;

static STARTS: [i64; 4] = [100, 120, 97, 101];

fn narrow(a: i8) -> u64 {
    let mut y = a;
    let mut n = 0u64;
    loop {
        if y < a {
            break;
        }
        n += 1;
        y = y.wrapping_add(16);
    }
    n
}

fn down(a: i8) -> u64 {
    let mut y = a;
    let mut n = 0u64;
    while y <= a {
        n += 1;
        y = y.wrapping_sub(3);
    }
    n
}

fn either(a: i16, b: i16) -> u64 {
    let mut x = a.wrapping_add(2);
    let mut n = 0u64;
    loop {
        n += 1;
        x = x.wrapping_add(1);
        if x.wrapping_sub(b) == 30000 || x.wrapping_sub(1) < a {
            break;
        }
    }
    n
}

fn pair(b: i16) -> u64 {
    let mut x = b;
    let mut n = 0u64;
    while b.wrapping_add(160) >= x.wrapping_sub(3) && x >= b {
        n += 1;
        x = x.wrapping_add(3);
    }
    n
}

fn in_range(a: i8) -> u64 {
    let mut x = a;
    let mut n = 0u64;
    for i in (a..=a.saturating_add(20)).rev() {
        n = n.wrapping_mul(31).wrapping_add(i as u64);
        if a < x {
            break;
        }
        x = x.wrapping_sub(90);
    }
    n
}

fn by_constant(a: usize) -> u64 {
    let b = 18446744073709551614usize;
    let mut x = a.wrapping_add(7);
    let mut n = 0u64;
    while x <= b {
        n += 1;
        x = x.wrapping_add(b | 1);
        if x as u32 > a as u32 + 6 {
            continue;
        }
        if (x as u8) > (a as u8) {
            break;
        }
    }
    n
}

fn least(a: i64) -> u64 {
    let a = i64::MAX - a;
    let mut x = a;
    let mut n = 0u64;
    loop {
        n += 1;
        x = x.wrapping_add(7);
        if x < a {
            return n;
        }
    }
}

fn both(a: i8) -> u64 {
    let mut x = a.wrapping_add(4);
    let mut n = 0u64;
    loop {
        if (127 >= x) & (a > x) {
            return n;
        }
        n += 1;
        x = x.wrapping_add(7);
    }
}

fn value(i: usize) -> u64 {
    let s = STARTS[i];
    let parts = [
        narrow(s as i8),
        down(-(s as i8)),
        either(s as i16 * 200, 0),
        pair(s as i16 * 8),
        in_range(s as i8),
        by_constant(s as usize),
        least(s),
        both(s as i8),
    ];
    parts.iter().fold(0, |h: u64, p| h.wrapping_mul(1_000_003).wrapping_add(*p))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
