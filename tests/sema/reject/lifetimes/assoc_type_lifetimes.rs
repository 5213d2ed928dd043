// A reference in an associated type may not outlive what it refers to.
struct A<'a>(&'a u32);
trait B<'a, 'b> {
    type C;
}
impl<'a, 'b> B<'a, 'b> for u32 {
    type C = &'a A<'b>; //~ E0491 in type `&'a A<'b>`, reference has a longer lifetime than the data it references
}
impl<'a, 'b: 'a> B<'a, 'b> for u64 {
    type C = &'a A<'b>;
}
impl<'a, 'b> B<'a, 'b> for &'a A<'b> {
    type C = &'a A<'b>;
}
