//! Values as memory.

use crate::common::{Debug, Deref, DerefMut, Hash, Hasher, PhantomData, i};

unsafe_fns! {
    [pub const fn]
    #[rustc_promotable] size_of[T]() -> usize: i::size_of::<T>();
    size_of_val[T: ?Sized](value: &T) -> usize: i::size_of_val(value);
    #[rustc_promotable] align_of[T]() -> usize: i::align_of::<T>();
    align_of_val[T: ?Sized](value: &T) -> usize: i::align_of_val(value);
    needs_drop[T: ?Sized]() -> bool: i::needs_drop::<T>();
    forget[T](x: T): i::forget(x);
    swap[T](a: &mut T, b: &mut T) {
        let x = i::ptr_read(a as *const T);
        let y = i::ptr_read(b as *const T);
        i::ptr_write(a, y);
        i::ptr_write(b, x);
    }
    replace[T](dest: &mut T, src: T) -> T {
        let old = i::ptr_read(dest as *const T);
        i::ptr_write(dest, src);
        old
    }
    => [pub const unsafe fn]
    #[track_caller] transmute[A, B](x: A) -> B: i::transmute(x);
    zeroed[T]() -> T: i::zeroed_value();
    transmute_copy[A, B](x: &A) -> B {
        let from = x as *const A as *const B;
        if i::align_of::<B>() > i::align_of::<A>() {
            crate::ptr::read_unaligned(from)
        } else {
            i::ptr_read(from)
        }
    }
}

#[const_conditional] pub fn take<T: Default>(dest: &mut T) -> T { replace(dest, T::default()) }
#[const_conditional] pub fn drop<T>(_x: T) {}
pub unsafe fn uninitialized<T>() -> T {
    let mut x = MaybeUninit::<T>::uninit();
    unsafe { (x.as_mut_ptr().write_bytes(1, 1), x.assume_init()).1 }
}

/// Which variant a value is.
pub struct Discriminant<T> {
    number: i64,
    marker: PhantomData<*const T>,
}

unsafe impl<T> Send for Discriminant<T> {}
unsafe impl<T> Sync for Discriminant<T> {}
copied! { [T] Discriminant<T> }
impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, other: &Discriminant<T>) -> bool { self.number == other.number }
}
impl<T> Eq for Discriminant<T> {}
written! { [T] Debug Discriminant<T>: self f f.debug_tuple("Discriminant").field(&self.number).finish(); }
impl<T> Hash for Discriminant<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match unsafe { i::discriminant_type::<T>() } {
            0 => state.write_isize(self.number as isize),
            1 => state.write_usize(self.number as usize),
            2 => state.write_u8(self.number as u8),
            3 => state.write_i8(self.number as i8),
            4 => state.write_u16(self.number as u16),
            5 => state.write_i16(self.number as i16),
            8 => state.write_u32(self.number as u32),
            9 => state.write_i32(self.number as i32),
            16 => state.write_u64(self.number as u64),
            _ => state.write_i64(self.number),
        }
    }
}

pub const fn discriminant<T>(value: &T) -> Discriminant<T> {
    Discriminant { number: unsafe { i::discriminant(value) }, marker: PhantomData }
}

/// A value that is not dropped.
#[lang = "manually_drop"]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ManuallyDrop<T: ?Sized> {
    value: T,
}

impl<T> ManuallyDrop<T> {
    pub const fn new(value: T) -> ManuallyDrop<T> { ManuallyDrop { value } }
    pub const fn into_inner(slot: ManuallyDrop<T>) -> T { slot.value }
    #[const_unstable] pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T { unsafe { i::ptr_read(&slot.value) } }
}
impl<T: ?Sized> ManuallyDrop<T> {
    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) { unsafe { i::drop_in_place(&mut slot.value) } }
}
derefs! { [T: ?Sized] ManuallyDrop<T> => T: self { &self.value } }
derefs! { mut [T: ?Sized] ManuallyDrop<T> => T: self { &mut self.value } }

/// Memory for a value.
pub union MaybeUninit<T> {
    uninit: (),
    value: ManuallyDrop<T>,
}

copied! { [T: Copy] MaybeUninit<T> }

impl<T> [MaybeUninit<T>] {
    pub const fn write_copy_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Copy,
    {
        let n = self.len();
        panic_if!(n != src.len(), "copy_from_slice: source slice length does not match destination slice length");
        unsafe {
            let to = self as *mut [MaybeUninit<T>] as *mut T;
            i::copy_nonoverlapping(src.as_ptr(), to, n);
            &mut *i::slice_from_raw_parts_mut(to, n)
        }
    }
    pub fn write_clone_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Clone,
    {
        if self.len() != src.len() {
            panic!("assertion `left == right` failed: destination and source slices have different lengths");
        }
        counting!(k in 0, src.len() => {
            self[k].write(src[k].clone());
        });
        unsafe { &mut *i::slice_from_raw_parts_mut(self as *mut [MaybeUninit<T>] as *mut T, src.len()) }
    }
}

impl<T> MaybeUninit<T> {
    fns! {
        [pub const fn]
        new(value: T) -> MaybeUninit<T> { MaybeUninit { value: ManuallyDrop::new(value) } }
        uninit() -> MaybeUninit<T> { MaybeUninit { uninit: () } }
        zeroed() -> MaybeUninit<T> { unsafe { i::zeroed() } }
        as_ptr(&self) -> *const T { self as *const MaybeUninit<T> as *const T }
        as_mut_ptr(&mut self) -> *mut T { self as *mut MaybeUninit<T> as *mut T }
    }
    unsafe_fns! {
        [pub const unsafe fn]
        assume_init(self) -> T: i::ptr_read(&self as *const MaybeUninit<T> as *const T);
        assume_init_read(&self) -> T: i::ptr_read(self as *const MaybeUninit<T> as *const T);
        assume_init_ref(&self) -> &T: &*(self as *const MaybeUninit<T> as *const T);
        assume_init_mut(&mut self) -> &mut T: &mut *(self as *mut MaybeUninit<T> as *mut T);
        => [pub const fn]
        write(&mut self, value: T) -> &mut T {
            let at = self as *mut MaybeUninit<T> as *mut T;
            i::ptr_write(at, value);
            &mut *at
        }
        => [pub unsafe fn]
        assume_init_drop(&mut self): i::drop_in_place(self as *mut MaybeUninit<T> as *mut T);
    }
}
