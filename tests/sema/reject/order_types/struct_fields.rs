// A wrong literal has its type all the same, and a struct that is called comes at its call.
use rustg_std::prelude::*;

#[derive(Clone, Copy, Default)]
struct Config { width: u32, height: u32, scale: f32 }

#[kernel]
pub fn configured(mut y: GridMut<f32>) {
    let i = thread::index();
    let a = Config { width: 1, height: 2 }; //~ E0063 missing field `scale` in initializer of `Config`
    let b = Config { width: 1, height: 2, scale: 1, depth: 3 }; //~ E0308 mismatched types //~ E0560 struct `Config` has no field named `depth`
    let c = Config { width: 1, width: 2, ..Config::default() }; //~ E0062 field `width` specified more than once
    let d = Config(1, 2, 3.0); //~ E0423 expected function, tuple struct or tuple variant, found
    if i < y.len() {
        y[i] = a.scale + b.heigth as f32; //~ E0609 no field `heigth` on type `Config`
    }
}
