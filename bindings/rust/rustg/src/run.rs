//! Running a kernel on the host's memory, in one call.

use std::marker::PhantomData;

use rustg_sys as sys;

use crate::element::Element;
use crate::error::{Error, ErrorKind, c_text, check, sized_text};
use crate::launch::{Kind, check_kinds};
use crate::module::c_string;
use crate::result::{CompilationResult, Role};
use crate::stream::text_of;

/// What runs a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Native code by the system's C compiler; the interpreter where there is none.
    Cpu,
    /// A CUDA device, by its number.
    Cuda(i32),
    /// The interpreter, which finds undefined behaviour too.
    Interpreter,
}

/// An argument in the host's memory.
pub struct HostArgument<'a> {
    raw: sys::rustg_argument,
    kind: Kind,
    of: PhantomData<&'a mut ()>,
}

impl<'a> HostArgument<'a> {
    /// A value.
    pub fn value<T: Element>(value: &'a T) -> HostArgument<'a> {
        let raw = sys::rustg_argument { data: std::ptr::from_ref(value).cast_mut().cast(), length: 1 };
        HostArgument { raw, kind: Kind::of::<T>(Role::Scalar), of: PhantomData }
    }

    /// For `&[T]`.
    pub fn slice<T: Element>(values: &'a [T]) -> HostArgument<'a> {
        let raw = sys::rustg_argument { data: values.as_ptr().cast_mut().cast(), length: values.len() as u64 };
        HostArgument { raw, kind: Kind::of::<T>(Role::Slice), of: PhantomData }
    }

    /// For `GridMut<T>`.
    pub fn slice_mut<T: Element>(values: &'a mut [T]) -> HostArgument<'a> {
        let raw = sys::rustg_argument { data: values.as_mut_ptr().cast(), length: values.len() as u64 };
        HostArgument { raw, kind: Kind::of::<T>(Role::GridMut), of: PhantomData }
    }
}

impl CompilationResult {
    /// Runs a kernel once over blocks of threads and waits for it.
    ///
    /// ```
    /// use rustg::{HostArgument, Target};
    /// let result = rustg::GpuCompiler::new().compile_source("
    ///     use rustg_std::prelude::*;
    ///     #[kernel]
    ///     pub fn add(by: u32, mut y: GridMut<u32>) {
    ///         let i = thread::index();
    ///         if i < y.len() {
    ///             y[i] += by;
    ///         }
    ///     }")?;
    /// let mut y = [1u32, 2, 3];
    /// let arguments = [HostArgument::value(&10u32), HostArgument::slice_mut(&mut y)];
    /// result.run("add", Target::Interpreter, [1, 1, 1], [4, 1, 1], &arguments)?;
    /// assert_eq!(y, [11, 12, 13]);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) as of [`Kernel::launch`](crate::Kernel::launch), an unsafe kernel too;
    /// [`Panic`](ErrorKind::Panic), [`Deadlock`](ErrorKind::Deadlock), and for CUDA what the driver answers.
    pub fn run(
        &self,
        kernel: &str,
        target: Target,
        grid: [u32; 3],
        block: [u32; 3],
        arguments: &[HostArgument<'_>],
    ) -> Result<(), Error> {
        let name = c_string(kernel)?;
        if let Some(info) = self.kernels().into_iter().find(|info| info.name == kernel) {
            if info.is_unsafe {
                let hint = "put it into a module and launch it with launch_unchecked";
                return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, format!("`{kernel}` is an unsafe kernel"), hint));
            }
            check_kinds(arguments.iter().map(|argument| &argument.kind), &info)?;
        }
        let (raw_target, device) = match target {
            Target::Cpu => (sys::RUSTG_TARGET_CPU, 0),
            Target::Cuda(ordinal) => (sys::RUSTG_TARGET_CUDA, ordinal),
            Target::Interpreter => (sys::RUSTG_TARGET_INTERPRETER, 0),
        };
        let options = sys::rustg_run_options {
            struct_size: size_of::<sys::rustg_run_options>(),
            target: raw_target,
            device,
            grid,
            block,
            ..Default::default()
        };
        let raw: Vec<sys::rustg_argument> = arguments.iter().map(|argument| argument.raw).collect();
        let mut panic = sys::rustg_panic::default();
        let result = self.handle().raw();
        // SAFETY: the result is alive; arguments are of the kernel's types, borrowed, and those written are borrowed
        // alone.
        let ran = check(|error| unsafe {
            sys::rustg_result_run(result, name.as_ptr(), &options, raw.as_ptr(), raw.len(), &mut panic, error)
        });
        ran.map_err(|error| if panic.happened != 0 { self.panicked(&panic, error) } else { error })
    }

    fn panicked(&self, panic: &sys::rustg_panic, error: Error) -> Error {
        let mut site = sys::rustg_panic_site { message: std::ptr::null(), path: std::ptr::null(), line: 0, column: 0 };
        let result = self.handle().raw();
        // SAFETY: the result is alive; texts are its.
        unsafe {
            if error.kind() != ErrorKind::Panic
                || sys::rustg_result_panic_site(result, panic.site, &mut site) != sys::RUSTG_OK
            {
                return error;
            }
            let words = sized_text(|to, room| sys::rustg_panic_message(result, panic, to, room));
            let path = c_text(site.path).into_owned();
            let text = text_of(result, &path);
            error.at(path, site.line, site.column).with_text(text).with_words(words)
        }
    }
}
