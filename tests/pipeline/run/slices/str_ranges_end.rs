// ranges of strs and slices that end at usize::MAX or were gone through, as `get` takes them
// threads: 1
// expect: 9730014500650092491
use rustg_std::prelude::*;

fn mix(sum: u64, found: Option<&[u8]>) -> u64 {
    sum.wrapping_mul(31) + found.map_or(7, |bytes| bytes.len() as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let most = usize::MAX - t.get();
    let text = "hé€o";
    let bytes = text.as_bytes();
    let mut sum = 1;
    for end in [0, 2, 6, 7, most] {
        let mut gone = end..=end;
        gone.next();
        sum = mix(sum, text.get(..=end).map(str::as_bytes));
        sum = mix(sum, text.get(1..=end).map(str::as_bytes));
        sum = mix(sum, text.get(gone.clone()).map(str::as_bytes));
        sum = mix(sum, text.split_at_checked(end).map(|both| both.1.as_bytes()));
        sum = mix(sum, bytes.get(..=end));
        sum = mix(sum, bytes.get(1..=end));
        sum = mix(sum, bytes.get(gone));
        sum = mix(sum, bytes.split_at_checked(end).map(|both| both.0));
    }
    out[t] = sum;
}
