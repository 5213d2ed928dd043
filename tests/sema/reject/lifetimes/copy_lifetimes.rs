// Copy of some lifetimes only: a copy asks for these.
#[derive(Clone)]
pub struct Name<'a>(&'a u32);
impl Copy for Name<'static> {}
pub fn copies() -> u32 {
    let s = 2;
    let a = Name(&s); //~ E0597 `s` does not live long enough
    let b = a;
    *a.0 + *b.0
}
#[derive(Clone)]
pub struct Maker<'a>(fn(&'a ()) -> &'a ());
impl Copy for Maker<'static> {}
fn maker<'a>() -> Maker<'a> {
    Maker(|x| x)
}
pub fn all<'a>() -> [Maker<'a>; 4] {
    [maker::<'a>(); 4] //~ - lifetime may not live long enough
}
