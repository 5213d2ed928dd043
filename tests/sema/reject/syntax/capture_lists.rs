// What `use<..>` of an `impl Trait` lists.
fn a(_: impl Sized + use<>) {} //~ - `use<...>` precise capturing syntax not allowed in argument-position `impl Trait`
fn b<T>() -> impl Sized + use<> {} //~ - `impl Trait` must mention all type parameters in scope in `use<...>`
fn c<'a>() -> impl Sized + use<'a, 'a> {} //~ - cannot capture parameter `'a` twice
fn d<'a, T>() -> impl Sized + use<T, 'a> {} //~ - lifetime parameter `'a` must be listed before non-lifetime parameters
fn e() -> impl Sized + use<'static> {} //~ - expected lifetime parameter in `use<...>` precise captures list, found `'static`
trait F {
    fn g() -> impl Sized + use<>; //~ - `impl Trait` must mention the `Self` type of the trait in `use<...>`
}
trait H<'a, 'b, T> {
    fn i() -> impl Sized + use<'a, 'b, Self, T>;
    fn j() -> impl Sized + use<'b, Self, T>; //~ - `impl Trait` captures lifetime parameter, but it is not mentioned in `use<...>` precise captures list
}
