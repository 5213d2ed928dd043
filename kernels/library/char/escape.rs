//! Characters as they are written in literals.

use crate::common::{Debug, Display, FusedIterator};
use crate::fmt::sink;

/// What is left of an escape, or behind LITERAL the code of a character that stands for itself.
#[derive(Clone)]
pub(crate) struct EscapeIterInner {
    text: [u8; 10],
    from: u8,
    to: u8,
}
const LITERAL: u8 = 16;

impl EscapeIterInner {
    fn new(text: [u8; 10], n: usize) -> Self { EscapeIterInner { text, from: 0, to: n as u8 } }
    /// `joins`: also a character that joins the one before it.
    pub(crate) fn debug(c: char, joins: bool) -> Self {
        let mut text = [0; 10];
        match sink::escape(c, if c == '"' { '"' } else { '\'' }, joins, &mut text) {
            0 => {
                text[..4].copy_from_slice(&(c as u32).to_le_bytes());
                EscapeIterInner { text, from: LITERAL, to: LITERAL + 1 }
            }
            n => EscapeIterInner::new(text, n),
        }
    }
    pub(crate) fn unicode(c: char) -> Self {
        let mut text = [0; 10];
        let n = sink::escape_unicode(c, &mut text);
        EscapeIterInner::new(text, n)
    }
    pub(crate) fn default(c: char) -> Self {
        match c {
            '\t' | '\r' | '\n' | '\\' | '\'' | '"' => EscapeIterInner::debug(c, true),
            ' '..='~' => EscapeIterInner::new([c as u8; 10], 1),
            _ => EscapeIterInner::unicode(c),
        }
    }
    fn first(&self) -> char {
        if self.from < LITERAL {
            return self.text[self.from as usize] as char;
        }
        let [a, b, c, ..] = self.text;
        unsafe { char::from_u32_unchecked(u32::from_le_bytes([a, b, c, 0])) }
    }
    pub(crate) fn len(&self) -> usize { (self.to - self.from) as usize }
    pub(crate) fn next(&mut self) -> Option<char> {
        none_if!(self.from == self.to);
        let c = self.first();
        self.from += 1;
        Some(c)
    }
}

/// An escape between quotes.
struct Quoted<'a>(&'a EscapeIterInner);
written! {
    Display EscapeIterInner: self f if self.to > LITERAL {
        f.write_char(self.first())
    } else {
        f.write_str(unsafe { str::from_utf8_unchecked(&self.text[self.from as usize..self.to as usize]) })
    };
    Debug EscapeIterInner: self f f.debug_tuple("EscapeIterInner").field(&Quoted(self)).finish();
    Debug Quoted<'_>: self f write!(f, "'{}'", self.0);
}

macro_rules! escapes {
    ($($name:ident $method:ident $me:ident $escape:expr;)*) => {$(
        #[derive(Clone, Debug)]
        pub struct $name(EscapeIterInner);
        iterators! { [] $name => char: self [exactly self.0.len()] self.0.next(); }
        impl ExactSizeIterator for $name {}
        impl FusedIterator for $name {}
        written! { Display $name: self f Display::fmt(&self.0, f); }
        impl char { pub fn $method($me) -> $name { $name($escape) } }
    )*};
}
escapes! {
    EscapeDebug escape_debug self EscapeIterInner::debug(self, true);
    EscapeDefault escape_default self EscapeIterInner::default(self);
    EscapeUnicode escape_unicode self EscapeIterInner::unicode(self);
}
