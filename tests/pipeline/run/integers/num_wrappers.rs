// Wrapping, Saturating, NonZero
// threads: 4
// expect: 645017396044712748 18317757676098183412 3033929947042330797 7464429255486938824
use rustg_std::prelude::*;

use core::num::*;
const N: NonZeroU32 = NonZeroU32::new(5).unwrap();
fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let mut w = Wrapping(i as u8 + 250);
    w += 3;
    w += Wrapping(1);
    put(w.0 as u64);
    w = -w;
    put(w.0 as u64);
    w = !w;
    put(w.0 as u64);
    w <<= 1;
    put((w > Wrapping(3)) as u64 + w.cmp(&Wrapping(9)) as i8 as u64);
    w *= 3;
    w -= 200;
    put(w.0 as u64);
    put([Wrapping(200u8), Wrapping(100)].into_iter().sum::<Wrapping<u8>>().0 as u64);
    put((w + &Wrapping(1)).0 as u64);
    put((Wrapping(-5i32) % Wrapping(3)).0 as u64);
    let mut s = Saturating(i as i8 + 100);
    s += 30;
    put(s.0 as u64);
    s = -s;
    s -= Saturating(100);
    put(s.0 as u64);
    s *= 2;
    put(s.0 as u64);
    put(Saturating(3u8).pow(9).0 as u64);
    put((Saturating(i32::MIN) / Saturating(-1)).0 as u64);
    put(Saturating::<u8>::MAX.0 as u64 + (Saturating(5) < Saturating(6)) as u64);
    s /= 3;
    s |= 1;
    put(s.abs().0 as u64);
    put(N.get() as u64);
    let z = NonZero::new(i);
    put(z.map_or(99, |z| z.get() + z.leading_zeros() as u64));
    let n = NonZero::new(7u8).unwrap();
    put((100u8 / n + 100u8 % n) as u64);
    put(n.checked_mul(NonZeroU8::new(50).unwrap()).is_none() as u64);
    put((n | 8).get() as u64 + n.ilog2() as u64);
    let q: u8 = n.into();
    put(q as u64);
    put(NonZeroI32::try_from(0).is_err() as u64);
    put(NonZeroI32::new(-5).unwrap().unsigned_abs().get() as u64);
    put("0".parse::<NonZeroU8>().is_err() as u64);
    put((-NonZeroI8::new(3).unwrap()).get() as u64);
    put((NonZeroU16::MIN < NonZeroU16::MAX) as u64);
    put(n.saturating_add(250).get() as u64 + n.count_ones().get() as u64);
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
