//! Properties of types.

#[lang = "sized"] pub trait Sized {}

#[lang = "copy"] pub trait Copy: Clone {}

#[lang = "send"] pub unsafe trait Send {}

#[lang = "sync"] pub unsafe trait Sync {}

pub trait Unpin {}
impl<T: ?Sized> Unpin for T {}

/// Stands for a value of T that is not there.
#[lang = "phantom_data"] pub struct PhantomData<T: ?Sized>;

copied! { [T: ?Sized] PhantomData<T> }
impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> PhantomData<T> { PhantomData }
}
compared_as! { PhantomData<T> [T: ?Sized]: _x => (); }
written! { [T: ?Sized] Debug PhantomData<T>: self f write!(f, "PhantomData<{}>", crate::any::type_name::<T>()); }
