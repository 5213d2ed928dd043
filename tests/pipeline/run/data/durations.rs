// spans of time: what they are made of, operators, and floats
// threads: 5
// expect: 13913040931092449103 13446593633354887883 17033341932087193838 735532153908986608 17459725494595939955
use rustg_std::prelude::*;
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const MOST: Duration = Duration::new(u64::MAX, 999_999_999);

fn mix(all: &mut u64, x: u64) {
    *all = all.rotate_left(9).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ x;
}
fn add(all: &mut u64, x: Duration) {
    mix(all, x.as_secs());
    mix(all, x.subsec_nanos() as u64);
}
fn add_some(all: &mut u64, x: Option<Duration>) {
    match x {
        Some(x) => add(all, x),
        None => mix(all, 77),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut all = 0;
    let some = [
        Duration::ZERO, Duration::MAX, Duration::new(3, 2_500_000_007), Duration::from_secs(7), Duration::from_millis(4_321),
        Duration::from_micros(98_765_432), Duration::from_nanos(u64::MAX), Duration::from_nanos_u128(1 << 90), DAY,
        Duration::from_mins(90), Duration::new(u64::MAX - 1, 999_999_999), Duration::new(0, 1), Duration::new(1, 999_999_999),
    ];
    match t.get() {
        0 => {
            for x in some {
                add(&mut all, x);
                mix(&mut all, x.is_zero() as u64);
                mix(&mut all, (x.subsec_millis() as u64) << 32 | x.subsec_micros() as u64);
                for wide in [x.as_millis(), x.as_micros(), x.as_nanos()] {
                    mix(&mut all, wide as u64);
                    mix(&mut all, (wide >> 64) as u64);
                }
                mix(&mut all, x.as_secs_f64().to_bits());
                mix(&mut all, x.as_secs_f32().to_bits() as u64);
                mix(&mut all, (x == MOST) as u64 + 2 * (x == Duration::default()) as u64);
            }
        }
        1 => {
            for a in some {
                for b in some {
                    add_some(&mut all, a.checked_add(b));
                    add_some(&mut all, a.checked_sub(b));
                    add(&mut all, a.saturating_add(b));
                    add(&mut all, a.saturating_sub(b));
                    add(&mut all, a.abs_diff(b));
                    mix(&mut all, a.cmp(&b) as u64 & 3 | (a < b) as u64 * 4);
                    let (wide, narrow) = (a.div_duration_f64(b), a.div_duration_f32(b));
                    mix(&mut all, if wide.is_nan() { 1 } else { wide.to_bits() });
                    mix(&mut all, if narrow.is_nan() { 1 } else { narrow.to_bits() as u64 });
                }
            }
        }
        2 => {
            for a in some {
                for n in [0, 1, 2, 3, 7, 1000, 999_999_999, u32::MAX] {
                    add_some(&mut all, a.checked_mul(n));
                    add_some(&mut all, a.checked_div(n));
                    add(&mut all, a.saturating_mul(n));
                }
            }
            let mut x = Duration::new(5, 600_000_000);
            x += Duration::new(1, 700_000_000);
            x -= Duration::from_millis(1);
            x *= 5;
            x /= 3;
            add(&mut all, 4 * x + x / 9 - x * 2);
            add(&mut all, some[2..6].iter().sum());
            add(&mut all, some[8..10].iter().copied().sum());
        }
        3 => {
            let floats = [
                0.0, -0.0, 1e-10, 4.65e-10, 4.66e-10, 5e-10, 1.5e-9, 2.5e-9, 0.1, 0.999_999_999_5, 2.7, 1e9 + 0.3, 1e15, 1.8e19,
                18446744073709551615.0, 1e300, -1e-300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.5 / 1024.0 / 1024.0 / 1e9,
                1.0 + 1.0 / 1024.0 / 512.0 / 1024.0, 0.000_000_000_499_999_999_999,
            ];
            for x in floats {
                add_some(&mut all, Duration::try_from_secs_f64(x).ok());
                add_some(&mut all, Duration::try_from_secs_f32(x as f32).ok());
                mix(&mut all, (Duration::try_from_secs_f64(x) == Duration::try_from_secs_f64(-1.0)) as u64);
            }
            let mut bits = 0x3000_0000_0000_0001u64;
            for _ in 0..200 {
                bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let x = f64::from_bits(bits >> 7 | 0x3C0 << 52);
                add_some(&mut all, Duration::try_from_secs_f64(x).ok());
                add_some(&mut all, Duration::try_from_secs_f32(x as f32).ok());
            }
        }
        _ => {
            add(&mut all, Duration::from_secs_f64(2.7));
            add(&mut all, Duration::from_secs_f32(2.7));
            add(&mut all, some[2].mul_f64(3.14) + some[2].div_f64(3.14) + some[3].mul_f32(0.3) + some[3].div_f32(0.7));
            mix(&mut all, size_of::<Duration>() as u64 + 100 * size_of::<Option<Duration>>() as u64);
            let absent: Option<Duration> = if all == 0 { Some(DAY) } else { None };
            mix(&mut all, absent.is_none() as u64);
            mix(&mut all, matches!(DAY, Duration::ZERO) as u64);
        }
    }
    out[t] = all;
}
