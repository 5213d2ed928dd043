//! Types as values.

use crate::intrinsics as i;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId {
    data: [u64; 2],
}
impl TypeId {
    pub const fn of<T: ?Sized + 'static>() -> TypeId { TypeId { data: [unsafe { i::type_id::<T>() }, 0] } }
}

unsafe_fns! {
    [#[track_caller] #[const_unstable] pub fn]
    type_name[T: ?Sized]() -> &'static str: i::type_name::<T>();
    type_name_of_val[T: ?Sized](_value: &T) -> &'static str: i::type_name::<T>();
}

pub trait Any: 'static {
    fn type_id(&self) -> TypeId;
}
impl<T: ?Sized + 'static> Any for T {
    fn type_id(&self) -> TypeId { TypeId::of::<T>() }
}

macro_rules! downcasts {
    ($($any:ty),*) => {$(
        impl $any {
            pub fn is<T: Any>(&self) -> bool { self.type_id() == TypeId::of::<T>() }
            pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
                if self.is::<T>() { Some(unsafe { &*(self as *const $any as *const T) }) } else { None }
            }
            pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T> {
                if self.is::<T>() { Some(unsafe { &mut *(self as *mut $any as *mut T) }) } else { None }
            }
        }
    )*};
}
downcasts! { dyn Any, dyn Any + Send, dyn Any + Send + Sync }
