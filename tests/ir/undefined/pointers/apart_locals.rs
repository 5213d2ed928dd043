// offset_from between two locals, of which the first is left at its end
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, _x: &[u32]) {
    let i = thread::index();
    let (a, b) = ([1u32; 4], [2u32; 4]);
    let end = unsafe { a.as_ptr().add(4) };
    let all = unsafe { end.offset_from(a.as_ptr()) } as u32;
    out[i] = all + unsafe { end.offset_from(b.as_ptr()) } as u32; //~ `offset_from` of pointers into two places: `a` and `b`
}
