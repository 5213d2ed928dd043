// GridMut::tiles and get_unchecked_mut
// threads: 8
// expect: 0 1 2 10003 10 11 12 10013
use rustg_std::prelude::*;

#[kernel]
pub fn test(out: GridMut<u64>) {
    let t = thread::index();
    let n = out.len();
    let mut tiles = unsafe { out.tiles::<4>() };
    if t < tiles.len() {
        let m = tiles.len();
        let tile = &mut tiles[t];
        for (k, x) in tile.iter_mut().enumerate() {
            *x = (t.get() * 10 + k) as u64;
        }
        tile[3] += (n + m) as u64 * 1000;
    }
}
