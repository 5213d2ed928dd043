// A layout that needs a length that needs the layout.
pub struct L { x: [u8; core::mem::size_of::<M>()] } //~ E0391 cycle detected when evaluating type-level constant
pub struct M { y: L, z: u8 }
pub fn f(m: &M) -> usize { m.y.x.len() }
pub struct Own { x: [u8; core::mem::size_of::<Own>()] } //~ E0391 cycle detected when evaluating type-level constant
pub fn g(l: &Own) -> usize { l.x.len() }
