// characters written to bytes; ends taken off slices
// threads: 4
// expect: 328 875 17309 241452
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let c = ['a', 'é', '€', '😀'][i as usize];
    let mut b = [0u8; 4];
    let s = c.encode_utf8(&mut b);
    let n = s.len();
    let f = s.chars().next().unwrap() as u64;
    let mut w = [0u16; 2];
    let k = c.encode_utf16(&mut w).len();
    let mut sl: &[u64] = &[1, 2, 3, i];
    let a = *sl.split_off_first().unwrap() + *sl.split_off_last().unwrap();
    let mut arr = [1u64, 2, 3];
    let mut m = &mut arr[..];
    *m.split_off_first_mut().unwrap() += 5;
    *m.split_off_last_mut().unwrap() *= 2;
    f + n as u64 * 7
        + k as u64 * 11
        + b.iter().map(|&x| x as u64).sum::<u64>()
        + w[0] as u64
        + w[1] as u64
        + a
        + sl.len() as u64
        + arr[0]
        + arr[2]
        + [1u8, 2].element_offset(&3).is_none() as u64
        + core::iter::chain([1u64], [2]).sum::<u64>()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
