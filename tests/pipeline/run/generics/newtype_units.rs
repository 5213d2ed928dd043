// newtypes with macros-free operators and conversions both ways
// threads: 4
// expect: 2000000001 2000507052 2000001102 2001507152
use rustg_std::prelude::*;

use core::ops::{Div, Mul};
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
struct Meter(f64);
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
struct Second(f64);
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Ratio<A, B>(A, B);
type Speed = Ratio<Meter, Second>;
impl Div<Second> for Meter {
    type Output = Speed;
    fn div(self, s: Second) -> Speed {
        Ratio(Meter(self.0 / s.0), Second(1.0))
    }
}
impl<A, B> Mul<B> for Ratio<A, B>
where
    A: Into<f64> + From<f64>,
    B: Into<f64>,
{
    type Output = A;
    fn mul(self, b: B) -> A {
        let k: f64 = b.into();
        A::from(self.0.into() * k / self.1.into())
    }
}
impl From<f64> for Meter {
    fn from(x: f64) -> Meter {
        Meter(x)
    }
}
impl From<Meter> for f64 {
    fn from(m: Meter) -> f64 {
        m.0
    }
}
impl From<Second> for f64 {
    fn from(Second(s): Second) -> Self {
        s
    }
}
struct Km(u32);
impl From<Km> for Meter {
    fn from(k: Km) -> Self {
        Self(f64::from(k.0) * 1e3)
    }
}
impl TryFrom<Meter> for Km {
    type Error = Meter;
    fn try_from(m: Meter) -> Result<Km, Meter> {
        let k = m.0 / 1e3;
        if k.fract() == 0.0 && (0.0..1e6).contains(&k) { Ok(Km(k as u32)) } else { Err(m) }
    }
}
fn far(x: impl Into<Meter>) -> f64 {
    x.into().0
}
fn value(i: u64) -> u64 {
    let v = Meter(100.0) / Second(8.0);
    let d: Meter = v * Second(i as f64);
    let k = Km::try_from(Meter(i as f64 * 500.0)).map(|Km(k)| k).unwrap_or_else(|m| m.0 as u32 + 7);
    let t: Result<Km, _> = d.try_into();
    (far(d) * 4.0) as u64 + k as u64 * 1000 + far(Km(2)) as u64 * 1_000_000 + t.is_ok() as u64 + (d > Meter::default()) as u64 * 2
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
