// `use<..>` names parameters, of the function or of what is around it.
pub fn free<T>(x: u32) -> impl Sized + use<T, x> { //~ E0799 expected type or const parameter, found local variable `x`
    3
}
pub fn known() -> impl Sized + use<known> { //~ E0799 expected type or const parameter, found function `known`
    3
}
pub fn unknown() -> impl Sized + use<Nothing> { //~ E0800 cannot find type or const parameter `Nothing` in this scope
    3
}
pub fn of_self() -> impl Sized + use<Self> { //~ E0411 cannot find type or const parameter `Self` in this scope
    3
}
pub struct S<T>(T);
impl<T> S<T> {
    pub fn good<const N: usize>(&self) -> impl Sized + use<'_, T, N> {
        3
    }
    pub fn alias() -> impl Sized + use<T, Self> { //~ E0799 `Self` can't be captured in `use<...>` precise captures list, since it is an alias
        3
    }
}
