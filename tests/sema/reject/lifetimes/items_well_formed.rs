// The types in items are well-formed, and impls keep what their traits ask of lifetimes.
pub struct Long<T: 'static>(pub T);

pub struct Holds<T> {
    pub long: Long<T>, //~ E0310 the parameter type `T` may not live long enough
}

pub struct Infers<'a, T> {
    pub short: &'a T,
    pub maker: fn(&'a T) -> &'a T,
}

pub trait For<'a> {
    type Out;
}

impl<'a, T: 'a> For<'a> for Infers<'a, T> {
    type Out = &'a T;
}

impl<'a> For<'a> for u32 {
    type Out = ();
}

pub trait Both<'x, 'y>: Left<'x> {}
pub trait Left<'x> {}
pub struct Pair<'a, 'b>(pub &'a u32, pub &'b u32);
impl<'a, 'b> Left<'b> for Pair<'a, 'b> {}
impl<'a, 'b> Both<'a, 'b> for Pair<'a, 'b> {} //~ E0803 cannot infer an appropriate lifetime for lifetime parameter

pub trait Rows<'m> {
    type Row<'a>
    where
        'm: 'a;
}

impl<'m> Rows<'m> for u32 {
    type Row<'a> = u32; //~ E0478 lifetime bound not satisfied
}

impl<'m> Rows<'m> for u64 {
    type Row<'a>
        = &'a &'m u32
    where
        'm: 'a;
}

pub struct View<A>(pub A);
pub trait Data {
    type Elem;
}
impl<'a, A> Data for View<&'a A> {
    type Elem = A;
}
pub fn of_view<'a, T>()
where
    <View<&'a T> as Data>::Elem: Copy, //~ E0309 the parameter type `T` may not live long enough
{
}
pub fn of_long_view<'a, T: 'a>()
where
    <View<&'a T> as Data>::Elem: Copy,
{
}
