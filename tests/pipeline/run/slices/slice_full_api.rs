// methods of slices
// threads: 3
// expect: 11501689904613896947 17588616009332919157 17201927133768604875
use rustg_std::prelude::*;

fn hash(s: &[u32]) -> u64 {
    s.iter().fold(s.len() as u64, |n, x| n.wrapping_mul(1_000_003) ^ *x as u64)
}
fn value(i: u64) -> u64 {
    let mut a = [5u32, 3, 8, 1, 9, 2, 7, i as u32];
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    add(*a.first().unwrap() as u64 + *a.last().unwrap() as u64);
    add(a.contains(&8) as u64 + a.starts_with(&[5, 3]) as u64 * 2 + a.ends_with(&[7]) as u64 * 4);
    let (l, r) = a.split_at(3);
    add(hash(l) ^ hash(r));
    add(a.split_first().map_or(0, |(x, rest)| *x as u64 + hash(rest)));
    add(a.split_last().map_or(0, |(x, rest)| *x as u64 + hash(rest)));
    a.swap(0, 7);
    add(hash(&a));
    a.reverse();
    add(hash(&a));
    a[1..].rotate_left(2);
    add(hash(&a));
    a.rotate_right(3);
    add(hash(&a));
    a[2..5].fill(4);
    add(hash(&a));
    a.copy_within(4..7, 1);
    add(hash(&a));
    let b = a;
    a[..4].copy_from_slice(&b[4..]);
    add(hash(&a));
    a[..2].clone_from_slice(&b[6..]);
    add(hash(&a));
    let (x, y) = a.split_at_mut(4);
    x.swap_with_slice(y);
    add(hash(&a));
    for c in a.chunks(3) {
        add(hash(c));
    }
    for c in a.chunks_exact(3) {
        add(hash(c));
    }
    add(hash(a.chunks_exact(3).remainder()));
    for c in a.rchunks(3) {
        add(hash(c));
    }
    for c in a.windows(3).rev() {
        add(hash(c));
    }
    for c in a.chunks_mut(5) {
        c[0] += 1;
    }
    for c in a.chunks_exact_mut(2) {
        c[1] += 1;
    }
    add(hash(&a));
    a.sort_unstable();
    add(hash(&a));
    add(a.binary_search(&9).unwrap_or_else(|e| e + 100) as u64);
    add(a.binary_search_by(|x| x.cmp(&4)).is_ok() as u64);
    add(a.partition_point(|x| *x < 5) as u64);
    a.sort_unstable_by(|x, y| y.cmp(x));
    add(hash(&a));
    a.sort_unstable_by_key(|x| *x % 4);
    add(a.iter().map(|x| (*x % 4) as u64).fold(0, |n, x| n * 4 + x));
    add(a.iter().rev().position(|x| *x == 9).unwrap_or(50) as u64);
    add(a.is_sorted() as u64 + [1, 2, 2].is_sorted() as u64 * 2);
    add(a.concat_len());
    if let Some(x) = a.get_mut(3) {
        *x = 77;
    }
    if let Some(x) = a.first_mut() {
        *x = 78;
    }
    if let Some(x) = a.last_mut() {
        *x = 79;
    }
    add(hash(&a));
    if let Some([x, y]) = a.first_chunk::<2>() {
        add((*x + *y) as u64);
    }
    add(a.iter().copied().max().unwrap() as u64);
    let (head, tail) = a.as_chunks::<3>();
    add(head.len() as u64 * 10 + tail.len() as u64);
    for part in a.split(|x| *x % 2 == 0) {
        add(part.len() as u64);
    }
    add((a[..2] < a[1..3]) as u64 + (a[..2] == [78, 4][..]) as u64 * 2);
    add(a.repeat_len());
    n
}
trait Len {
    fn concat_len(&self) -> u64;
    fn repeat_len(&self) -> u64;
}
impl Len for [u32] {
    fn concat_len(&self) -> u64 {
        self.len() as u64
    }
    fn repeat_len(&self) -> u64 {
        self.is_empty() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
