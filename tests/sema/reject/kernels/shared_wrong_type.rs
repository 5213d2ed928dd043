use rustg_std::prelude::*;

#[kernel]
pub fn k(mut y: GridMut<u32>) {
    let s = Shared::<u32, 4>::new();
    s.set(0, 1.5f32); //~ E0308 mismatched types
    y[thread::index()] = s.get(0);
}
