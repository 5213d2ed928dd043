//! Values that change behind shared references.

use crate::common::{Debug, Deref, DerefMut, Display, Ordering, PhantomData, i};
use crate::ptr::NonNull;

#[repr(transparent)]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}
impl<T: ?Sized> !Sync for UnsafeCell<T> {}

impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T> { UnsafeCell { value } }
    pub const fn into_inner(self) -> T { self.value }
}
impl<T: ?Sized> UnsafeCell<T> {
    fns! {
        [pub const fn]
        get(&self) -> *mut T { self as *const UnsafeCell<T> as *const T as *mut T }
        get_mut(&mut self) -> &mut T { &mut self.value }
        raw_get(this: *const UnsafeCell<T>) -> *mut T { this as *const T as *mut T }
        from_mut(value: &mut T) -> &mut UnsafeCell<T> { unsafe { &mut *(value as *mut T as *mut UnsafeCell<T>) } }
    }
}
written! { [T: ?Sized] Debug UnsafeCell<T>: self f f.debug_struct("UnsafeCell").finish_non_exhaustive(); }

#[repr(transparent)]
pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}
impl<T: ?Sized> !Sync for Cell<T> {}

impl<T: ?Sized> Cell<T> {
    pub const fn get_mut(&mut self) -> &mut T { self.value.get_mut() }
    pub const fn as_ptr(&self) -> *mut T { self.value.get() }
    pub const fn from_mut(value: &mut T) -> &Cell<T> { unsafe { &*(value as *mut T as *const Cell<T>) } }
}
impl<T> Cell<T> {
    fns! {
        [pub const fn]
        new(value: T) -> Cell<T> { Cell { value: UnsafeCell::new(value) } }
        into_inner(self) -> T { self.value.into_inner() }
        replace(&self, value: T) -> T { crate::mem::replace(unsafe { &mut *self.value.get() }, value) }
        get(&self) -> T [where T: Copy] { unsafe { i::ptr_read(self.value.get() as *const T) } }
        => [#[const_conditional] pub fn]
        set(&self, value: T) { { self.replace(value); } }
        update[F: FnOnce(T) -> T](&self, f: F) [where T: Copy] { self.set(f(self.get())) }
        take(&self) -> T [where T: Default] { self.replace(T::default()) }
    }
    pub fn swap(&self, other: &Cell<T>) {
        unsafe {
            let a = i::ptr_read(self.value.get() as *const T);
            let b = i::ptr_read(other.value.get() as *const T);
            i::ptr_write(self.value.get(), b);
            i::ptr_write(other.value.get(), a);
        }
    }
}
impl<T> Cell<[T]> {
    pub const fn as_slice_of_cells(&self) -> &[Cell<T>] { unsafe { &*(self as *const Cell<[T]> as *const [Cell<T>]) } }
}

impl<T, const N: usize> Cell<[T; N]> {
    pub const fn as_array_of_cells(&self) -> &[Cell<T>; N] {
        unsafe { &*(self as *const Cell<[T; N]> as *const [Cell<T>; N]) }
    }
}

impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Cell<T> { Cell::new(self.get()) }
}
compared_as! { Cell<T> [T: Copy] where T: x => x.get(); }
written! { [T: Copy + Debug] Debug Cell<T>: self f f.debug_struct("Cell").field("value", &self.get()).finish(); }

macro_rules! made_of_value {
    ($($cell:ident)*) => {$(
        impl<T: Default> Default for $cell<T> { fn default() -> $cell<T> { $cell::new(T::default()) } }
        impl<T> From<T> for $cell<T> { fn from(value: T) -> $cell<T> { $cell::new(value) } }
    )*};
}
made_of_value! { UnsafeCell Cell RefCell }

/// A value of which each borrow is counted while the program runs: those to read up, those to write down.
#[lang = "ref_cell"]
pub struct RefCell<T: ?Sized> {
    count: Cell<isize>,
    value: UnsafeCell<T>,
}
impl<T: ?Sized> !Sync for RefCell<T> {}

/// Why a value is not lent to read, and why not to write.
#[derive(Debug)]
#[non_exhaustive]
pub struct BorrowError {}
#[derive(Debug)]
#[non_exhaustive]
pub struct BorrowMutError {}
impl Display for BorrowError {}
impl Display for BorrowMutError {}

