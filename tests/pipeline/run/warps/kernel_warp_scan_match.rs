// Masks, matches, scans and reductions of bits of a warp and of one that is not whole
// threads: 44
// expect: 2269530523369487 4539061044183055 9078122085810271 18156244169064591 283691316609183 567382630662399 1134765258768703 2269530523369823 4539061044183391 9078122085810607 18156244169064927 283691316609519 567382630662735 1134765258769039 2269530523370159 4539061044183727 9078122085810943 18156244169065263 283691316609855 567382630663071 1134765258769375 2269530523370495 4539061044184063 9078122085811279 18156244169065599 283691316610191 567382630663407 1134765258769711 2269530523370831 4539061044184399 9078122085811615 18156244169065935 1084706831 2166837359 4331098287 8659620047 17316663503 271012127 539447631 1084707167 2166837695 4331098623 8659620383 17316663839
use rustg_std::prelude::*;

#[kernel(block = 44)]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (x, y, z) = thread::index_3d();
    let own = t.get() as u32 * 5 % 7;
    let same = warp::match_any(own);
    let floats = warp::match_any(own as f32) == same;
    let alike = warp::match_all(own) as u64 * 2 + warp::match_all(t.get() / 32) as u64;
    let bits = warp::reduce_or(1u32 << own) ^ warp::reduce_xor(own) ^ warp::reduce_and(own | 8);
    let before = warp::scan_add_before(own);
    let scans = warp::scan_add(own) - before == own
        && warp::scan_min(own) <= own
        && warp::scan_max(own as i64) >= own as i64
        && warp::scan(own, |_, b| b) == own;
    let lanes = (warp::active() & warp::lanes_before()).count_ones();
    let places = (x == t.get() && y == 0 && z == 0) as u64;
    let facts = floats as u64 * 8 + scans as u64 * 4 + (lanes == warp::lane()) as u64 * 2 + places;
    out[t] = (((same as u64 * 4 + alike) * 512 + bits as u64) * 256 + before as u64) * 16 + facts;
}
