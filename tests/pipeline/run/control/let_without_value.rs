// let PATTERN; without a value: what is bound is assigned later
// threads: 4
// expect: 764705199258966053 2138684015495485766 14860174543586540388 14926773533829508854
use rustg_std::prelude::*;

struct Named {
    x: u64,
    y: (u32, u8),
}
struct Pair(u64, u32);
struct Unit;
enum Only {
    One(u64, u32),
}

fn tuple(i: u64) -> u64 {
    let (a, b);
    a = i + 1;
    b = 2;
    a * 10 + b
}
fn nested(i: u64) -> u64 {
    let ((a, _), (b, mut c), ..): ((u64, u8), (u32, u16), i8, i8);
    c = 4;
    a = i;
    b = 7;
    c += i as u16;
    a + b as u64 * 10 + c as u64 * 100
}
fn of_struct(i: u64) -> u64 {
    let Named { x, y: (z, w) };
    x = i;
    (z, w) = (3, 4);
    x + z as u64 * 10 + w as u64 * 100
}
fn of_tuple_struct(i: u64) -> u64 {
    let Pair(a, b);
    if i % 2 == 0 {
        a = 5;
        b = 6;
    } else {
        a = i;
        b = 9;
    }
    a * 10 + b as u64
}
fn of_enum(i: u64) -> u64 {
    let Only::One(a, b);
    a = i;
    b = i as u32 + 1;
    a + 10 * b as u64
}
fn of_array(i: u64) -> u64 {
    let [a, b];
    a = i + 1;
    b = 2;
    a * 10 + b
}
fn of_array_rest(i: u64) -> u64 {
    let [a, .., b]: [u64; 5];
    a = i;
    b = a + 1;
    a * 10 + b
}
fn of_array_middle(i: u64) -> u64 {
    let [a, m @ ..]: [u64; 3];
    m = [i, 2];
    a = 4;
    a + m[0] * 10 + m[1] * 100
}
fn of_rest_all(i: u64) -> u64 {
    let [m @ ..]: [u64; 3];
    m = [i, 2, 3];
    m[0] + m[2]
}
fn whole_and_part(i: u64) -> u64 {
    let w @ (_, _);
    w = (i, 3u8);
    w.0 + w.1 as u64
}
fn whole_and_bound(i: u64) -> u64 {
    let w @ (a, b): (u64, u64);
    w = (i, 3);
    a = 10;
    b = 20;
    w.0 + w.1 + a + b
}
fn alternatives(i: u64) -> u64 {
    let (a | a);
    a = i;
    a
}
fn in_loop(i: u64) -> u64 {
    let mut sum = 0;
    for k in 0..4 {
        let (a, b);
        if k == i {
            continue;
        }
        (a, b) = (k, k * k);
        sum += a * b;
    }
    sum
}
fn borrowed(i: u64) -> u64 {
    let (mut a, b);
    a = [i, 1, 2];
    b = &mut a;
    b[1] = 7;
    a[0] + a[1] * 10
}
fn in_closure(i: u64) -> u64 {
    let f = |k: u64| {
        let (a, [b, c]);
        a = k;
        b = a + 1;
        c = b + 1;
        a + 10 * b + 100 * c
    };
    f(i)
}
fn nothing(i: u64) -> u64 {
    let ((), _, Unit): ((), u8, Unit);
    let (u, v);
    u = ();
    v = Unit;
    let _ = (u, v);
    i
}
fn loops(i: u64) -> u64 {
    let (a, b);
    loop {
        if i > 1 {
            a = 3;
            break;
        }
        a = 4;
        break;
    }
    b = match i {
        0 => 1,
        _ => 2,
    };
    a * 10 + b
}

fn by_reference(i: u64) -> u64 {
    let (ref a, b);
    a = &5u64;
    b = i;
    *a + b
}
fn behind_references(i: u64) -> u64 {
    let &(a, &mut [b, c]);
    a = i;
    (b, c) = (2u8, 3u8);
    a + b as u64 * 10 + c as u64 * 100
}
fn arrays_nested(i: u64) -> u64 {
    let ([[a], [b]], w @ [_, _]);
    a = i;
    b = 2;
    w = [3u8, 4];
    a + b * 10 + w[1] as u64
}
fn arrays_told(i: u64) -> u64 {
    let [a, b] = Default::default();
    let ([c, d], e) = Default::default();
    let _: (u32, u8, u16) = (a, c, e);
    let [] = [0u8; 0];
    (a + b) as u64 + (c + d) as u64 + i
}
fn generic<T: Copy, const N: usize>(x: T) -> ([T; N], T) {
    let (a, [b]);
    a = [x; N];
    b = x;
    (a, b)
}

fn value(i: u64) -> u64 {
    let all = [
        tuple(i),
        nested(i),
        of_struct(i),
        of_tuple_struct(i),
        of_enum(i),
        of_array(i),
        of_array_rest(i),
        of_array_middle(i),
        of_rest_all(i),
        whole_and_part(i),
        whole_and_bound(i),
        alternatives(i),
        in_loop(i),
        borrowed(i),
        in_closure(i),
        nothing(i),
        loops(i),
        by_reference(i),
        behind_references(i),
        arrays_nested(i),
        arrays_told(i),
        generic::<u64, 3>(i).0[2],
        generic::<(), 3>(()).0.len() as u64,
    ];
    let mut h = 0u64;
    for v in all {
        h = h.wrapping_mul(1099511628211) ^ v;
    }
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
