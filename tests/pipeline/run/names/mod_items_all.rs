// modules with all kinds of items, attributes, re-exports and visibilities
// threads: 4
// expect: 35019 17755024 35475029 53200334
use rustg_std::prelude::*;

/// Outer.
pub mod math {
    #![allow(unused)]
    pub(crate) mod consts {
        pub const TAU: f64 = 2.0 * super::super::PI;
        pub use super::detail::Hidden as Shown;
    }
    mod detail {
        #[derive(Default, Clone, Copy)]
        pub struct Hidden {
            pub(in super::super) x: u32,
            y: u32,
        }
        impl Hidden {
            pub const fn with(x: u32) -> Self {
                Self { x, y: x * 2 }
            }
            pub fn y(self) -> u32 {
                self.y
            }
        }
        pub enum Never {}
        pub use Kind::*;
        #[derive(PartialEq, Clone, Copy)]
        pub enum Kind {
            Small,
            Big(super::Size),
        }
    }
    pub type Size = usize;
    pub use detail::{Big, Kind, Small};
    impl Kind {
        pub fn of(n: Size) -> Self {
            if n > 2 { Big(n) } else { Small }
        }
    }
    pub trait Area {
        fn area(&self) -> f64;
    }
    pub mod shapes {
        use super::{Area, consts::TAU};
        pub struct Circle(pub f64);
        pub struct Sq {
            pub side: f64,
        }
        impl Area for Circle {
            fn area(&self) -> f64 {
                TAU / 2. * self.0.powi(2)
            }
        }
        impl Area for Sq {
            fn area(&self) -> f64 {
                let Self { side } = self;
                side * side
            }
        }
        impl From<Circle> for Sq {
            fn from(c: Circle) -> Self {
                Sq { side: c.area().sqrt() }
            }
        }
    }
}
use math::{Area as _, Kind::{self, Big as Large, *}, consts::{Shown, *}, shapes::{self, Circle}};
const PI: f64 = core::f64::consts::PI;
static GREETING: &str = "hi\u{e9}";
const TABLE: &[(&str, fn(u64) -> u64)] = &[];
#[inline]
#[must_use]
const fn gcd(a: u64, b: u64) -> u64 {
    match (a, b) {
        (a, 0) => a,
        (a, b) => gcd(b, a % b),
    }
}
#[cfg(not(any(foo, all())))]
fn missing() -> u64 {
    nothing::at_all()
}
#[cfg(all())]
const fn present() -> u64 {
    const { gcd(12, 18) }
}
#[expect(non_camel_case_types)]
type f33 = f32;
impl Extra for u64 {}
trait Extra: Sized {
    fn tap(self, f: impl FnOnce(&Self)) -> Self {
        f(&self);
        self
    }
}
fn value(i: u64) -> u64 {
    let s = Shown::with(i as u32);
    let k = match Kind::of(i as usize) {
        Large(n) => n as u64,
        Small => 50,
    };
    let sq: shapes::Sq = Circle(i as f64).into();
    let mut seen = 0;
    let t = i.tap(|x| seen = *x + 1).tap(|_| ());
    fn inner<const K: u64>() -> u64 {
        return K + gcd(K, 30);
    }
    let x: f33 = 2.5;
    (s.x + s.y()) as u64 + k * 100 + (sq.side * 1000.0) as u64 * 10_000 + TAU as u64 + GREETING.len() as u64 + TABLE.len() as u64 + present() + seen + t + inner::<20>() * 1000 + x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
