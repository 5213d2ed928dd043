// a tag that no variant of a plain enum has
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(u8)]
enum Way {
    North,
    South,
    West = 9,
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let way: Way = unsafe { core::mem::transmute((x[0] + 2) as u8) };
    out[i] = match way { //~ an enum whose tag is 0x2, which is no variant's
        Way::North => 1,
        Way::South => 2,
        Way::West => 3,
    };
}
