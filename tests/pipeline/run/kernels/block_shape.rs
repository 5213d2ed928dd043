// a kernel's blocks have the shape that it asks for: what is proved of indices rests on it
// threads: 8
// panics: 7 the launch's blocks have another shape than the kernel's, (4, 2, 1)
use rustg_std::prelude::*;

#[kernel(block = (4, 2))]
pub fn test(mut out: GridMut<u64>) {
    let tile = Shared::<u64, 8>::new();
    let at = thread::idx_y() as usize * 4 + thread::idx_x() as usize;
    tile.set(at, 1);
    block::sync();
    let t = thread::index();
    out[t] = tile.get(at);
}
