// slices from their ends, as pointers and without checks; texts from bytes
// threads: 4
// expect: 19949 19951 19853 19855
use rustg_std::prelude::*;

fn sum(x: &[u64]) -> u64 {
    x.iter().sum()
}

fn value(i: u64) -> u64 {
    let mut x = [i, 3, 5, 7, 11];
    if let Some((first, rest)) = x.split_first_mut() {
        *first += rest[0];
    }
    if let Some((last, rest)) = x.split_last_mut() {
        *last += rest[3];
        rest[1] += 1;
    }
    let mut n = match x.last_chunk::<2>() {
        Some([a, b]) => a * 10 + b,
        None => 1,
    };
    n = n * 2 + x.is_sorted_by(|a, b| a <= b) as u64;
    unsafe {
        let (left, right) = x.split_at_unchecked(2);
        n = n * 100 + sum(left) + 2 * sum(right);
        let (left, right) = x.split_at_mut_unchecked(1);
        left[0] += right[3];
        let [a, b] = x.get_disjoint_unchecked_mut([1, 4]);
        core::mem::swap(a, b);
        let range = x.as_mut_ptr_range();
        *range.start += 1;
        n += range.end.offset_from(range.start) as u64 + x[1];
    }
    let mut rest = x.iter_mut();
    rest.next();
    rest.into_slice()[0] += n;
    for v in x.each_mut() {
        *v += 1;
    }
    let bytes = *b"ab  ";
    let text = unsafe { core::str::from_utf8_unchecked(bytes.trim_ascii_end()) };
    let part = unsafe { text.get_unchecked(1..) };
    sum(&x) + text.len() as u64 * 1000 + part.as_bytes()[0] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
