struct Kept<T> {
    value: &'static T, //~ E0310 the parameter type `T` may not live long enough
}

struct Bounded<T: 'static> {
    value: &'static [T],
}

trait Lasting: 'static {}
trait MoreLasting: Lasting {}

fn keep<T: 'static>(_: T) {}

fn within<'b, U: 'b>(_: U, x: Option<&'b u8>) -> Option<&'b u8> {
    x
}

fn any<T: Copy>(x: T) {
    keep(x) //~ E0310 the parameter type `T` may not live long enough
}

fn of_lasting<T: MoreLasting>(x: T) {
    keep(x)
}

fn named<'a, T>(x: Option<&'a u8>, t: T) -> Option<&'a u8> {
    within(t, x) //~ E0309 the parameter type `T` may not live long enough
}

fn elided<T>(x: Option<&u8>, t: T) -> Option<&u8> {
    within(t, x) //~ E0311 the parameter type `T` may not live long enough
}

fn declared<'a, 'b: 'a, T: 'b>(x: Option<&'a u8>, t: T) -> Option<&'a u8> {
    within(t, x)
}

fn implied<'a, T: Copy>(x: Option<&'a u8>, t: &'a T) -> Option<&'a u8> {
    within(*t, x)
}

fn local<T>(t: T) -> bool {
    within(t, Some(&0)).is_some()
}

// An associated type lives as long as what it is of.
trait Maps<A> {
    type To;
}
struct HeldForever<T: 'static>(T);
fn lasting<M: Maps<(u8, B)> + 'static, B>(x: M::To) {
    let _ = HeldForever(x); //~ E0310 the associated type `<M as Maps<(u8, B)>>::To` may not live long enough
}
