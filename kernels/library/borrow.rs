//! Borrowed forms.

#[const_conditional] pub trait Borrow<T: ?Sized> {
    fn borrow(&self) -> &T;
}

#[const_conditional] pub trait BorrowMut<T: ?Sized>: Borrow<T> {
    fn borrow_mut(&mut self) -> &mut T;
}

views! {
    Borrow borrow:
    [T: ?Sized] T => T: self self;
    [T: ?Sized] &T => T: self &**self;
    [T: ?Sized] &mut T => T: self &**self;
    [T, const N: usize] [T; N] => [T]: self self;
}
views! {
    mut BorrowMut borrow_mut:
    [T: ?Sized] T => T: self self;
    [T: ?Sized] &mut T => T: self &mut **self;
    [T, const N: usize] [T; N] => [T]: self self;
}
