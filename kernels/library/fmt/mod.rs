//! Formatting. What is written is kept as bytes; values are among them as ir_shown (src/ir/ir.h) says, and the host
//! writes them out.

use crate::intrinsics as i;
use crate::marker::PhantomData;

/// Returns the value where the formatter writes to a sink. Where the program has none, nothing is left of it.
macro_rules! to_sink {
    ($f:ident, $value:expr) => {
        if unsafe { i::has_sinks() } {
            if $f.n == sink::TO_SINK {
                return $value;
            }
        }
    };
}
/// Writes what stands around the parts of a value.
macro_rules! write_between {
    ($f:expr, $text:expr) => {
        let done = $f.write_str($text);
        if unsafe { i::has_sinks() } {
            if done.is_err() {
                return done;
            }
        }
    };
}

mod float;
pub(crate) mod sink;
mod traits;

pub use traits::{Binary, LowerExp, LowerHex, Octal, Pointer, UpperExp, UpperHex};

/// As many bytes as the operands of a message hold beside the length of one text.
const ROOM: usize = 120;

pub struct Formatter<'a> {
    bytes: [u8; ROOM],
    /// Of what was written, also where there was no room for it; sink::TO_SINK if it goes to a sink.
    n: usize,
    options: u64,
    /// How far `{:#?}` moves lines in.
    depth: usize,
    starts_line: bool,
    marker: PhantomData<&'a ()>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Error;
pub type Result = crate::result::Result<(), Error>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment { Left, Right, Center }

