//! Borrowed forms.

views! {
    Borrow borrow:
    [T: ?Sized] T => T: self self;
    [T: ?Sized] &T => T: self &**self;
    [T: ?Sized] &mut T => T: self &**self;
    [T, const N: usize] [T; N] => [T]: self self;
}
views! {
    mut BorrowMut [Borrow] borrow_mut:
    [T: ?Sized] T => T: self self;
    [T: ?Sized] &mut T => T: self &mut **self;
    [T, const N: usize] [T; N] => [T]: self self;
}
