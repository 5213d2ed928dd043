//! Each block's 512 keys in order, by a bitonic network in shared memory.
use rustg_std::prelude::*;

const KEYS: usize = 512;

fn exchange<T: Plain + PartialOrd, const N: usize>(keys: &Shared<T, N>, a: usize, b: usize, up: bool) {
    let (x, y) = (keys.get(a), keys.get(b));
    if (x > y) == up {
        keys.set(a, y);
        keys.set(b, x);
    }
}

#[kernel(block = 256)]
pub fn bitonic_sort(x: &[u64], mut y: GridMut<[u64; 2]>) {
    let keys = Shared::<u64, KEYS>::new();
    let rank = block::rank() as usize;
    let first = thread::block_idx_x() as usize * KEYS;
    for k in [rank, rank + KEYS / 2] {
        keys.set(k, x.get(first + k).copied().unwrap_or(u64::MAX));
    }
    block::sync();
    let mut size = 2;
    while size <= KEYS {
        let mut stride = size / 2;
        while stride > 0 {
            let a = 2 * rank - (rank & (stride - 1));
            exchange(&keys, a, a + stride, a & size == 0);
            block::sync();
            stride /= 2;
        }
        size *= 2;
    }
    let tid = thread::index();
    if let Some(pair) = y.get_mut(tid) {
        *pair = [keys.get(2 * rank), keys.get(2 * rank + 1)];
    }
}
