// casts from every integer type to every other, and to floats and back
// threads: 10
// expect: 2247583561768494005 998184281983569851 10951761395972330469 1824066045666967497 1679950857591111625 11815693694843047971 7667642624253272467 17550058706998709931 11047350051613524045 11191465239689379917
use rustg_std::prelude::*;

fn mix(n: u64, x: u64) -> u64 {
    n.rotate_left(7) ^ x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn value(i: u64) -> u64 {
    let mut n = i;
    let seeds = [
        0u64,
        1,
        127,
        128,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        2147483647,
        2147483648,
        4294967295,
        4294967296,
        u64::MAX / 2,
        u64::MAX / 2 + 1,
        u64::MAX,
    ];
    for seed in seeds {
        match i {
            0 => {
                let x = seed as i8;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as i8 as u64);
                n = mix(n, (x as f64 * 1.5) as i8 as u64);
                n = mix(n, (-(x as f64) * 0.75) as i8 as u64);
            }
            1 => {
                let x = seed as i16;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as i16 as u64);
                n = mix(n, (x as f64 * 1.5) as i16 as u64);
                n = mix(n, (-(x as f64) * 0.75) as i16 as u64);
            }
            2 => {
                let x = seed as i32;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as i32 as u64);
                n = mix(n, (x as f64 * 1.5) as i32 as u64);
                n = mix(n, (-(x as f64) * 0.75) as i32 as u64);
            }
            3 => {
                let x = seed as i64;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as i64 as u64);
                n = mix(n, (x as f64 * 1.5) as i64 as u64);
                n = mix(n, (-(x as f64) * 0.75) as i64 as u64);
            }
            4 => {
                let x = seed as isize;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as isize as u64);
                n = mix(n, (x as f64 * 1.5) as isize as u64);
                n = mix(n, (-(x as f64) * 0.75) as isize as u64);
            }
            5 => {
                let x = seed as u8;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as u8 as u64);
                n = mix(n, (x as f64 * 1.5) as u8 as u64);
                n = mix(n, (-(x as f64) * 0.75) as u8 as u64);
            }
            6 => {
                let x = seed as u16;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as u16 as u64);
                n = mix(n, (x as f64 * 1.5) as u16 as u64);
                n = mix(n, (-(x as f64) * 0.75) as u16 as u64);
            }
            7 => {
                let x = seed as u32;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as u32 as u64);
                n = mix(n, (x as f64 * 1.5) as u32 as u64);
                n = mix(n, (-(x as f64) * 0.75) as u32 as u64);
            }
            8 => {
                let x = seed as u64;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as u64 as u64);
                n = mix(n, (x as f64 * 1.5) as u64 as u64);
                n = mix(n, (-(x as f64) * 0.75) as u64 as u64);
            }
            _ => {
                let x = seed as usize;
                n = mix(n, x as i8 as u64);
                n = mix(n, x as i16 as u64);
                n = mix(n, x as i32 as u64);
                n = mix(n, x as i64 as u64);
                n = mix(n, x as isize as u64);
                n = mix(n, x as u8 as u64);
                n = mix(n, x as u16 as u64);
                n = mix(n, x as u32 as u64);
                n = mix(n, x as u64 as u64);
                n = mix(n, x as usize as u64);
                n = mix(n, (x as f32).to_bits() as u64);
                n = mix(n, (x as f64).to_bits());
                n = mix(n, (x as f32) as usize as u64);
                n = mix(n, (x as f64 * 1.5) as usize as u64);
                n = mix(n, (-(x as f64) * 0.75) as usize as u64);
            }
        }
    }
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
