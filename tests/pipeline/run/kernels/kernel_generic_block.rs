// a generic kernel of fixed blocks with shared memory and a parameter of its type
// threads: 4
// instance: test::<u64>
// expect: 3 2 1 0
use rustg_std::prelude::*;

#[kernel(block = 4)]
pub fn test<T: Pod>(mut out: GridMut<T>) {
    let t = thread::index();
    let tile = Shared::<u64, 4>::new();
    tile.set(thread::idx_x() as usize, t.get() as u64);
    block::sync();
    let other = tile.get(3 - thread::idx_x() as usize);
    out[t] = T::of(other);
}

pub trait Pod: Copy {
    fn of(v: u64) -> Self;
}

impl Pod for u64 {
    fn of(v: u64) -> u64 {
        v
    }
}

impl Pod for u8 {
    fn of(v: u64) -> u8 {
        v as u8
    }
}
