// What a bound for any lifetime says of an associated type names only lifetimes that the bound is given.
pub trait Give<X> {
    type Value;
    fn give(&self, x: X) -> Self::Value;
}
pub trait Lend {
    type Part<'a>
    where
        Self: 'a;
}
pub fn of_nothing<F>(_f: F)
where
    F: for<'a> Fn() -> &'a u32, //~ E0582 binding for associated type `Output` references lifetime `'a`
{
}
pub fn of_items<I>(_i: I)
where
    I: for<'a> Iterator<Item = &'a u32>, //~ E0582 binding for associated type `Item` references lifetime `'a`
{
}
pub fn of_argument<F, L>(_f: F, _l: L)
where
    F: for<'a> Fn(&'a u32) -> &'a u32,
    L: for<'a> Lend<Part<'a> = &'a u32>,
{
}
pub fn which<I: for<'x> Give<&'x u32>>(_v: I::Value) {} //~ E0212 cannot use the associated type of a trait
pub fn this<'a, I: for<'x> Give<&'x u32>>(_v: <I as Give<&'a u32>>::Value) {}
pub fn either<'a, 'b, T>(_x: &'a T, _y: &'b T)
where
    &'a T: Give<u32>, //~ E0283 type annotations needed: cannot satisfy `&'a T: Give<u32>`
    &'b T: Give<u32>,
{
}
