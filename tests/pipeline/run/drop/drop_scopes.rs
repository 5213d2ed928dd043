// Scopes that end drop their values, the last one first.
// threads: 8
// expect: 208809026 193536910715 6270831753 193607498401287 186069614778751 187691942854445 193909191769347 196433037880
use rustg_std::prelude::*;
use std::cell::Cell;

struct D<'a>(&'a Cell<u64>, u64);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(self.1));
    }
}
fn note(log: &Cell<u64>, n: u64) {
    log.set(log.get().wrapping_mul(31).wrapping_add(n));
}
fn case_reverse(log: &Cell<u64>) {
    let _a = D(log, 1);
    let _b = D(log, 2);
    {
        let _c = D(log, 3);
        note(log, 9);
    }
    let _d = D(log, 4);
}
fn case_wild(log: &Cell<u64>) {
    let _ = D(log, 1);
    note(log, 2);
    let _x = D(log, 3);
    note(log, 4);
    D(log, 5);
    let y = D(log, 7);
    y;
    note(log, 6);
}
fn case_assign(log: &Cell<u64>) {
    let mut a = D(log, 1);
    note(log, 2);
    a = D(log, 3);
    note(log, 4);
    a.1 = 8;
    let b;
    note(log, 5);
    b = D(log, 6);
    let _ = &b;
}
fn case_loop(log: &Cell<u64>) {
    for i in 0..4 {
        let _a = D(log, i);
        if i == 1 {
            continue;
        }
        let _b = D(log, 10 + i);
        if i == 2 {
            break;
        }
    }
    let mut n = 0;
    let x = loop {
        let d = D(log, n);
        n += 1;
        if n == 3 {
            break d;
        }
    };
    note(log, x.1 + 20);
}
fn early(log: &Cell<u64>, n: u64) -> u64 {
    let _a = D(log, 1);
    if n == 0 {
        return 5;
    }
    let b = D(log, 2);
    if n == 1 {
        return b.1;
    }
    drop(b);
    note(log, 3);
    7
}
fn case_return(log: &Cell<u64>) {
    for n in 0..3 {
        let r = early(log, n);
        note(log, r);
    }
}
fn question(log: &Cell<u64>, n: u64) -> Option<u64> {
    let _a = D(log, 1);
    let r = if n < 2 { Some(n) } else { None }?;
    let _b = D(log, 2);
    let q = if n < 1 { Some(n) } else { None }?;
    note(log, 3);
    Some(r + q)
}
fn case_question(log: &Cell<u64>) {
    for n in 0..3 {
        note(log, question(log, n).unwrap_or(9));
    }
}
fn case_labels(log: &Cell<u64>) {
    'outer: for i in 0..3 {
        let _a = D(log, i);
        for j in 0..3 {
            let _b = D(log, 10 + j);
            if i == 1 {
                continue 'outer;
            }
            if j == 1 {
                break;
            }
            if i == 2 {
                break 'outer;
            }
        }
    }
    let v = 'b: {
        let _c = D(log, 5);
        if log.get() > 3 {
            break 'b 1;
        }
        2
    };
    note(log, v);
}
fn shadowed(log: &Cell<u64>, x: D, (a, _): (D, D), _: D) {
    note(log, x.1 + a.1);
    let x = D(log, 40);
    note(log, x.1);
}
fn case_params(log: &Cell<u64>) {
    shadowed(log, D(log, 1), (D(log, 2), D(log, 3)), D(log, 4));
}

fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    match i {
        0 => case_reverse(&log),
        1 => case_wild(&log),
        2 => case_assign(&log),
        3 => case_loop(&log),
        4 => case_return(&log),
        5 => case_question(&log),
        6 => case_labels(&log),
        _ => case_params(&log),
    }
    log.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
