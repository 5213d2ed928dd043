// raw pointers over arrays and structs, casts and offsets
// threads: 4
// expect: 3211379 4322379 5433379 6544379
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
struct Node {
    key: u32,
    next: *const Node,
}
unsafe fn sum(mut at: *const Node) -> u32 {
    let mut total = 0;
    while !at.is_null() {
        let Node { key, next } = unsafe { *at };
        total = total * 10 + key;
        at = next;
    }
    total
}
fn fill(to: *mut u16, n: usize) {
    for k in 0..n {
        unsafe {
            to.add(k).write(k as u16 * 3);
        }
    }
}
fn value(i: u64) -> u64 {
    let mut nodes = [Node { key: 0, next: core::ptr::null() }; 4];
    for k in 0..4 {
        nodes[k].key = k as u32 + i as u32;
        nodes[k].next = if k == 0 { core::ptr::null() } else { &raw const nodes[k - 1] };
    }
    let s = unsafe { sum(&nodes[3]) };
    let mut xs = [0u16; 6];
    fill(xs.as_mut_ptr(), xs.len());
    let p = &raw mut xs;
    let q = p as *mut u16;
    let w = unsafe {
        *q.offset(2) += 100;
        *q.add(5).sub(1) = 9;
        q.add(5).offset_from(q) as u64 + (*p)[2] as u64 + *(q as *const u8).add(4) as u64
    };
    let bytes = unsafe { core::slice::from_raw_parts(q.cast::<u8>(), 12) };
    let f = 1.5f32;
    let bits = unsafe { *(&f as *const f32 as *const u32) };
    s as u64 * 1000 + w + bytes.iter().map(|&b| b as u64).sum::<u64>() + (bits >> 20) as u64 + (q as usize % 2) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
