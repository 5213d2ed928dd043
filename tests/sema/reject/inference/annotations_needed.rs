// What nothing tells.
trait Make {
    fn make() -> Self;
}

impl Make for u32 {
    fn make() -> u32 {
        1
    }
}

impl Make for u64 {
    fn make() -> u64 {
        2
    }
}

fn make<T: Make>() -> T {
    T::make()
}

fn nothing<T>() {}

pub fn f() -> u32 {
    make(); //~ E0283 type annotations needed
    1
}

pub fn g() {
    nothing(); //~ E0282 type annotations needed
}

pub fn h() {
    let none = None; //~ E0282 type annotations needed for `Option<_>`
}

pub fn i() -> u32 {
    let x = 3.0;
    x.powi(2) as u32 //~ E0689 can't call method `powi` on ambiguous numeric type `{float}`
}

pub fn k() {
    let pick = |x| x; //~ E0282 type annotations needed
}
