//! Borrowed forms.

pub trait Borrow<T: ?Sized> {
    fn borrow(&self) -> &T;
}

pub trait BorrowMut<T: ?Sized>: Borrow<T> {
    fn borrow_mut(&mut self) -> &mut T;
}

impl<T: ?Sized> Borrow<T> for T {
    fn borrow(&self) -> &T {
        self
    }
}
impl<T: ?Sized> BorrowMut<T> for T {
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}
