trait Makes {
    fn new() -> u32;
}
trait Generic {
    fn take<T>(&self, x: T);
}
trait Compares {
    fn same(&self, other: &Self) -> bool;
}
trait Clones {
    fn again(&self) -> Self;
}
trait Constant {
    const N: u32;
}
trait Types {
    type Of<T>;
}
trait Hidden {
    fn hidden(&self) -> impl Copy;
}
trait Small: Sized {
    fn f(&self);
}
trait To<T: ?Sized> {
    fn to(&self, x: &T);
}
trait ToSelf: To<Self> {}
trait Below: Makes {}

fn a(_: &dyn Makes) {} //~ E0038 the trait `Makes` is not dyn compatible
fn b(_: &dyn Generic) {} //~ E0038 the trait `Generic` is not dyn compatible
fn c(_: &dyn Compares) {} //~ E0038 the trait `Compares` is not dyn compatible
fn d(_: *const dyn Clones) {} //~ E0038 the trait `Clones` is not dyn compatible
fn e(_: &dyn Constant) {} //~ E0038 the trait `Constant` is not dyn compatible
fn f(_: &dyn Types) {} //~ E0038 the trait `Types` is not dyn compatible
fn g(_: &dyn Hidden) {} //~ E0038 the trait `Hidden` is not dyn compatible
fn h() -> &'static dyn ToSelf { //~ E0038 the trait `ToSelf` is not dyn compatible
    loop {}
}
struct Holds<'a> {
    small: &'a dyn Small, //~ E0038 the trait `Small` is not dyn compatible
}
fn below(_: &dyn Below) {} //~ E0038 the trait `Below` is not dyn compatible
fn body() {
    let _: Option<&dyn Makes> = None; //~ E0038 the trait `Makes` is not dyn compatible
    let _ = |_: &dyn Clones| (); //~ E0038 the trait `Clones` is not dyn compatible
}

// These are.
trait Fine {
    fn new() -> Self
    where
        Self: Sized;
    fn take<T>(&self, _: T)
    where
        Self: Sized,
    {
    }
    fn by_value(self)
    where
        Self: Sized;
    fn f(&self, x: &dyn Fine) -> u32;
    fn g<'a>(&'a mut self, x: &'a [u32]) -> &'a u32;
    type Of<T>
    where
        Self: Sized;
}
fn fine(x: &dyn Fine) -> u32 {
    x.f(x)
}
