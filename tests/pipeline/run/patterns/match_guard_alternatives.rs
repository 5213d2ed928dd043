// a guard is asked for each alternative that matches, in rustc's order
// threads: 4
// expect: 2842646034781917980 10763926689967212820 12718225857066321750 8565671621279235069
use core::cell::Cell;
use rustg_std::prelude::*;
#[derive(Clone, Copy)]
enum E {
    A(u64, u64),
    B(u64),
    C { x: u64, y: Option<(u64, u64)> },
    D,
}
fn value(i: u64) -> u64 {
    let mut h = 7u64;
    let mut put = |v: u64| h = h.wrapping_mul(1099511628211) ^ v;
    put(match (i + 1, i + 5) {
        (x, _) | (_, x) if x > 3 => x,
        _ => 99,
    });
    put(match [i, i + 2, i + 4] {
        [x, ..] | [_, x, _] | [.., x] if x > 3 => x,
        _ => 99,
    });
    let s: &[u64] = &[i, 3, 5, i * 7][..];
    put(match s {
        [x, ..] | [_, x, ..] | [.., x] if *x > 3 => *x,
        _ => 99,
    });
    for e in [
        E::A(i, 3),
        E::B(i),
        E::C {
            x: 2,
            y: Some((i, 4)),
        },
        E::D,
        E::C { x: 9, y: None },
    ] {
        put(match e {
            E::A(x, _)
            | E::A(_, x)
            | E::B(x)
            | E::C { x, y: None }
            | E::C {
                y: Some((x, _) | (_, x)),
                ..
            } if x > 2 => x,
            E::C { x, .. } => 100 + x,
            _ => 99,
        });
    }
    let calls = Cell::new(0u64);
    let f = |v: u64| {
        calls.set(calls.get() * 3 + v);
        false
    };
    match (i, i + 1) {
        (x, _) | (_, x) | (x, _) if f(x + 1) => (),
        _ => (),
    }
    put(calls.get());
    match i {
        _ | 1 | 1 | _ if f(1) => (),
        _ => (),
    }
    put(calls.get());
    match ((i, 2), (3, i)) {
        ((x, _) | (_, x), (y, _) | (_, y)) if f(x * 5 + y) => (),
        _ => (),
    }
    put(calls.get());
    match (Some((i, 2)), (3, i)) {
        (Some((x, _) | (_, x)), (y, _) | (_, y)) if f(x * 5 + y) => (),
        _ => (),
    }
    put(calls.get());
    match (Some((i, 2)), (3, i), 4) {
        (Some((x, _) | (_, x)), (y, _) | (_, y), 4 | _) if f(x * 5 + y) => (),
        _ => (),
    }
    put(calls.get());
    match (Some((i, 2)), (3, Some((i, 7)))) {
        (Some((x, _) | (_, x)), (y, _) | (_, Some((y, _) | (_, y)))) if f(x * 5 + y) => (),
        _ => (),
    }
    put(calls.get());
    match ((3, Some((i, 7))), (Some((i, 2)), 8)) {
        ((y, _) | (_, Some((y, _) | (_, y))), (Some((x, _) | (_, x)), _)) if f(x * 5 + y) => (),
        _ => (),
    }
    put(calls.get());
    put(match (i, 3) {
        (ref x, _) | (_, ref x) if *x == 3 => *x,
        (x, _) => x + 50,
    });
    put(match &mut (i, 3) {
        (x, _) | (_, x) if *x == 3 => {
            *x += 1;
            *x
        }
        (x, _) => *x + 50,
    });
    put(match &(i, 3) {
        &(x, _) | &(_, x) if x == 3 => x,
        (x, _) => x + 50,
    });
    put(match (i, 3u64) {
        (a @ 0..=2, _) | (_, a @ 3..) | (a, _) if a % 2 == 1 => a,
        (x, _) => x + 50,
    });
    put(match (Some(i), Some(3u64)) {
        (Some(x), _) | (_, Some(x))
            if let Some(y) = x.checked_sub(2)
                && y > 0 =>
        {
            x * 10 + y
        }
        _ => 77,
    });
    put(matches!((i, 3), (x, _) | (_, x) if x == 3) as u64);
    put(match (i, 2) {
        (x, 2) | (2, x) if x == 2 => 1,
        (x, _) | (_, x) if x == 2 => 2,
        _ => 3,
    });
    h
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
