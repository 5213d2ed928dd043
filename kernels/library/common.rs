//! Names that many files of the library use.

pub(crate) use crate::cmp::Ordering;
pub(crate) use crate::fmt::{Debug, Display};
pub(crate) use crate::hash::{Hash, Hasher};
pub(crate) use crate::intrinsics as i;
pub(crate) use crate::iter::{FusedIterator, Step};
pub(crate) use crate::marker::PhantomData;
pub(crate) use crate::mem::MaybeUninit;
pub(crate) use crate::ops::{ControlFlow, Deref, DerefMut, Try};
pub(crate) use crate::slice::{part, part_mut};
pub(crate) use crate::str::FromStr;
