// of a name that several globs bring late, the meaning that rustc warns of and takes
// threads: 1
// expect: 4311
use rustg_std::prelude::*;

macro_rules! constant {
    ($name:ident, $value:expr) => {
        pub const $name: u64 = $value;
    };
}

mod by_derive {
    mod a {
        pub struct Token(pub u64);
    }
    mod b {
        use super::a::*;
        #[derive(Debug)]
        pub enum Token {}
    }
    use self::a::*;
    use self::b::*;
    pub fn token() -> u64 {
        Token(1).0
    }
}
mod by_macro {
    pub mod first {
        constant!(A, 10);
    }
    pub mod second {
        use super::first::*;
        constant!(A, 20);
    }
    use self::first::*;
    use self::second::*;
    pub fn constant() -> u64 {
        A
    }
}
mod by_trait {
    mod inner {
        #[derive(Debug)]
        pub enum Named {}
        mod deep {
            pub trait Named: Sized {}
        }
        use self::deep::*;
    }
    pub use self::inner::*;
    mod other {
        pub trait Named {
            fn name(&self) -> u64;
        }
    }
    use self::other::*;
    pub fn name<T: Named>(of: T) -> u64 {
        of.name()
    }
    impl other::Named for u64 {
        fn name(&self) -> u64 {
            300 + *self
        }
    }
}
mod by_block {
    pub fn value() -> u64 {
        use super::by_block::later::*;
        VALUE
    }
    mod later {
        mod one {
            pub const VALUE: u64 = 4000;
        }
        mod two {
            pub const VALUE: u64 = 5000;
        }
        pub use self::one::*;
        pub use self::two::*;
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = by_derive::token() + by_macro::constant() + by_trait::name(0u64) + by_block::value();
}
