// cells of slices, from places and arrays
// threads: 3
// expect: 340400214 351401215 362402216
use core::cell::{Cell, UnsafeCell};
use rustg_std::prelude::*;
fn value(i: u32) -> u64 {
    let mut a = [i, 2, 3, 4];
    let whole: &Cell<[u32]> = Cell::from_mut(&mut a[..]);
    let parts = whole.as_slice_of_cells();
    parts[1].set(parts[0].get() + parts[3].get());
    parts[0].swap(&parts[2]);
    let one = Cell::new([1u32, 2, i]);
    let wide: &Cell<[u32]> = &one;
    for (k, c) in wide.as_slice_of_cells().iter().enumerate() {
        c.set(c.get() * 10 + k as u32);
    }
    let raw: &UnsafeCell<[u32]> = &UnsafeCell::new([5u32, 6]);
    unsafe { (*raw.get())[1] += i };
    let last = unsafe { (&*raw.get())[1] } as u64 + size_of_val(raw) as u64;
    let sum = parts.iter().fold(0u64, |s, c| s * 10 + c.get() as u64);
    (sum * 1000 + one.get()[2] as u64) * 100 + last
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
