// matches on tuples of references, nested enums, guards with moves and bindings after @
// threads: 8
// expect: 1700004 15005004 20005005 33500004 40700004 11077004 74700004 80000003
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Add,
    Neg(i32),
    Pair(Option<u8>, Result<i8, ()>),
    Rec { lo: u16, hi: [u16; 2] },
}
fn classify(a: &Op, b: &mut Option<Op>, n: i64) -> u64 {
    match (a, b, n) {
        (Op::Add, None, i64::MIN..=-1) => 1,
        (Op::Add, Some(Op::Neg(x @ (1 | 3..=5))), _) => {
            *x += 1;
            *x as u64 + 10
        }
        (Op::Neg(x), b @ None, y) if *x as i64 > y => {
            *b = Some(Op::Neg(*x));
            20
        }
        (Op::Pair(Some(p @ 0..10), Ok(q)), Some(_), _) if *q < 0 => *p as u64 + 30,
        (Op::Pair(p, q), ..) => p.map_or(40, |x| x as u64) + q.is_ok() as u64,
        (Op::Rec { lo, hi: [h, ..] }, Some(o @ Op::Add), m) => {
            *o = Op::Neg(m as i32);
            (*lo + *h) as u64
        }
        (&Op::Rec { lo: 5, .. }, _, 0 | 2 | 4) => 60,
        (Op::Rec { hi: hi @ [_, last], lo: _ }, ..) => hi.len() as u64 + *last as u64 + 70,
        (_, Some(other), _) if matches!(other, Op::Neg(..)) => 80,
        (Op::Add | Op::Neg(_), _, _) => 90,
    }
}
fn value(i: u64) -> u64 {
    let a = [
        Op::Add,
        Op::Add,
        Op::Neg(5),
        Op::Pair(Some(3), Ok(-1)),
        Op::Pair(None, Err(())),
        Op::Rec { lo: 5, hi: [6, 7] },
        Op::Rec { lo: 5, hi: [1, 2] },
        Op::Neg(-9),
    ][i as usize];
    let mut b = [None, Some(Op::Neg(4)), None, Some(Op::Add), None, Some(Op::Add), None, Some(Op::Neg(0))][i as usize];
    let n = [-5, 0, 3, 1, 9, 77, 3, 0][i as usize];
    let x = classify(&a, &mut b, n);
    let y = match b {
        Some(Op::Neg(v)) => v as u64,
        Some(Op::Add) => 500,
        Some(_) => 600,
        None => 700,
    };
    let z = match a {
        Op::Neg(v)
            if {
                let w = v * 2;
                w > 5
            } =>
        {
            v as u64
        }
        Op::Neg(..) => 3,
        _ => 4,
    };
    x * 1000000 + y * 1000 + z
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
