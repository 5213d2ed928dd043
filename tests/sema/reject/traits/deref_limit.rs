// Automatic dereferencing ends at the recursion limit, and reaches what lies before it.
use std::ops::Deref;

pub struct Endless;
impl Deref for Endless {
    type Target = Endless;
    fn deref(&self) -> &Endless {
        self
    }
}

pub struct Deep;
impl Deep {
    pub fn depth(&self) -> u32 {
        40
    }
}

pub fn f(x: Endless) -> u32 {
    x.size() //~ E0055 reached the recursion limit while auto-dereferencing `Endless`
    //~^ E0599 no method named `size` found for struct `Endless` in the current scope
}

pub fn g(x: Endless) -> u32 {
    x.size
    //~^ E0055 reached the recursion limit while auto-dereferencing `Endless`
    //~^^ E0609 no field `size` on type `Endless`
}

pub fn h() -> u32 {
    let deep = &&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&Deep;
    deep.depth()
}
