// A trait that a glob brings is not in scope where its name stands for another thing.
use rustg_std::prelude::*;

mod m {
    pub trait Halve {
        fn halve(self) -> u32;
    }

    impl Halve for u32 {
        fn halve(self) -> u32 {
            self / 2
        }
    }

    pub trait Other {}
}

mod shadowed {
    use crate::m::Other as Halve;
    use crate::m::*;

    pub fn f(x: u32) -> u32 {
        x.halve() //~ E0599 no method named `halve` found for type `u32` in the current scope
    }
}

mod seen {
    use crate::m::*;

    pub fn f(x: u32) -> u32 {
        x.halve()
    }
}

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    out[thread::index()] = shadowed::f(3) + seen::f(4);
}
