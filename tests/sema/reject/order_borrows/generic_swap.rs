// Elements of unknown type are not moved and not compared.
use rustg_std::prelude::*;

fn swap<T>(v: &mut [T], a: usize, b: usize) {
    let t = v[a]; //~ E0508 cannot move out of type `[T]`, a non-copy slice
    v[a] = v[b]; //~ E0508 cannot move out of type `[T]`, a non-copy slice
    v[b] = t;
}

fn sort<T>(v: &mut [T]) {
    for i in 0..v.len() {
        for j in i + 1..v.len() {
            if v[j] < v[i] { //~ E0369 binary operation `<` cannot be applied to type `T`
                v.swap(i, j);
            }
        }
    }
}

#[kernel]
pub fn sorted(mut y: GridMut<[u32; 4]>) {
    let i = thread::index();
    if i < y.len() {
        sort(y[i]); //~ E0308 mismatched types
    }
}
