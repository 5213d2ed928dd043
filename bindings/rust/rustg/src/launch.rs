//! The shape and the arguments of a launch.

use std::borrow::Cow;

use rustg_sys as sys;

use crate::buffer::{Buffer, Slice, SliceMut};
use crate::element::Element;
use crate::error::Error;
use crate::graph::Held;
use crate::result::{KernelInfo, ParamInfo, Role};

/// How many threads a launch has, and in which shape.
#[derive(Clone, Copy, Debug)]
pub struct LaunchConfig(sys::rustg_launch_config);

impl LaunchConfig {
    fn empty() -> sys::rustg_launch_config {
        sys::rustg_launch_config { struct_size: size_of::<sys::rustg_launch_config>(), ..Default::default() }
    }

    /// A thread for each of `n` elements; the kernel's block, else the one that suits the device.
    pub fn for_elements(n: usize) -> LaunchConfig {
        LaunchConfig(sys::rustg_launch_config { n_elements: n as u64, ..LaunchConfig::empty() })
    }

    /// Blocks, and threads of a block.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> LaunchConfig {
        LaunchConfig(sys::rustg_launch_config { grid, block, ..LaunchConfig::empty() })
    }

    /// With this much dynamic shared memory a block.
    pub fn with_shared_bytes(mut self, n_bytes: u32) -> LaunchConfig {
        self.0.dynamic_shared_bytes = n_bytes;
        self
    }

    /// With all blocks resident at once.
    pub fn cooperative(mut self) -> LaunchConfig {
        self.0.cooperative = 1;
        self
    }

    pub(crate) fn raw(self) -> sys::rustg_launch_config {
        self.0
    }
}

impl From<usize> for LaunchConfig {
    fn from(n: usize) -> LaunchConfig {
        LaunchConfig::for_elements(n)
    }
}

impl From<(u32, u32)> for LaunchConfig {
    fn from((grid, block): (u32, u32)) -> LaunchConfig {
        LaunchConfig::new([grid, 1, 1], [block, 1, 1])
    }
}

impl From<([u32; 2], [u32; 2])> for LaunchConfig {
    fn from((grid, block): ([u32; 2], [u32; 2])) -> LaunchConfig {
        LaunchConfig::new([grid[0], grid[1], 1], [block[0], block[1], 1])
    }
}

impl From<([u32; 3], [u32; 3])> for LaunchConfig {
    fn from((grid, block): ([u32; 3], [u32; 3])) -> LaunchConfig {
        LaunchConfig::new(grid, block)
    }
}

/// What an argument is, for checks and their words.
#[doc(hidden)]
pub struct Kind {
    role: Role,
    element: u32,
    name: fn() -> Cow<'static, str>,
}

impl Kind {
    pub(crate) fn of<T: Element>(role: Role) -> Kind {
        Kind { role, element: T::ELEMENT, name: T::name }
    }

    fn fits(&self, param: &ParamInfo) -> bool {
        let same_role = self.role == param.role || (self.role, param.role) == (Role::GridMut, Role::Slice);
        same_role && self.is_of(param)
    }

    fn is_of(&self, param: &ParamInfo) -> bool {
        let is_struct = self.element == sys::RUSTG_ELEMENT_STRUCT;
        self.element == param.element && (!is_struct || (self.name)() == param.element_name())
    }

    /// What to give in its place.
    fn hint(&self, param: &ParamInfo) -> String {
        let element = param.element_name();
        match (self.role, param.role) {
            (Role::Slice, Role::GridMut) if self.is_of(param) => {
                "the kernel writes it: pass `&mut` and the buffer".into()
            }
            (_, Role::GridMut) => format!("pass `&mut` and a buffer of {element}"),
            (_, Role::Slice) => format!("pass `&` and a buffer of {element}, as `Stream::upload` makes one"),
            (_, Role::Scalar) => format!("pass a value of type {element}"),
            (_, Role::Pointer) => "launch_unchecked takes pointers".into(),
        }
    }

    fn words(&self) -> String {
        match self.role {
            Role::Scalar => format!("a value of type {}", (self.name)()),
            Role::Slice => format!("a buffer of {}", (self.name)()),
            Role::GridMut => format!("a mutable buffer of {}", (self.name)()),
            Role::Pointer => format!("a pointer to {}", (self.name)()),
        }
    }
}

/// One argument of a launch.
///
/// # Safety
/// `raw` is of the kind that `kind` says, and valid as long as the value is borrowed.
pub unsafe trait Argument {
    #[doc(hidden)]
    fn kind(&self) -> Kind;
    /// `is_image`: for a kernel of an image, of which an offset counts bytes.
    #[doc(hidden)]
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument;
}

