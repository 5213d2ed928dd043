// Casts of all kinds of types that cannot be.
use rustg_std::prelude::*;

struct Meters(f32);

enum Mode { A = 1, B = 2 }
enum Payload { X(u32), Y }

#[kernel]
pub fn casts(x: &[f32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        let m = Meters(x[i]);
        let a = m as f32; //~ E0605 non-primitive cast: `Meters` as `f32`
        let b = Mode::A as u32;
        let c = Payload::Y as u32; //~ E0605 non-primitive cast: `Payload` as `u32`
        let d = 3 as bool; //~ E0054 cannot cast `i32` as `bool`
        let e = 65u32 as char; //~ E0604 only `u8` can be cast as `char`, not `u32`
        let f = &x[i] as u32; //~ E0606 casting `&f32` as `u32` is invalid
        let g = x as *const f64; //~ E0606 casting `&[f32]` as `*const f64` is invalid
        y[i] = b + 'a' as u32 + "1" as u32; //~ E0606 casting `&'static str` as `u32` is invalid
    }
}