impl<T> RefCell<T> {
    fns! {
        [pub const fn]
        new(value: T) -> RefCell<T> { RefCell { count: Cell::new(0), value: UnsafeCell::new(value) } }
        into_inner(self) -> T { self.value.into_inner() }
        => [#[track_caller] #[const_unstable] pub fn]
        replace(&self, value: T) -> T { crate::mem::replace(&mut *self.borrow_mut(), value) }
        swap(&self, other: &RefCell<T>) { crate::mem::swap(&mut *self.borrow_mut(), &mut *other.borrow_mut()) }
        => [#[track_caller] pub fn]
        take(&self) -> T [where T: Default] { self.replace(T::default()) }
    }
    #[track_caller]
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T {
        let held = &mut *self.borrow_mut();
        let value = f(held);
        crate::mem::replace(held, value)
    }
}
impl<T: ?Sized> RefCell<T> {
    #[const_unstable] pub fn as_ptr(&self) -> *mut T { self.value.get() }
    #[const_unstable] pub fn get_mut(&mut self) -> &mut T { self.value.get_mut() }
    pub unsafe fn try_borrow_unguarded(&self) -> Result<&T, BorrowError> {
        if self.count.get() < 0 { Err(BorrowError {}) } else { Ok(unsafe { &*self.value.get() }) }
    }
}

/// One of the borrows that a cell counts.
struct Counted<'b, const WRITES: bool> {
    count: &'b Cell<isize>,
}
impl<'b, const WRITES: bool> Counted<'b, WRITES> {
    const STEP: isize = if WRITES { -1 } else { 1 };
    #[track_caller]
    fn new(count: &'b Cell<isize>) -> Self {
        count.set(count.get() + Self::STEP);
        Counted { count }
    }
}
impl<const WRITES: bool> Drop for Counted<'_, WRITES> {
    fn drop(&mut self) { self.count.set(self.count.get() - Self::STEP); }
}

/// Borrows of a kind, which are made where `$free` holds of how many there are.
macro_rules! borrows {
    (
        $name:ident [$($mutable:ident)?] $writes:literal, $borrow:ident $words:literal,
        $try_borrow:ident $error:ident $n:ident $free:expr
    ) => {
        /// A borrow of what a cell holds, or of a part of that.
        pub struct $name<'b, T: ?Sized + 'b> {
            value: NonNull<T>,
            counted: Counted<'b, $writes>,
            marker: PhantomData<&'b $($mutable)? T>,
        }
        impl<T: ?Sized> RefCell<T> {
            #[track_caller]
            #[const_unstable] pub fn $borrow(&self) -> $name<'_, T> {
                match self.$try_borrow() {
                    Ok(borrow) => borrow,
                    Err(_) => panic!($words),
                }
            }
            #[const_unstable] pub fn $try_borrow(&self) -> Result<$name<'_, T>, $error> {
                let $n = self.count.get();
                if $free {
                    Ok($name::of(unsafe { &$($mutable)? *self.value.get() }, Counted::new(&self.count)))
                } else {
                    Err($error {})
                }
            }
        }
        impl<'b, T: ?Sized> $name<'b, T> {
            fn of(value: &'b $($mutable)? T, counted: Counted<'b, $writes>) -> Self {
                $name { value: NonNull::from(value), counted, marker: PhantomData }
            }
            fn held(&self) -> &'b $($mutable)? T { unsafe { &$($mutable)? *self.value.as_ptr() } }
            pub fn map<U: ?Sized, F: FnOnce(&$($mutable)? T) -> &$($mutable)? U>(orig: Self, f: F) -> $name<'b, U> {
                $name::of(f(orig.held()), orig.counted)
            }
            pub fn filter_map<U: ?Sized, F: FnOnce(&$($mutable)? T) -> Option<&$($mutable)? U>>(
                orig: Self, f: F,
            ) -> Result<$name<'b, U>, Self> {
                held_or!(f(orig.held()), part => Ok($name::of(part, orig.counted)), Err(orig))
            }
            pub fn map_split<
                U: ?Sized, V: ?Sized, F: FnOnce(&$($mutable)? T) -> (&$($mutable)? U, &$($mutable)? V)
            >(orig: Self, f: F) -> ($name<'b, U>, $name<'b, V>) {
                let (a, b) = f(orig.held());
                ($name::of(a, Counted::new(orig.counted.count)), $name::of(b, orig.counted))
            }
        }
        derefs! { [T: ?Sized] $name<'_, T> => T: self { self.held() } }
        impl<T: ?Sized + Debug> Debug for $name<'_, T> {}
        impl<T: ?Sized + Display> Display for $name<'_, T> {}
    };
}
borrows! { Ref [] false, borrow "RefCell already mutably borrowed", try_borrow BorrowError n n >= 0 && n < isize::MAX }
borrows! { RefMut [mut] true, borrow_mut "RefCell already borrowed", try_borrow_mut BorrowMutError n n == 0 }
derefs! { mut [T: ?Sized] RefMut<'_, T> => T: self { self.held() } }
impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> { Ref::of(orig.held(), Counted::new(orig.counted.count)) }
}

impl<T: Clone> Clone for RefCell<T> {
    #[track_caller] fn clone(&self) -> RefCell<T> { RefCell::new((*self.borrow()).clone()) }
}
impl<T: ?Sized + PartialEq> PartialEq for RefCell<T> {
    #[track_caller] fn eq(&self, other: &RefCell<T>) -> bool { *self.borrow() == *other.borrow() }
}
impl<T: ?Sized + Eq> Eq for RefCell<T> {}
impl<T: ?Sized + PartialOrd> PartialOrd for RefCell<T> {
    #[track_caller]
    fn partial_cmp(&self, other: &RefCell<T>) -> Option<Ordering> { (*self.borrow()).partial_cmp(&*other.borrow()) }
}
impl<T: ?Sized + Ord> Ord for RefCell<T> {
    #[track_caller] fn cmp(&self, other: &RefCell<T>) -> Ordering { (*self.borrow()).cmp(&*other.borrow()) }
}
impl<T: ?Sized + Debug> Debug for RefCell<T> {}
