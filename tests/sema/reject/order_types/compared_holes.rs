// What is compared with a value whose type is not known whole: one impl alone says what stands on the right.
use rustg_std::prelude::*;
pub fn all(x: &[f32]) {
    let mut best = None;
    for v in x.iter() {
        if best < v { //~ E0308 mismatched types
            best = Some(*v);
        }
    }
    let mut b2 = None;
    if b2 == x[0] { //~ E0308 mismatched types
        b2 = Some(1.0);
    }
    let mut b3 = Some(1.0);
    if b3 == x[0] { //~ E0308 mismatched types
        b3 = None;
    }
    let b4 = Some(1);
    if b4 > 3u8 {} //~ E0308 mismatched types
    let b5 = (1, 2.0);
    if b5 == 3 {} //~ E0308 mismatched types
    let b6 = Some(1.0f32);
    if b6 < x.get(0) {} //~ E0308 mismatched types
    let b7 = [1, 2];
    if b7 == 1 {} //~ E0277 can't compare `[{integer}; 2]` with `{integer}`
}
