// Methods of impls that ask more of lifetimes than the trait's.
trait A<'a, 'b, T> {
    fn b();
    fn c() where T: 'a;
    fn d<'x, 'y: 'x>();
}
impl<'a, 'b, T, U> A<'a, 'b, T> for (U,) {
    fn b() where 'a: 'b {} //~ E0276 impl has stricter requirements than trait
    fn c() where U: 'a {} //~ E0276 impl has stricter requirements than trait
    fn d<'x, 'y: 'x>() {}
}
