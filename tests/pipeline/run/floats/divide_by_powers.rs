// Quotients of floats by powers of two, great and small, and integers that become floats
// threads: 16
// expect: 4739720734494932557 14644914482204121395 11765556420186607993 7511057094407362200 18391706132206526588 14255761207349092108 8756510801345372690 8228474783009522422 11560567943075798579 4137173238848189396 13870218322802826012 11331295791317716224 11975960953889873387 15003471616200347008 3874231374666868958 10566277489119764471
use rustg_std::prelude::*;

macro_rules! by {
    ($h:ident, $v:expr => $($d:expr),*) => {
        $({
            let q = $v / $d;
            $h = $h.wrapping_mul(0x100_0000_01b3) ^ if q.is_nan() { 5 } else { q.to_bits() as u64 };
        })*
    };
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32;
    let (mut h, mut near) = (n as u64, [0f64; 3]);
    for k in 0..12 {
        let x = f32::from_bits((n * 12 + k).wrapping_mul(0x0599_99A1) ^ (k << 31));
        by!(h, x => 2.0, -4.0, 0.5, 1.0, -1.0, 3.0, f32::MIN_POSITIVE, 1.701_411_8e38, 1e-45, 8.507_059e37);
        by!(h, x => 1.175_494_4e-38, 2.350_988_7e-38, 0.0, -0.0, f32::INFINITY, 4294967295u32 as f32);
        let y = f64::from_bits(((n * 12 + k) as u64).wrapping_mul(0x0519_9999_A1B3_4455));
        by!(h, y => 2.0, -4.0, 0.5, 1.0, 7.0, f64::MIN_POSITIVE, 8.98846567431158e307, 5e-324, 4.49423283715579e307);
        by!(h, y => (1u64 << 53) as f64, (1i64 << 40) as f64, i64::MIN as f64, 0.0, f64::NEG_INFINITY);
        near[k as usize % 3] += (u64::MAX as f32 as f64) + (0x7fff_ffff_ffff_fe01i64 as f64) + (-127i8 as f32) as f64;
    }
    out[t] = near.iter().fold(h, |h, v| h.rotate_left(7) ^ v.to_bits());
}
