// borrows through functions, splits and iterators by reference
// threads: 3
// expect: 1062 1140 1502
use rustg_std::prelude::*;

fn pick<'a>(a: &'a mut [u64], b: &'a mut [u64], which: bool) -> &'a mut u64 {
    if which { &mut a[0] } else { b.last_mut().unwrap() }
}
fn first_word(s: &[u8]) -> &[u8] {
    match s.iter().position(|b| *b == b' ') {
        Some(n) => &s[..n],
        None => s,
    }
}
fn longest<'a>(a: &'a [u8], b: &'a [u8]) -> &'a [u8] {
    if a.len() >= b.len() { a } else { b }
}
fn value(i: u64) -> u64 {
    let (mut a, mut b) = ([1, 2], [3, 4]);
    *pick(&mut a, &mut b, i == 1) += 10;
    let w = first_word(b"hello world");
    let l = longest(w, &[1u8; 7][..i as usize * 3]);
    let mut v = [0u64; 6];
    {
        let (x, y) = v.split_at_mut(3);
        x.copy_from_slice(&[1, 2, i]);
        y[0] = x[2];
        for (p, q) in x.iter().zip(y.iter_mut()) {
            *q += *p;
        }
    }
    let mut total = 0u64;
    let mut it = v.chunks_exact(4);
    for c in it.by_ref() {
        total += c.iter().product::<u64>();
    }
    total += it.remainder().iter().sum::<u64>() * 100;
    let mut state = (1u32, 0u32);
    let seq = std::iter::from_fn(|| {
        state = (state.0 * 5 + 1, state.1 + 1);
        (state.1 < 6).then_some(state.0 % 17)
    });
    let max = seq.enumerate().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).unwrap();
    let mut x = 10u8;
    let y = &mut x;
    let z = &mut *y;
    *z -= 1;
    *y -= 1;
    let sorted = {
        let mut s = [(3, 'c'), (1, 'z'), (1, 'a'), (2, 'b')];
        s.sort_unstable();
        s
    };
    let bits = (0..64).filter(|k| (0xF0F0u64.rotate_left(i as u32 * 8) >> k) & 1 == 1).map(|k| k as u64).sum::<u64>();
    a[0] + b[1] * 10
        + l.len() as u64 * 100
        + total
        + max.0 as u64 * 7
        + max.1 as u64
        + x as u64
        + sorted[0].1 as u64
        + sorted[3].0 as u64
        + bits
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
