// A variant with named fields is no value, and a struct is none either.
enum Side {
    Left { a: u32 },
}

struct Named {
    x: u32,
}

impl Named {
    fn make() -> Named {
        Self(1) //~ - the `Self` constructor can only be used with tuple or unit structs
    }
    fn unit() -> Named {
        Self //~ - the `Self` constructor can only be used with tuple or unit structs
    }
}

pub fn f() -> u32 {
    let e = Side::Left; //~ E0533 expected value, found struct variant `Side::Left`
    let g = Side::Left(1); //~ E0533 expected value, found struct variant `Side::Left`
    1
}
