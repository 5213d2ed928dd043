// quotients and remainders by powers of two, of every width and sign
// threads: 12
// expect: 0 15965215706420352311 1256748031294319835 7088347059564963915 1863234196636348298 14420981933592975068 8214605462184062849 5078695996676690089 9065502282692465468 9773157845126176813 14922428650687322457 10616514746851050576
use rustg_std::prelude::*;

macro_rules! by_powers {
    ($name:ident, $t:ty, $($power:expr),+) => {
        fn $name(x: $t) -> u64 {
            let mut h = 0u64;
            $(
                h = (h.wrapping_mul(31) ^ (x / $power) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                h = (h.wrapping_mul(31) ^ (x % $power) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            )+
            h
        }
    };
}
by_powers!(of_i8, i8, 1, 2, 4, 64, -2, -128);
by_powers!(of_u8, u8, 1, 2, 16, 128);
by_powers!(of_i16, i16, 2, 256, 16384, -32768);
by_powers!(of_u16, u16, 2, 32768);
by_powers!(of_i32, i32, 1, 2, 65536, 0x4000_0000, -4, i32::MIN);
by_powers!(of_u32, u32, 2, 8, 0x8000_0000);
by_powers!(of_i64, i64, 2, 0x1_0000_0000, 1 << 62, -8, i64::MIN);
by_powers!(of_u64, u64, 2, 1024, 1 << 63);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as u64;
    let x = match i {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << 63,
        4 => (1 << 63) - 1,
        5 => 0x8080_8080_8080_8080,
        6 => 0x7F7F_7F7F_7F7F_7F7F,
        _ => (i + 11).wrapping_mul(0xD6E8_FEB8_6659_FD93),
    };
    let y = x.rotate_left(8 * i as u32);
    let mut h = of_u64(x) ^ of_u64(y).rotate_left(1) ^ of_u32(x as u32).rotate_left(2) ^ of_u16(x as u16).rotate_left(3);
    h ^= of_u8(x as u8).rotate_left(4) ^ of_u32(y as u32).rotate_left(5) ^ of_u8(y as u8).rotate_left(6);
    h ^= of_i64(x as i64).rotate_left(7) ^ of_i32(x as i32).rotate_left(8) ^ of_i16(x as i16).rotate_left(9);
    h ^= of_i8(x as i8).rotate_left(10) ^ of_i64(y as i64).rotate_left(11) ^ of_i32(y as i32).rotate_left(12);
    out[t] = h;
}
