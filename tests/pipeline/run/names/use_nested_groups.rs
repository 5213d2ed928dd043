// nested use trees, globs over several modules, shadowing of globs
// threads: 4
// expect: 317 324 322 625
use rustg_std::prelude::*;

mod a {
    pub fn f() -> u64 {
        1
    }
    pub fn g() -> u64 {
        2
    }
    pub mod b {
        pub fn h() -> u64 {
            3
        }
        pub enum Kind {
            One,
            Two(u64),
            Three { x: u64 },
        }
        pub mod c {
            pub const F: u64 = 50;
            pub static S: u64 = 60;
            pub trait Sq {
                fn sq(self) -> u64;
            }
            impl Sq for u64 {
                fn sq(self) -> u64 {
                    self * self
                }
            }
        }
    }
}
use a::{b::{c::{self, Sq as _, F, *}, h, Kind::{self, *}}, *};
fn g() -> u64 {
    20
}
fn weigh(k: Kind) -> u64 {
    match k {
        One => 1,
        Two(x) if x > 1 => x,
        Two(_) => 7,
        Three { x } => x * 100,
    }
}
fn value(i: u64) -> u64 {
    use a::g as original;
    let k = match i {
        0 => One,
        1 | 2 => Kind::Two(i),
        _ => Three { x: i },
    };
    f() + g() * 10 + original() + h() + F + c::S + i.sq() + weigh(k)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
