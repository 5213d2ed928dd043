// An import that does not see a constructor hands on the type alone.
use inner::Tuple;
mod inner {
    pub struct Tuple(u8);
    pub fn good() -> Tuple {
        Tuple(1)
    }
    mod deeper {
        use crate::Tuple;
        use super::Tuple as Direct;
        pub fn by_import() -> Tuple {
            Tuple(10) //~ E0423 expected function, tuple struct or tuple variant, found struct `Tuple`
        }
        pub fn by_path() -> Tuple {
            crate::Tuple(11) //~ E0423 cannot initialize a tuple struct which contains private fields
        }
        pub fn direct() -> Tuple {
            Direct(12)
        }
    }
}
