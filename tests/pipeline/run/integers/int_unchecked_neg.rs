// negations without a check, differences with one, signs of floats and their bytes
// threads: 4
// expect: 15395310272311 18446737474492301413 18446737474492301315 6599217250205
use rustg_std::prelude::*;
use core::num::NonZero;

fn value(i: u64) -> u64 {
    let n = i as i32 + 1;
    let back = unsafe { n.unchecked_neg() };
    let apart = (i as u32).checked_signed_diff(2).unwrap_or(50);
    let far = u32::MAX.checked_signed_diff(0).is_none();
    let (size, over) = NonZero::new(i32::MIN + i as i32).map_or((1, false), |n| {
        let (size, over) = n.overflowing_abs();
        (size.get(), over)
    });
    let x = f32::from_ne_bytes((back as f32 * 0.5).to_ne_bytes());
    let signs = x.is_sign_positive() as u64 + 2 * (i as f64).is_sign_positive() as u64 + 4 * far as u64 + 8 * over as u64;
    (back + 100 * apart) as u64 ^ size as u64 ^ signs << 40
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