#[lang = "formatter_new"]
fn formatter_new(options: u64) -> Formatter<'static> {
    Formatter { bytes: [0; ROOM], n: 0, options, depth: 0, starts_line: false, marker: PhantomData }
}
#[lang = "formatter_text"]
fn formatter_text<'a>(f: &'a Formatter<'_>) -> &'a str {
    unsafe { &*(i::slice_from_raw_parts(&raw const f.bytes as *const u8, f.n) as *const str) }
}
/// Sets the options and gives those from before.
#[lang = "formatter_options"]
fn formatter_options(f: &mut Formatter<'_>, options: u64) -> u64 { crate::mem::replace(&mut f.options, options) }
/// The options with a width, whose bits begin at 26, or with a precision, at 43.
#[track_caller]
#[lang = "formatter_count"]
fn formatter_count(options: u64, at: u32, n: &usize) -> u64 {
    panic_if!(*n > 0xFFFF, "Formatting argument out of range");
    options | (*n as u64) << (at + 1) | 1 << at
}
/// Whether {:x?} or {:X?} writes what is in it.
#[lang = "formatter_is_hex"] fn formatter_is_hex(f: &Formatter<'_>) -> bool { f.bits(61, 3) == 5 || f.bits(61, 3) == 6 }
#[lang = "formatter_is_ok"] fn formatter_is_ok(so_far: Result) -> bool { so_far.is_ok() }
#[lang = "formatter_write"] fn formatter_write(f: &mut Formatter<'_>, text: &str) -> Result { f.write_str(text) }

#[lang = "formatter_number"]
fn formatter_number(f: &mut Formatter<'_>, kind: u8, low: u64, high: u64) -> Result {
    to_sink!(f, sink::number(f, kind, low));
    f.value(kind);
    f.number(low);
    if kind & 0x3E == 2 { // of 128 bits
        f.number(high);
    }
    Ok(())
}
#[lang = "formatter_show_text"]
fn formatter_show_text(f: &mut Formatter<'_>, kind: u8, text: &str) -> Result {
    to_sink!(f, sink::text(f, text));
    f.value(kind);
    f.number(text.len() as u64);
    counting!(at in 0, text.len() => {
        f.put(text.as_bytes()[at]);
    });
    Ok(())
}

/// What stands before the first part of a struct, a tuple, a list, a set, and a tuple without a name, and behind the
/// last one, by {:?} and by {:#?}.
const SHAPES: [[&str; 4]; 5] = [
    [" { ", " {\n", " }", "}"], TUPLE, ["", "\n", "]", "]"], ["", "\n", "}", "}"], TUPLE,
];
const TUPLE: [&str; 4] = ["(", "(\n", ")", ")"];
#[lang = "formatter_before"]
fn formatter_before(f: &mut Formatter<'_>, shape: usize, has: bool, name: &str) -> Result {
    let pretty = f.alternate();
    let between = if has { ", " } else { SHAPES[shape][pretty as usize] };
    if (!has || !pretty) && !between.is_empty() {
        write_between!(f, between);
    }
    f.move_in(pretty);
    match shape {
        0 => match f.write_str(name) {
            Ok(()) => f.write_str(": "),
            refused => formatter_after(f, refused),
        },
        _ => Ok(()),
    }
}
#[lang = "formatter_after"]
fn formatter_after(f: &mut Formatter<'_>, so_far: Result) -> Result {
    if !f.alternate() {
        return so_far;
    }
    let so_far = if so_far.is_ok() { f.write_str(",\n") } else { so_far };
    f.depth -= 1;
    so_far
}
/// Behind all parts, of which there may be none.
#[lang = "formatter_end"]
fn formatter_end(f: &mut Formatter<'_>, shape: usize, n: usize) -> Result {
    if shape == 4 && n == 1 && !f.alternate() {
        write_between!(f, ",");
    }
    if n > 0 || shape == 2 || shape == 3 { f.write_str(SHAPES[shape][2 + f.alternate() as usize]) } else { Ok(()) }
}

impl<'a> Formatter<'a> {
    fn put(&mut self, byte: u8) {
        if self.n < ROOM {
            self.bytes[self.n] = byte;
        }
        self.n += 1;
    }
    fn move_in(&mut self, pretty: bool) {
        self.depth += pretty as usize;
        to_sink!(self, if pretty { sink::begin_line(self) });
    }
    fn begin(&mut self) {
        if self.starts_line && self.depth > 0 {
            self.put(0xFE); // as the byte of a value, none of a text
            self.put(self.depth as u8);
        }
        self.starts_line = false;
    }
    fn number(&mut self, n: u64) {
        let mut left = n;
        while left >= 0x80 {
            self.put(left as u8 | 0x80);
            left >>= 7;
        }
        self.put(left as u8);
    }
    fn value(&mut self, kind: u8) {
        let options = self.options;
        self.begin();
        if options == 0 && kind & 0x3F < 2 {
            self.put(0xF8 | kind & 1);
            return;
        }
        self.put(0xFF);
        self.put(kind | ((options != 0) as u8) << 7);
        if options != 0 {
            self.number(options);
        }
    }
    pub fn write_str(&mut self, text: &str) -> Result {
        to_sink!(self, sink::write(self, text));
        counting!(at in 0, text.len() => {
            let byte = text.as_bytes()[at];
            self.begin();
            self.put(byte);
            self.starts_line = byte == b'\n';
        });
        Ok(())
    }
    pub fn write_char(&mut self, c: char) -> Result {
        to_sink!(self, sink::write_char(self, c));
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }
    fn bits(&self, from: u32, n: u32) -> usize { (self.options >> from) as usize & ((1 << n) - 1) }
    fns! {
        [pub fn]
        pad(&mut self, text: &str) -> Result:
            if self.options == 0 { self.write_str(text) } else { formatter_show_text(self, 6, text) };
        fill(&self) -> char { unsafe { char::from_u32_unchecked(self.bits(0, 21) as u32 ^ ' ' as u32) } }
        align(&self) -> Option<Alignment>:
            [None, Some(Alignment::Left), Some(Alignment::Center), Some(Alignment::Right)][self.bits(21, 2)];
        sign_plus(&self) -> bool { self.bits(23, 1) != 0 }
        sign_minus(&self) -> bool { false }
        alternate(&self) -> bool { self.bits(24, 1) != 0 }
        sign_aware_zero_pad(&self) -> bool { self.bits(25, 1) != 0 }
        width(&self) -> Option<usize> { if self.bits(26, 1) != 0 { Some(self.bits(27, 16)) } else { None } }
        precision(&self) -> Option<usize> { if self.bits(43, 1) != 0 { Some(self.bits(44, 16)) } else { None } }
    }
}

#[lang = "debug"]
pub trait Debug { fn fmt(&self, f: &mut Formatter<'_>) -> Result { unsafe { i::show_debug(self, f) } } }
#[lang = "display"] pub trait Display { fn fmt(&self, f: &mut Formatter<'_>) -> Result { unsafe { i::show(self, f) } } }

/// What a message is made of, where `write!` hands it on.
struct Message<'a> { marker: PhantomData<&'a ()> }

#[lang = "write"]
pub trait Write {
    fn write_str(&mut self, text: &str) -> Result;
    fn write_char(&mut self, c: char) -> Result { self.write_str(c.encode_utf8(&mut [0; 4])) }
    /// The compiler writes what calls of it with `format_args!` mean, and there are no others.
    fn write_fmt(&mut self, _: Message<'_>) -> Result { Err(Error) }
}
impl Write for Formatter<'_> {
    fn write_str(&mut self, text: &str) -> Result { Formatter::write_str(self, text) }
    fn write_char(&mut self, c: char) -> Result { Formatter::write_char(self, c) }
}
impl<W: Write + ?Sized> Write for &mut W {
    fn write_str(&mut self, text: &str) -> Result { (**self).write_str(text) }
    fn write_char(&mut self, c: char) -> Result { (**self).write_char(c) }
}

impl<T: ?Sized + Debug> Debug for &T {}
impl<T: ?Sized + Debug> Debug for &mut T {}
impl<T: ?Sized> Debug for *const T {}
impl<T: ?Sized> Debug for *mut T {}
impl Debug for str {}
impl Debug for ! {}
impl<T: ?Sized + Display> Display for &T {}
impl<T: ?Sized + Display> Display for &mut T {}
impl Display for str {}
impl Display for ! {}
written! {
    [T: Debug] Debug [T]: self f f.debug_list().entries(self.iter()).finish();
    [T: Debug, const N: usize] Debug [T; N]: self f self.as_slice().fmt(f);
    Display Error: self f f.pad("an error occurred when formatting an argument");
}

/// What the builders are made of.
struct Parts<'a, 'b> {
    f: &'a mut Formatter<'b>,
    so_far: Result,
    shape: usize,
    n: usize,
}
impl<'a, 'b> Parts<'a, 'b> {
    fn add<K: ?Sized + Debug, V: ?Sized + Debug>(&mut self, name: &str, key: Option<&K>, value: &V) {
        if self.so_far.is_ok() {
            self.so_far = self.add_part(name, key, value);
        }
        self.n += 1;
    }
    fn add_part<K: ?Sized + Debug, V: ?Sized + Debug>(&mut self, name: &str, key: Option<&K>, value: &V) -> Result {
        formatter_before(self.f, self.shape, self.n > 0, name)?;
        let mut so_far = Ok(());
        if let Some(key) = key {
            so_far = key.fmt(self.f);
            if so_far.is_ok() {
                so_far = self.f.write_str(": ");
            }
        }
        so_far = if so_far.is_ok() { value.fmt(self.f) } else { so_far };
        formatter_after(self.f, so_far)
    }
    fn end(&mut self) -> Result {
        if self.so_far.is_ok() {
            self.so_far = formatter_end(self.f, self.shape, self.n);
        }
        self.so_far
    }
    fn end_open(&mut self) -> Result {
        self.so_far?;
        if self.n == 0 {
            return self.f.write_str([" { .. }", "(..)", "..]", "..}", "(..)"][self.shape]);
        }
        if !self.f.alternate() {
            return self.f.write_str([", .. }", ", ..)", ", ..]", ", ..}", ", ..)"][self.shape]);
        }
        self.f.move_in(true);
        let so_far = self.f.write_str("..\n");
        self.f.depth -= 1;
        so_far?;
        self.f.write_str(SHAPES[self.shape][3])
    }
}
/// Builders, the methods that add a part to one, a row each, and behind `=>` others; how each begins, and its shape.
macro_rules! builders {
    ($(
        $name:ident: $make:ident($($label:ident)?) $first:expr, $shape:expr; {
            $($add:ident $([$($generic:tt)*])? ($me:ident, $($part:ident: $of:ty),*) $added:expr;)* $(=> $($other:tt)*)?
        }
    )*) => {
        $(pub struct $name<'a, 'b: 'a> { parts: Parts<'a, 'b> }
        impl<'a, 'b: 'a> $name<'a, 'b> {
            $(pub fn $add $(<$($generic)*>)? (&mut $me, $($part: $of),*) -> &mut Self {
                $added;
                $me
            })*
            $($($other)*)?
            pub fn finish(&mut self) -> Result { self.parts.end() }
            pub fn finish_non_exhaustive(&mut self) -> Result { self.parts.end_open() }
        })*
        impl<'b> Formatter<'b> {$(
            pub fn $make<'a>(&'a mut self $(, $label: &str)?) -> $name<'a, 'b> {
                let so_far = self.write_str($first);
                $name { parts: Parts { f: self, so_far, shape: $shape, n: 0 } }
            }
        )*}
    };
}
builders! {
    DebugStruct: debug_struct(name) name, 0; {
        field(self, name: &str, value: &dyn Debug) self.parts.add::<(), _>(name, None, value);
    }
    DebugTuple: debug_tuple(name) name, if name.is_empty() { 4 } else { 1 }; {
        field(self, value: &dyn Debug) self.parts.add::<(), _>("", None, value);
    }
    DebugList: debug_list() "[", 2; {
        entries[D: Debug, I: IntoIterator<Item = D>](self, values: I)
            values.into_iter().for_each(|x| self.parts.add::<(), _>("", None, &x));
        => pub fn entry(&mut self, value: &dyn Debug) -> &mut Self { self.entries(Some(value)) }
    }
    DebugSet: debug_set() "{", 3; {
        entries[D: Debug, I: IntoIterator<Item = D>](self, values: I)
            values.into_iter().for_each(|x| self.parts.add::<(), _>("", None, &x));
        => pub fn entry(&mut self, value: &dyn Debug) -> &mut Self { self.entries(Some(value)) }
    }
    DebugMap: debug_map() "{", 3; {
        entries[K: Debug, V: Debug, I: IntoIterator<Item = (K, V)>](self, pairs: I)
            pairs.into_iter().for_each(|(key, x)| self.parts.add("", Some(&key), &x));
        => pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut Self { self.entries(Some((key, value))) }
    }
}
