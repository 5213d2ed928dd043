// A type with a destructor is not Copy, and nobody calls a destructor by its name.
#[derive(Clone, Copy)]
pub struct Both; //~ E0184 the trait `Copy` cannot be implemented for this type; the type has a destructor
impl Drop for Both {
    fn drop(&mut self) {}
}

pub struct Whole;
impl Drop for Whole {
    fn drop(&mut self) {}
}

pub fn called(mut a: Whole) {
    Drop::drop(&mut a); //~ E0040 explicit use of destructor method
    <Whole as Drop>::drop(&mut a); //~ E0040 explicit use of destructor method
    Whole::drop(&mut a); //~ E0040 explicit use of destructor method
    drop(a);
}
