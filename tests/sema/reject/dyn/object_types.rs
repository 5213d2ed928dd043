trait Foo {
    fn f(&self) -> u32;
}
trait It {
    type Item;
    fn n(&self) -> Self::Item;
}
trait Two: It {
    type Other;
}
trait Rhs<T = Self> {
    fn g(&self, r: T);
}
fn a(_: &dyn It) {} //~ E0191 the value of the associated type `Item` in `It` must be specified
fn b(_: &(dyn Foo + It<Item = u32>)) {} //~ E0225 only auto traits can be used as additional traits in a trait object
fn c(_: &(dyn Foo + Copy)) {} //~ E0225 only auto traits can be used as additional traits in a trait object
fn d(_: &(dyn 'static)) {} //~ E0224 at least one trait is required for an object type
fn e<'a>(_: &'a (dyn Foo + 'a + 'static)) {} //~ E0226 only a single explicit lifetime bound is permitted
fn f(_: &dyn Rhs) {} //~ E0393 the type parameter `T` must be explicitly specified
fn g(_: &(dyn Foo + ?Sized)) {} //~ - relaxed bounds are not permitted in trait object types
impl Foo for dyn Foo { //~ E0371 the object type `(dyn Foo + 'static)` automatically implements the trait `Foo`
    fn f(&self) -> u32 {
        1
    }
}
fn h(x: dyn Foo) {} //~ E0277 the size for values of type `(dyn Foo + 'static)` cannot be known at compilation time
fn i() -> dyn Foo { //~ E0746 return type cannot be a trait object without pointer indirection
    loop {}
}
struct Holds {
    first: dyn Foo, //~ E0277 the size for values of type `(dyn Foo + 'static)` cannot be known at compilation time
    second: u32,
}
