// Lifetimes that are named in paths are what the arguments and fields have.
struct S<T> {
    t: T,
}
struct P<T>(T);
fn take<T>(_: T) {}
impl<T> P<T> {
    fn make(t: T) -> P<T> {
        P(t)
    }
}
trait Of<T> {
    fn of(&self, _: T) {}
}
impl<T> Of<T> for u32 {}
fn a() {
    let c = 66;
    take::<&'static u32>(&c); //~ E0597 `c` does not live long enough
}
fn b() {
    let c = 66;
    S::<&'static u32> { t: &c }; //~ E0597 `c` does not live long enough
}
fn d() {
    let c = 66;
    P::<&'static u32>::make(&c); //~ E0597 `c` does not live long enough
}
fn e() {
    let c = 66;
    <u32 as Of<&'static u32>>::of(&1, &c); //~ E0597 `c` does not live long enough
}
fn f() {
    let c = 66;
    P::<&'static u32>(&c); //~ E0597 `c` does not live long enough
}
fn g() {
    let c = 66;
    let P::<&'static u32>(_) = P(&c); //~ E0597 `c` does not live long enough
}
fn h() {
    let c = 66u32;
    let _x = &c as &'static u32; //~ E0597 `c` does not live long enough
}
fn i<'a>(x: &'a u32) {
    take::<&'a u32>(x);
    take::<&u32>(&1);
    S::<&'a u32> { t: x };
}
fn keep<T: 'static>(_: T) {}
fn named<'a: 'a>() {}
fn j<'a>() {
    keep(named::<'a>);
}
