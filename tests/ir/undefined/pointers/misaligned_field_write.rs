// a field that is written of a struct that stands at half of its alignment
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[repr(align(8))]
struct Wide(u32, u32);

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut room = Wide(x[0], x[1]);
    let p = (&raw mut room).cast::<u32>().wrapping_add(1).cast::<Wide>();
    unsafe { (*p).0 = 1 }; //~ a write of 4 bytes in a place that is not aligned: at byte 4 of `room`, where alignment 8 is required
    out[t] = room.1;
}
