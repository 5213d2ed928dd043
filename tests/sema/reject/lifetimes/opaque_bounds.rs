// What is returned as an `impl Trait` keeps the lifetimes that its bounds name.
struct Wrap<T>(T);
trait Any {}
impl<T> Any for T {}
trait Get<'a> {
    fn get(&self) -> &'a u32;
}
impl<'a> Get<'a> for &'a u32 {
    fn get(&self) -> &'a u32 {
        self
    }
}
fn of_closure<'a>(x: &'a u32) -> impl Fn() -> &'static u32 {
    move || x //~ - lifetime may not live long enough
}
fn is_static<'a>(x: &'a u32) -> impl Any + 'static {
    x //~ - lifetime may not live long enough
}
fn in_pair<'a>(x: &'a u32) -> (impl Any + 'static, u32) {
    (x, 3) //~ - lifetime may not live long enough
}
fn in_struct<'a, 'b>(x: &'a u32, _: &'b u32) -> Wrap<impl Any + 'b> {
    Wrap(x) //~ - lifetime may not live long enough
}
fn of_items<'a>(x: &'a [u32]) -> impl Iterator<Item = &'static u32> {
    x.iter() //~ - lifetime may not live long enough
}
fn of_trait<'a>(x: &'a u32) -> impl Get<'static> {
    x //~ - lifetime may not live long enough
}
fn of_inner<'a>(x: &'a [u32]) -> impl Iterator<Item = impl Fn() -> &'static u32> {
    x.iter().map(|y| move || y) //~ - lifetime may not live long enough
}

fn shorter_closure<'a>(_: &'a u32) -> impl Fn() -> &'a u32 {
    move || &3
}
fn shorter_items<'a, 'b: 'a>(x: std::slice::Iter<'b, u32>) -> impl Iterator<Item = &'a u32> + use<'a, 'b> {
    x
}
fn shorter_trait<'a, 'b: 'a>(x: &'b u32, _: &'a u32) -> impl Get<'a> + use<'a, 'b> {
    x
}
fn any_lifetime<'a>(x: &'a u32) -> impl Fn(&u32) -> u32 + 'a {
    move |y| *x + *y
}
fn any_result() -> impl for<'x> Fn(&'x u32) -> &'x u32 + 'static {
    |x| x
}
fn of_chain<'a>(x: &'a [u32], n: &'a u32) -> impl Iterator<Item = &'a u32> + 'a {
    x.iter().filter(move |y| **y > *n).chain(x.iter().map(|_| &3))
}
