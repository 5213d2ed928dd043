// slices sorted stably, several places at once, fixed parts, bytes
// threads: 4
// expect: 15141281412131790189 1832097944785993035 16300556891562701480 8333139188125494882
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut v: [u64; 40] = core::array::from_fn(|k| (k as u64 * 7919 + i * 131) % 17);
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let mut w: [(u64, usize); 40] = core::array::from_fn(|k| (v[k], k));
    w.sort_by_key(|p| p.0);
    for p in &w {
        put(p.0 * 100 + p.1 as u64);
    }
    let mut w: [(u64, usize); 40] = core::array::from_fn(|k| (v[k], k));
    w.sort_by(|a, b| b.0.cmp(&a.0));
    for p in &w {
        put(p.0 * 100 + p.1 as u64);
    }
    let mut w: [(u64, usize); 18] = core::array::from_fn(|k| (v[k], k));
    w.sort_unstable_by_key(|p| p.0 / 3);
    for p in &w {
        put(p.0 * 100 + p.1 as u64);
    }
    w.sort();
    put(w[5].1 as u64);
    {
        let (a, m, b) = v.select_nth_unstable(13);
        put(*m);
        put((a.iter().max() <= Some(m)) as u64 + (b.iter().min() >= Some(m)) as u64 * 2 + a.len() as u64 * 4);
    }
    {
        let (_, m, _) = v[..9].select_nth_unstable_by(3, |a, b| b.cmp(a));
        put(*m);
    }
    {
        let (_, m, _) = v.select_nth_unstable_by_key(30, |x| x % 5);
        put(*m % 5);
    }
    v.sort_unstable();
    put(v[3]);
    if let Ok([a, b]) = v.get_disjoint_mut([0, 39]) {
        core::mem::swap(a, b);
    }
    put(v[0]);
    put(v.get_disjoint_mut([1, 1]).is_err() as u64);
    put(v.strip_prefix(&[v[0]]).map_or(0, |s| s.len() as u64));
    put(v.strip_suffix(&[99]).is_none() as u64);
    put(v[..4].as_array::<4>().map_or(0, |a| a[3]));
    put(v.as_array::<3>().is_none() as u64);
    if let Some((a, b)) = v.split_first_chunk_mut::<2>() {
        a[0] += b[0];
    }
    if let Some((a, b)) = v.split_last_chunk_mut::<2>() {
        b[0] += a[0];
    }
    if let Some(c) = v.last_chunk_mut::<3>() {
        c[0] += 5;
    }
    put(v[0] + v[38] * 3 + v[37]);
    if let Some((a, b)) = v.split_last_chunk::<5>() {
        put(a.len() as u64 + b[0]);
    }
    if let Some(a) = v[3..6].as_mut_array::<3>() {
        a.reverse();
    }
    let mut b = *b"  Hello World\t";
    put(b.is_ascii() as u64 + b.trim_ascii().len() as u64 + b.trim_ascii_start().len() as u64 * 20);
    b.make_ascii_uppercase();
    put(b[4] as u64);
    b.make_ascii_lowercase();
    put(b[8] as u64 + b.eq_ignore_ascii_case(b"  HELLO wORLD\t") as u64);
    let r = v.as_ptr_range();
    put(unsafe { r.end.offset_from(r.start) } as u64);
    let p: &mut [u64] = Default::default();
    put(p.len() as u64);
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
