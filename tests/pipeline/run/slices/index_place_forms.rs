// places: nested fields, indices with side effects, compound assignment order
// threads: 3
// panics: 49 attempt to add with overflow
use rustg_std::prelude::*;

#[derive(Clone, Copy, Default)]
struct S {
    a: [u32; 3],
    b: (u8, [i16; 2]),
}
fn next(n: &mut usize) -> usize {
    *n += 1;
    *n - 1
}
fn value(i: u64) -> u64 {
    let mut s = [S::default(); 2];
    let mut k = 0;
    s[next(&mut k)].a[next(&mut k)] = next(&mut k) as u32 + 5;
    s[1].b.1[k - 2] -= 7;
    let r = &mut s[1];
    r.a[i as usize] += 3;
    (r.b.0, r.a[2]) = (9, r.a[i as usize] + 1);
    let mut x = 1u32;
    x += {
        x *= 2;
        x
    };
    let mut v = [1u32, 2, 3];
    let mut j = 0;
    v[j] += {
        j += 1;
        10
    };
    v[{
        j += 1;
        j
    }] *= v[0];
    [v[0], v[1]] = [v[1], v[0]];
    let t = &mut (1u64, [2u64, 3]);
    t.1[0] <<= 2;
    t.0 |= t.1[0];
    let (mut p, mut q);
    (p, .., q) = (1, 2, 3u64);
    (p, _) = (q, p);
    q += p;
    S { a: [_, x, _], .. } = s[0];
    *&mut j += 5;
    s.iter()
        .map(|s| s.a.iter().sum::<u32>() as u64 + s.b.0 as u64 + s.b.1[1] as u64)
        .fold(0u64, |a, b: u64| a.wrapping_mul(7).wrapping_add(b))
        .wrapping_add(x as u64 + v[0] as u64 * 10 + v[2] as u64 * 100 + j as u64 + t.0 + q + k as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
