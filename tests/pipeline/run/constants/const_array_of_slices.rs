// constant arrays of slices and strs
// threads: 3
// expect: 114115435 119114255 4115505
use rustg_std::prelude::*;

const NAMES: [&str; 3] = ["one", "three", ""];
const LISTS: [&[u8]; 3] = [&[1, 2], &[], &[3, 4, 5]];
static TABLE: [&[&str]; 2] = [&["a", "bc"], &["def"]];
struct Row {
    name: &'static str,
    data: &'static [u32],
}
const ROWS: &[Row] = &[Row { name: "x", data: &[1] }, Row { name: "yy", data: &[2, 3] }];
fn value(i: u64) -> u64 {
    let k = i as usize;
    let a = NAMES[1].len() as u64 + NAMES[k].len() as u64 * 10;
    let b = LISTS[k].len() as u64 + LISTS[2].iter().map(|x| *x as u64).sum::<u64>();
    let c = TABLE[k % 2].len() as u64 + TABLE[0][1].len() as u64;
    let d = ROWS.iter().map(|r| r.name.len() as u64 * r.data.iter().sum::<u32>() as u64).sum::<u64>();
    let e = NAMES[k].as_bytes().first().map_or(0, |x| *x as u64) + ROWS[1].data[1] as u64 + NAMES[k].is_empty() as u64;
    a + b * 100 + c * 1000 + d * 10000 + e * 1000000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
