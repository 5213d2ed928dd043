#!/usr/bin/env python3
"""kernels/library is Rust: rustc expands its macros, with their hygiene, and type-checks it as a core library of its own (no_core), with
what rustc wants beside it. Skipped where there is no rustc, or not the one whose inner names are used here."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY = ROOT / 'kernels' / 'library'
LENT = ROOT / 'bindings' / 'rust' / 'rustg-std' / 'src'
SKIPPED = 77
VERSION = 'rustc 1.95.'
# names of rustc's own for our marks; all others that rustc does not know are left out
LANG = {'fn_trait': 'fn', 'option': 'Option', 'option_some': 'Some', 'option_none': 'None', 'range': 'Range', 'range_from': 'RangeFrom',
        'range_to': 'RangeTo', 'range_full': 'RangeFull', 'range_inclusive': 'RangeInclusive', 'range_to_inclusive': 'RangeToInclusive',
        'c_str': 'CStr'}
UNKNOWN = {'debug', 'total_eq', 'non_null', 'ref_cell', 'grid_mut', 'shared', 'dyn_shared', 'atomic', 'tid', 'from', 'result', 'result_ok', 'result_err', 'ordering', 'iterator',
           'into_iterator', 'counted_iterator', 'placed_iterator', 'quiet_iterator', 'double_ended_iterator', 'sum', 'product', 'send', 'text_word',
           'lower_hex', 'upper_hex', 'binary', 'octal', 'lower_exp', 'upper_exp', 'pointer',
           *re.findall(r'lang = "(wide_\w+)', (LIBRARY / 'num' / 'wide.rs').read_text()),
           *(name for path in (LIBRARY / 'fmt').glob('*.rs') for name in re.findall(r'lang = "(formatter_\w+)', path.read_text())),
           'display', 'write', 'has_sinks', 'ord', 'hash'}

HEAD = r"""
#![feature(no_core, lang_items, rustc_attrs, intrinsics, unboxed_closures, decl_macro, arbitrary_self_types, never_type, auto_traits, negative_impls, const_trait_impl, adt_const_params, unsized_const_params)]
#![no_core]
#![rustc_coherence_is_core]
#![feature(transparent_unions)]
#![allow(internal_features, dead_code, unused_variables, incomplete_features, unused_unsafe, unused_attributes)]
#[macro_export]
macro_rules! panic_args { ($m:literal) => { $crate::extra::panic_now($m) }; ($m:literal, $a:expr) => {{ let _ = &$a; $crate::extra::panic_now($m) }}; ($m:literal, $a:expr, $b:expr) => {{ let _ = (&$a, &$b); $crate::extra::panic_now($m) }}; }
macro_rules! panic { ($($t:tt)*) => { { $crate::panic_args!($($t)*) } } }
#[macro_export]
macro_rules! assert { ($c:expr $(, $m:literal)?) => { if !$c { $crate::extra::panic_now("") } } }
#[macro_export]
macro_rules! matches { ($e:expr, $p:pat) => { match $e { $p => true, _ => false } } }
#[macro_export]
macro_rules! write { ($f:expr, $m:literal $(, $a:expr)*) => {{ $(let _ = &$a;)* $f.write_str($m) }} }
#[path = "../../bindings/rust/rustg-std/src/ptx.rs"]
mod ptx;
pub use ptx::ptx_is_unsafe;
pub mod extra {
    use crate::std_prelude::*;
    #[lang = "pointee_sized"]
    pub trait PointeeSized {}
    #[lang = "meta_sized"]
    pub trait MetaSized: PointeeSized {}
    #[lang = "tuple_trait"]
    pub trait Tuple {}
    #[lang = "freeze"]
    pub unsafe auto trait Freeze {}
    #[lang = "legacy_receiver"]
    pub trait LegacyReceiver {}
    impl<T: ?Sized> LegacyReceiver for &T {}
    impl<T: ?Sized> LegacyReceiver for &mut T {}
    #[lang = "receiver"]
    pub trait Receiver {}
    #[lang = "unsize"]
    pub trait Unsize<T: ?Sized> {}
    #[lang = "coerce_unsized"]
    pub trait CoerceUnsized<T> {}
    impl<'a, 'b: 'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a U> for &'b T {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a mut U> for &'a mut T {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for &'a T {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*mut U> for &'a mut T {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for &'a mut T {}
    #[lang = "dispatch_from_dyn"]
    pub trait DispatchFromDyn<T> {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<&'a U> for &'a T {}
    impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<&'a mut U> for &'a mut T {}
    impl<T: ?Sized> Copy for &T {}
    impl<T: ?Sized> Clone for &T { fn clone(&self) -> Self { *self } }
    impl<T: ?Sized> Copy for *const T {}
    impl<T: ?Sized> Clone for *const T { fn clone(&self) -> Self { *self } }
    impl<T: ?Sized> Copy for *mut T {}
    impl<T: ?Sized> Clone for *mut T { fn clone(&self) -> Self { *self } }
    impl Copy for bool {} impl Clone for bool { fn clone(&self) -> Self { *self } }
    impl Copy for char {} impl Clone for char { fn clone(&self) -> Self { *self } }
    impl Copy for i8 {} impl Clone for i8 { fn clone(&self) -> Self { *self } }
    impl Copy for i16 {} impl Clone for i16 { fn clone(&self) -> Self { *self } }
    impl Copy for i32 {} impl Clone for i32 { fn clone(&self) -> Self { *self } }
    impl Copy for i64 {} impl Clone for i64 { fn clone(&self) -> Self { *self } }
    impl Copy for i128 {} impl Clone for i128 { fn clone(&self) -> Self { *self } }
    impl Copy for u128 {} impl Clone for u128 { fn clone(&self) -> Self { *self } }
    impl Copy for isize {} impl Clone for isize { fn clone(&self) -> Self { *self } }
    impl Copy for u8 {} impl Clone for u8 { fn clone(&self) -> Self { *self } }
    impl Copy for u16 {} impl Clone for u16 { fn clone(&self) -> Self { *self } }
    impl Copy for u32 {} impl Clone for u32 { fn clone(&self) -> Self { *self } }
    impl Copy for u64 {} impl Clone for u64 { fn clone(&self) -> Self { *self } }
    impl Copy for usize {} impl Clone for usize { fn clone(&self) -> Self { *self } }
    impl Copy for f32 {} impl Clone for f32 { fn clone(&self) -> Self { *self } }
    impl Copy for f64 {} impl Clone for f64 { fn clone(&self) -> Self { *self } }
    #[lang = "destruct"]
    pub trait Destruct {}
    #[lang = "pointee_trait"]
    pub trait Pointee { #[lang = "metadata_type"] type Metadata; }
    #[lang = "structural_peq"]
    pub trait StructuralPartialEq {}
    #[lang = "drop_in_place"]
    unsafe fn drop_in_place<T: ?Sized>(to_drop: *mut T) { loop {} }
    #[lang = "const_param_ty"]
    pub trait ConstParamTy_ {}
    impl ConstParamTy_ for usize {}
    impl ConstParamTy_ for u32 {}
    impl ConstParamTy_ for bool {}
    pub const fn panic_now(m: &str) -> ! { loop {} }
    // what `?` is; the library's own names of it are others
    pub enum Flow<B, C> { #[lang = "Continue"] Continue(C), #[lang = "Break"] Break(B) }
    pub trait Residual<R> { #[lang = "from_residual"] fn from_residual(r: R) -> Self; }
    pub trait Question: Residual<Self::Left> { type Out; type Left; #[lang = "branch"] fn branch(self) -> Flow<Self::Left, Self::Out>; }
    impl<T> Question for Option<T> { type Out = T; type Left = (); fn branch(self) -> Flow<(), T> { loop {} } }
    impl<T> Residual<()> for Option<T> { fn from_residual(r: ()) -> Self { loop {} } }
    impl<T, E> Question for Result<T, E> { type Out = T; type Left = Flow<E, ()>; fn branch(self) -> Flow<Flow<E, ()>, T> { loop {} } }
    impl<T, E> Residual<Flow<E, ()>> for Result<T, E> { fn from_residual(r: Flow<E, ()>) -> Self { loop {} } }
    #[lang = "panic_fmt"]
    fn pf() -> ! { loop {} }
}
"""


def mark(match):
    name = match.group(1)
    return '' if name in UNKNOWN else f'#[lang = "{LANG.get(name, name)}"]'


def replaced(text, *pairs):
    for old, new in pairs:
        if old not in text:
            sys.exit(f'library_test: `{old}` is no longer in the library')
        text = text.replace(old, new)
    return text


DERIVES = {'Debug': 'fmt::Debug', 'Clone': 'clone::Clone', 'Copy': 'marker::Copy', 'PartialEq': 'cmp::PartialEq', 'Eq': 'cmp::Eq',
           'PartialOrd': 'cmp::PartialOrd', 'Ord': 'cmp::Ord', 'Default': 'default::Default', 'Hash': 'hash::Hash'}
BODIES = {'Clone': 'fn clone(&self) -> Self { loop {} }', 'PartialEq': 'fn eq(&self, _: &Self) -> bool { loop {} }',
          'PartialOrd': 'fn partial_cmp(&self, _: &Self) -> Option<crate::cmp::Ordering> { loop {} }',
          'Ord': 'fn cmp(&self, _: &Self) -> crate::cmp::Ordering { loop {} }', 'Default': 'fn default() -> Self { loop {} }',
          'Hash': 'fn hash<S: crate::hash::Hasher>(&self, _: &mut S) { loop {} }'}


def derived(match):
    """The impls that a derive stands for: without core there is no derive."""
    marks, head, name, generics = match.group(1), match.group(3), match.group(4), match.group(5) or ''
    traits = match.group(2).split(', ')
    params = [p.split('=')[0].strip() for p in generics[1:-1].split(',') if p.strip()]
    names = ', '.join(p.removeprefix('const ').split(':')[0] for p in params)
    impls = ''
    for trait in traits:
        path = 'crate::' + DERIVES[trait]
        bounds = ', '.join(p if p[0] == "'" or p.startswith('const ') else f'{p} + {path}' if ':' in p else f'{p}: {path}' for p in params)
        impls += f"impl<{bounds}> {path} for {name}<{names}> {{ {BODIES.get(trait, '')} }} "
    return impls + marks + head + name + generics


def for_rustc(name, text):
    text = text.replace('use core::', 'use crate::')
    text = re.sub(r'((?:#\[.*\n)*)#\[derive\(([\w, ]+)\)\]\n((?: *#\[.*\n)* *(?:pub(?:\(\w+\))? )?(?:enum|struct) )(\$?\w+)(<[^>]*>)?', derived, text)
    text = re.sub(r'#\[lang = "(\w+)"\]', mark, text)
    text = re.sub(r'#\[(?:const_unstable|const_conditional|never_const|rustc_promotable|told_inside)\] ?', '', text)
    if name == 'intrinsics.rs':
        text = text.replace('unsafe extern "rust-intrinsic" {', '').rstrip()[:-1]
        text = re.sub(r'pub (const )?fn ([^;]*);', lambda m: f'pub {m.group(1) or ""}unsafe fn {m.group(2)} {{ loop {{}} }}', text)
    if name not in ('lib.rs', 'rustg_std/prelude.rs', 'std_prelude.rs'):
        lines = text.split('\n')
        first = next(i for i, line in enumerate(lines) if not line.startswith('//!'))
        lines[first] += ' #[allow(unused_imports)] use crate::std_prelude::*;'
        text = '\n'.join(lines)
    if name == 'marker.rs':
        text = replaced(text, ('pub trait Sized {}', 'pub trait Sized: crate::extra::MetaSized {}'), ('unsafe trait Send', 'unsafe auto trait Send'),
                        ('unsafe trait Sync', 'unsafe auto trait Sync'))
    if name == 'ops.rs':
        text = replaced(text, ('Args>', 'Args: crate::extra::Tuple>'), ('<A, F', '<A: crate::extra::Tuple, F'))
        text = re.sub(r'#\[lang = "(fn|fn_mut|fn_once)"\]', r'#[lang = "\1"] #[rustc_paren_sugar]', text)
        text = text.replace(': FnOnce<Args: crate::extra::Tuple>', ': FnOnce<Args>').replace(': FnMut<Args: crate::extra::Tuple>', ': FnMut<Args>')
    if name == 'lib.rs':
        text = HEAD + '\n'.join(line for line in text.split('\n') if not line.startswith('//!'))
    if name == 'mem.rs':
        text = replaced(text, ('    value: ManuallyDrop<T>,\n}', '    value: *const T,\n}'),
                        ('MaybeUninit { value: ManuallyDrop::new(value) }', '{ let _value = ManuallyDrop::new(value); loop {} }'))
    if name == 'cell.rs':
        text = replaced(text, ('pub struct UnsafeCell<', '#[lang = "unsafe_cell"]\npub struct UnsafeCell<'))
    if name == 'array.rs':
        text += ('impl<T: Copy, const N: usize> Copy for [T; N] {}\n'
                 'impl<T: Copy, const N: usize> Clone for [T; N] { fn clone(&self) -> Self { *self } }\n')
    if name == 'num/float.rs':  # rustc would evaluate an intrinsic that has no body
        text = re.sub(r'(f\d\d) = f\d\d::from_bits\(\w+\)(?=[,;])', r'\1 = 0.0 / 0.0', text)
    return text


def main():
    rustc = shutil.which('rustc')
    if not rustc or not subprocess.run([rustc, '--version'], capture_output=True, text=True).stdout.startswith(VERSION):
        print(f'library_test: no {VERSION}x, skipped')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as work:
        for path in [*LIBRARY.rglob('*.rs'), *LENT.rglob('*.rs')]:
            copy = pathlib.Path(work) / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(for_rustc(str(path.relative_to(LIBRARY)) if LIBRARY in path.parents else path.name, path.read_text()))
        done = subprocess.run([rustc, '--edition', '2024', '--crate-type', 'lib', '--crate-name', 'library', '--emit=metadata',
                               '--cap-lints', 'warn', '-Aambiguous_wide_pointer_comparisons', '-o', work + '/out.rmeta',
                               work + '/kernels/library/lib.rs'],
                              env=dict(os.environ, RUSTC_BOOTSTRAP='1'), capture_output=True, text=True)
    # The library's constants are evaluated by rustg alone, which runs any function: that fns are const is for its users.
    wrong = [line for line in done.stderr.split('\n') if line.startswith('error') and 'aborting' not in line]
    if done.returncode and (not wrong or not all(line.startswith(('error[E0015]', 'error[E0493]')) for line in wrong)):
        sys.exit(done.stderr)
    print('kernels/library is good Rust')


if __name__ == '__main__':
    main()
