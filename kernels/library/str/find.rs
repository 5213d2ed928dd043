//! What strs are searched for: a character, one of several, one that a function tells, or a str.

use crate::str::parts::cut;

/// What may be searched for. A match is where it begins and ends.
pub(crate) trait Pattern: Sized {
    fn first(&mut self, text: &str, from: usize) -> Option<(usize, usize)>;
    fn last(&mut self, text: &str, to: usize) -> Option<(usize, usize)>;
    /// Where a match that begins at `from` ends.
    fn prefix(&mut self, text: &str, from: usize) -> Option<usize>;
    /// Where a match that ends at `to` begins.
    fn suffix(&mut self, text: &str, to: usize) -> Option<usize>;
}

/// Patterns of one character.
pub(crate) trait CharPattern {
    fn is(&mut self, c: char) -> bool;
}

impl<F: FnMut(char) -> bool> CharPattern for F {
    fn is(&mut self, c: char) -> bool { self(c) }
}
impl CharPattern for char {
    fn is(&mut self, c: char) -> bool { c == *self }
}
macro_rules! one_of {
    ($([$($size:tt)*] $chars:ty;)*) => {$(
        impl<$($size)*> CharPattern for $chars {
            fn is(&mut self, c: char) -> bool { self.contains(&c) }
        }
    )*};
}
one_of! { [const N: usize] [char; N]; [const N: usize] &[char; N]; [] &[char]; }

/// White space.
#[derive(Clone)]
pub(crate) struct Space {
    pub(crate) ascii: bool,
}
impl CharPattern for Space {
    fn is(&mut self, c: char) -> bool { if self.ascii { c.is_ascii_whitespace() } else { c.is_whitespace() } }
}

impl<P: CharPattern> Pattern for P {
    fn first(&mut self, text: &str, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        for c in unsafe { cut(text, from, text.len()) }.chars() {
            let end = at + c.len_utf8();
            if self.is(c) {
                return Some((at, end));
            }
            at = end;
        }
        None
    }
    fn last(&mut self, text: &str, to: usize) -> Option<(usize, usize)> {
        let mut end = to;
        let mut chars = unsafe { cut(text, 0, to) }.chars();
        while let Some(c) = chars.next_back() {
            let at = end - c.len_utf8();
            if self.is(c) {
                return Some((at, end));
            }
            end = at;
        }
        None
    }
    fn prefix(&mut self, text: &str, from: usize) -> Option<usize> {
        let c = unsafe { cut(text, from, text.len()) }.chars().next()?;
        if self.is(c) { Some(from + c.len_utf8()) } else { None }
    }
    fn suffix(&mut self, text: &str, to: usize) -> Option<usize> {
        let c = unsafe { cut(text, 0, to) }.chars().next_back()?;
        if self.is(c) { Some(to - c.len_utf8()) } else { None }
    }
}

impl Pattern for &str {
    fn first(&mut self, text: &str, from: usize) -> Option<(usize, usize)> {
        let (bytes, wanted) = (text.as_bytes(), self.as_bytes());
        let mut at = from;
        while at + wanted.len() <= bytes.len() {
            if bytes[at..].starts_with(wanted) {
                return Some((at, at + wanted.len()));
            }
            at += 1;
        }
        None
    }
    fn last(&mut self, text: &str, to: usize) -> Option<(usize, usize)> {
        let (bytes, wanted) = (&text.as_bytes()[..to], self.as_bytes());
        let mut end = to;
        while end >= wanted.len() {
            if bytes[..end].ends_with(wanted) {
                return Some((end - wanted.len(), end));
            }
            none_if!(end == 0);
            end -= 1;
        }
        None
    }
    fn prefix(&mut self, text: &str, from: usize) -> Option<usize> {
        if text.as_bytes()[from..].starts_with(self.as_bytes()) { Some(from + self.len()) } else { None }
    }
    fn suffix(&mut self, text: &str, to: usize) -> Option<usize> {
        if text.as_bytes()[..to].ends_with(self.as_bytes()) { Some(to - self.len()) } else { None }
    }
}
macro_rules! of_referent {
    ($($name:ident -> $result:ty;)*) => {
        impl Pattern for &&str {
            $(fn $name(&mut self, text: &str, at: usize) -> $result {
                let mut wanted: &str = **self;
                wanted.$name(text, at)
            })*
        }
    };
}
of_referent! {
    first -> Option<(usize, usize)>;
    last -> Option<(usize, usize)>;
    prefix -> Option<usize>;
    suffix -> Option<usize>;
}

impl str {
    fns! {
        [pub fn]
        contains[P: Pattern](&self, mut p: P) -> bool { p.first(self, 0).is_some() }
        find[P: Pattern](&self, mut p: P) -> Option<usize> { Some(p.first(self, 0)?.0) }
        rfind[P: Pattern](&self, mut p: P) -> Option<usize> { Some(p.last(self, self.len())?.0) }
        starts_with[P: Pattern](&self, mut p: P) -> bool { p.prefix(self, 0).is_some() }
        ends_with[P: Pattern](&self, mut p: P) -> bool { p.suffix(self, self.len()).is_some() }
        trim(&self) -> &str { self.trim_matches(Space { ascii: false }) }
        trim_start(&self) -> &str { self.trim_start_matches(Space { ascii: false }) }
        trim_end(&self) -> &str { self.trim_end_matches(Space { ascii: false }) }
    }
    pub fn strip_prefix<P: Pattern>(&self, mut p: P) -> Option<&str> {
        let end = p.prefix(self, 0)?;
        Some(unsafe { cut(self, end, self.len()) })
    }
    pub fn strip_suffix<P: Pattern>(&self, mut p: P) -> Option<&str> {
        let at = p.suffix(self, self.len())?;
        Some(unsafe { cut(self, 0, at) })
    }
    pub fn trim_start_matches<P: Pattern>(&self, mut p: P) -> &str {
        let start = first_left(self, &mut p);
        unsafe { cut(self, start, self.len()) }
    }
    pub fn trim_end_matches<P: Pattern>(&self, mut p: P) -> &str {
        let end = last_left(self, 0, &mut p);
        unsafe { cut(self, 0, end) }
    }
    pub fn trim_matches<P: Pattern + CharPattern>(&self, mut p: P) -> &str {
        let start = first_left(self, &mut p);
        let end = last_left(self, start, &mut p);
        unsafe { cut(self, start, end) }
    }
}

/// Where what does not match begins, and where it ends.
fn first_left<P: Pattern>(text: &str, p: &mut P) -> usize {
    let mut start = 0;
    while let Some(end) = p.prefix(text, start)
        && end > start
    {
        start = end;
    }
    start
}

fn last_left<P: Pattern>(text: &str, from: usize, p: &mut P) -> usize {
    let mut end = text.len();
    while end > from
        && let Some(at) = p.suffix(text, end)
        && at < end
    {
        end = at;
    }
    end
}
