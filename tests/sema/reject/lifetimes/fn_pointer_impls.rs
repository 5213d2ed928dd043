// An impl for `fn(T)` is none for `fn(&U)`, whose calls choose a lifetime that T would have to have; and what a path names
// is alive where it is called.
trait Named {
    const KNOWN: bool = true;
    fn name(&self) -> u32 {
        1
    }
}
impl<T> Named for fn(T) {}
fn named<T: Named>(_: T) {}
fn known<T: Named>() -> bool {
    T::KNOWN
}
fn of_path() -> bool {
    known::<fn(&u32)>() //~ - implementation of `Named` is not general enough
}
fn of_value(f: fn(&u32)) {
    named(f) //~ - implementation of `Named` is not general enough
}
fn of_constant() -> bool {
    <fn(&u8) as Named>::KNOWN //~ - implementation of `Named` is not general enough
}

trait Holds<'a> {}
struct Held<'a>(&'a mut u32);
impl<'a, 'b: 'a> Holds<'b> for Held<'a> {}
fn of_any<T: for<'b> Holds<'b>>(_: &mut u32) {}
fn of_where(x: &mut u32) {
    of_any::<Held>(x) //~ - implementation of `Holds` is not general enough
}

fn right<'a>(f: fn(&'a u32), g: fn(u32)) -> bool {
    named(f);
    named(g);
    <fn(&'static u8) as Named>::KNOWN && known::<fn(&'a u32)>() && g.name() > 0
}
trait Any {}
impl<T> Any for fn(&T) {}
fn any<T: Any>(_: T) {}
fn general(f: fn(&u32)) -> impl Into<for<'a> fn(&'a u32)> {
    any(f);
    f
}
