//! Properties of types.

#[lang = "sized"]
pub trait Sized {}

#[lang = "copy"]
pub trait Copy: Clone {}

#[lang = "send"]
pub unsafe trait Send {}

#[lang = "sync"]
pub unsafe trait Sync {}

pub trait Unpin {}
impl<T: ?Sized> Unpin for T {}

/// Stands for a value of T that is not there.
#[lang = "phantom_data"]
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> PhantomData<T> {
        PhantomData
    }
}
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> PhantomData<T> {
        PhantomData
    }
}
impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, _other: &PhantomData<T>) -> bool {
        true
    }
}
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: ?Sized> crate::fmt::Debug for PhantomData<T> {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _other: &PhantomData<T>) -> Option<crate::cmp::Ordering> {
        Some(crate::cmp::Ordering::Equal)
    }
}
impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, _other: &PhantomData<T>) -> crate::cmp::Ordering {
        crate::cmp::Ordering::Equal
    }
}
impl<T: ?Sized> crate::hash::Hash for PhantomData<T> {
    fn hash<H: crate::hash::Hasher>(&self, _state: &mut H) {}
}