// SAFETY: the value itself.
unsafe impl<T: Element> Argument for T {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::Scalar)
    }
    fn raw(&self, _: bool) -> sys::rustg_launch_argument {
        let value = std::ptr::from_ref(self).cast();
        sys::rustg_launch_argument { value, n_bytes: size_of::<T>() as u64, ..Default::default() }
    }
}

// SAFETY: a buffer that is borrowed to be read.
unsafe impl<T: Element> Argument for &Buffer<T> {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::Slice)
    }
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument {
        self.as_slice().argument(is_image)
    }
}

// SAFETY: a buffer that is borrowed alone.
unsafe impl<T: Element> Argument for &mut Buffer<T> {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::GridMut)
    }
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument {
        self.as_slice().argument(is_image)
    }
}

// SAFETY: a part of a buffer that is borrowed to be read.
unsafe impl<T: Element> Argument for Slice<'_, T> {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::Slice)
    }
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument {
        self.argument(is_image)
    }
}

// SAFETY: a part of a buffer that is borrowed alone.
unsafe impl<T: Element> Argument for SliceMut<'_, T> {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::GridMut)
    }
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument {
        self.argument(is_image)
    }
}

// SAFETY: a buffer that a graph may hold; the library refuses a launch that takes it twice.
unsafe impl<T: Element> Argument for Held<'_, T> {
    fn kind(&self) -> Kind {
        Kind::of::<T>(Role::GridMut)
    }
    fn raw(&self, is_image: bool) -> sys::rustg_launch_argument {
        self.buffer().as_slice().argument(is_image)
    }
}

/// A tuple of [`Argument`]s, or a slice of references to them where their number is known at run time only.
pub trait Arguments {
    #[doc(hidden)]
    fn check(&self, kernel: &KernelInfo) -> Result<(), Error>;
    #[doc(hidden)]
    fn with_raw<R>(&self, is_image: bool, call: impl FnOnce(&[sys::rustg_launch_argument]) -> R) -> R;
}

pub(crate) fn check_kinds<'k>(
    kinds: impl ExactSizeIterator<Item = &'k Kind>,
    kernel: &KernelInfo,
) -> Result<(), Error> {
    let (wanted, given) = (kernel.params.len(), kinds.len());
    if wanted != given {
        let params: Vec<_> = kernel.params.iter().map(|p| format!("`{}: {}`", p.name, p.rust_type)).collect();
        let hint = if wanted == 0 { "it takes no arguments".into() } else { format!("it takes {}", params.join(", ")) };
        let s = if wanted == 1 { "" } else { "s" };
        let message = format!("kernel `{}` takes {wanted} argument{s}, not {given}", kernel.name);
        return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, message, hint));
    }
    for (i, (kind, param)) in kinds.zip(&kernel.params).enumerate() {
        if !kind.fits(param) {
            let (name, rust_type) = (&param.name, &param.rust_type);
            let given = kind.words();
            let message = format!("argument {i}: `{name}: {rust_type}` of `{}` is given {given}", kernel.name);
            return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, message, kind.hint(param)));
        }
    }
    Ok(())
}

impl Arguments for &[&dyn Argument] {
    fn check(&self, kernel: &KernelInfo) -> Result<(), Error> {
        let kinds: Vec<Kind> = self.iter().map(|argument| argument.kind()).collect();
        check_kinds(kinds.iter(), kernel)
    }
    fn with_raw<R>(&self, is_image: bool, call: impl FnOnce(&[sys::rustg_launch_argument]) -> R) -> R {
        let raw: Vec<_> = self.iter().map(|argument| argument.raw(is_image)).collect();
        call(&raw)
    }
}

macro_rules! arguments {
    ($($name:ident)*) => {
        #[allow(non_snake_case)]
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            fn check(&self, kernel: &KernelInfo) -> Result<(), Error> {
                let ($($name,)*) = self;
                check_kinds([$($name.kind()),*].iter(), kernel)
            }
            fn with_raw<R>(
                &self,
                is_image: bool,
                call: impl FnOnce(&[sys::rustg_launch_argument]) -> R,
            ) -> R {
                let _ = is_image;
                let ($($name,)*) = self;
                call(&[$($name.raw(is_image)),*])
            }
        }
    };
}

arguments! {}
arguments! { A }
arguments! { A B }
arguments! { A B C }
arguments! { A B C D }
arguments! { A B C D E }
arguments! { A B C D E F }
arguments! { A B C D E F G }
arguments! { A B C D E F G H }
arguments! { A B C D E F G H I }
arguments! { A B C D E F G H I J }
arguments! { A B C D E F G H I J K }
arguments! { A B C D E F G H I J K L }
arguments! { A B C D E F G H I J K L M }
arguments! { A B C D E F G H I J K L M N }
arguments! { A B C D E F G H I J K L M N O }
arguments! { A B C D E F G H I J K L M N O P }
