// Whether sums, differences and products with constants overflow, for numbers near the ends and the constants' own limits
// threads: 16
// expect: 4865843901270240885 1739768036682751796 2263734877155982875 10933916967913089398 6778000580935781601 14161869637859354679 13039198092072097964 11437309888912103650 2169717888419068801 9498049032082303595 6869872871026996536 9642187223723315941 12272490757649711580 14354126599272121527 16528721548452089232 4029692550645445461
use rustg_std::prelude::*;

macro_rules! by {
    ($h:ident, $v:expr, $t:ty: $($c:expr),*) => {
        $(for d in 0..5u64 {
            for at in [<$t>::MIN, <$t>::MAX, 0, $c, <$t>::MAX.wrapping_sub($c), <$t>::MIN.wrapping_add($c), $v as $t] {
                let x = at.wrapping_add(d as $t).wrapping_sub(2);
                let bits = x.checked_add($c).is_none() as u64 | (x.checked_sub($c).is_none() as u64) << 1
                    | (x.checked_mul($c).is_none() as u64) << 2 | ((($c) as $t).checked_add(x).is_none() as u64) << 3
                    | ((($c) as $t).checked_sub(x).is_none() as u64) << 4;
                $h = $h.wrapping_mul(0x100_0000_01b3) ^ bits;
            }
        })*
    };
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let v = (t.get() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut h = v;
    by!(h, v, u32: 0, 1, 3, 7, 0x7fff_ffff, 0x8000_0000, u32::MAX);
    by!(h, v, i32: 0, 1, -1, 3, -7, i32::MAX, i32::MIN, i32::MIN + 1);
    by!(h, v, u64: 0, 1, 3, 10, 0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, u64::MAX);
    by!(h, v, i64: 0, 1, -1, 3, -7, i64::MAX, i64::MIN, i64::MIN + 1);
    by!(h, v, u8: 0, 1, 3, 127, 255);
    by!(h, v, i16: 1, -1, -300, i16::MAX, i16::MIN);
    out[t] = h;
}
