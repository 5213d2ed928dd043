//! Strs split by patterns.

use crate::iter::FusedIterator;
use crate::str::find::{CharPattern, Pattern, Space};
use crate::str::parts::cut;

/// What is left of a text between matches. An empty last piece counts where `tail` says so. `passed`: the match at the
/// end is empty, and was given.
#[derive(Clone)]
struct Pieces<'a, P> {
    text: &'a str,
    start: usize,
    end: usize,
    at: usize,
    passed: bool,
    p: P,
    tail: bool,
    done: bool,
}

impl<'a, P: Pattern> Pieces<'a, P> {
    fn new(text: &'a str, p: P, tail: bool) -> Self {
        Pieces { text, start: 0, end: text.len(), at: 0, passed: false, p, tail, done: false }
    }
    fn rest(&mut self) -> Option<&'a str> {
        if self.done || (!self.tail && self.start == self.end) {
            self.done = true;
            return None;
        }
        self.done = true;
        Some(unsafe { cut(self.text, self.start, self.end) })
    }
    /// The piece before the next match; with the match, where it is kept.
    fn next(&mut self, keep: bool) -> Option<&'a str> {
        none_if!(self.done);
        if self.at <= self.end
            && let Some((from, to)) = self.p.first(self.text, self.at)
            && to <= self.end
        {
            let piece = unsafe { cut(self.text, self.start, if keep { to } else { from }) };
            self.start = to;
            self.at = if to > from {
                to
            } else if to < self.end {
                self.text.ceil_char_boundary(to + 1)
            } else {
                self.end + 1
            };
            return Some(piece);
        }
        self.rest()
    }
    /// The piece behind the last match.
    fn next_back(&mut self, keep: bool) -> Option<&'a str> {
        none_if!(self.done);
        if !self.tail {
            self.tail = true;
            if keep && self.end > self.start && self.p.suffix(self.text, self.end).is_some() {
                let end = self.p.suffix(self.text, self.end)?;
                return self.back_from(end, keep);
            }
            if !keep
                && let Some((from, to)) = self.p.last(self.text, self.end)
                && to == self.end
                && from >= self.start
            {
                self.end = from;
            } else if self.start == self.end {
                self.done = true;
                return None;
            }
        }
        self.back_from(self.end, keep)
    }
    fn back_from(&mut self, to: usize, keep: bool) -> Option<&'a str> {
        let before = match to {
            _ if !self.passed => Some(to),
            0 => None,
            _ => Some(self.text.floor_char_boundary(to - 1)),
        };
        match before.and_then(|to| self.p.last(self.text, to)) {
            Some((from, to)) if from >= self.start => {
                self.passed = from == to;
                let piece = unsafe { cut(self.text, to, self.end) };
                self.end = if keep { to } else { from };
                if keep {
                    self.tail = false;
                }
                Some(piece)
            }
            _ => {
                self.done = true;
                Some(unsafe { cut(self.text, self.start, self.end) })
            }
        }
    }
}

/// Pieces that `$next` gives from the front and `$next_back` from the back: with their matches, where `$keep` says so.
macro_rules! split {
    ($(
        $(#[$about:meta])*
        $name:ident $method:ident $next:ident $next_back:ident, keep $keep:literal, tail $tail:literal;
    )*) => {
        impl str {$(
            pub fn $method<P: Pattern>(&self, p: P) -> $name<'_, P> { $name { pieces: Pieces::new(self, p, $tail) } }
        )*}
        $($(#[$about])*
        pub struct $name<'a, P> {
            pieces: Pieces<'a, P>,
        }
        impl<'a, P: Clone> Clone for $name<'a, P> {
            fn clone(&self) -> Self { $name { pieces: self.pieces.clone() } }
        }
        iterators! { ['a, P: Pattern] $name<'a, P> => &'a str: self [] self.pieces.$next($keep); }
        impl<'a, P: Pattern> FusedIterator for $name<'a, P> {}
        double_ended! { ['a, P: Pattern + CharPattern] $name<'a, P> => &'a str: self self.pieces.$next_back($keep); })*
    };
}
split! {
    /// What lies between matches.
    Split split next next_back, keep false, tail true;
    /// Likewise, without an empty last piece.
    SplitTerminator split_terminator next next_back, keep false, tail false;
    /// Pieces that end with their matches.
    SplitInclusive split_inclusive next next_back, keep true, tail false;
    /// What lies between matches, from the end on.
    RSplit rsplit next_back next, keep false, tail true;
}

/// The first n pieces that `$next` gives, the last of them with all the rest.
macro_rules! split_n {
    ($($name:ident $method:ident $next:ident;)*) => {
        impl str {$(
            pub fn $method<P: Pattern>(&self, n: usize, p: P) -> $name<'_, P> {
                $name { pieces: Pieces::new(self, p, true), n }
            }
        )*}
        $(#[derive(Clone)]
        pub struct $name<'a, P> {
            pieces: Pieces<'a, P>,
            n: usize,
        }
        impl<'a, P: Pattern> Iterator for $name<'a, P> {
            type Item = &'a str;
            fn next(&mut self) -> Option<&'a str> {
                none_if!(self.n == 0);
                self.n -= 1;
                if self.n == 0 { self.pieces.rest() } else { self.pieces.$next(false) }
            }
        }
        impl<'a, P: Pattern> FusedIterator for $name<'a, P> {})*
    };
}
split_n! {
    SplitN splitn next;
    RSplitN rsplitn next_back;
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident $method:ident $ascii:literal; $me:ident $(=> $hint:expr)?) => {
        $(#[$about])*
        #[derive(Clone)]
        pub struct $name<'a> {
            inner: Split<'a, Space>,
        }
        iterators! { ['a] $name<'a> => &'a str: $me [$($hint)?] $me.inner.find(|word| !word.is_empty()); }
        impl<'a> FusedIterator for $name<'a> {}
        double_ended! { ['a] $name<'a> => &'a str: $me $me.inner.rfind(|word| !word.is_empty()); }
        impl str {
            pub fn $method(&self) -> $name<'_> { $name { inner: self.split(Space { ascii: $ascii }) } }
        }
    };
}
words! {
    /// Words between white space.
    SplitWhitespace split_whitespace false; self
}
words! {
    /// Words between ASCII white space.
    SplitAsciiWhitespace split_ascii_whitespace true;
    self => (0, Some(if self.inner.pieces.done { 0 } else { self.inner.pieces.end - self.inner.pieces.start + 1 }))
}

/// Lines without their ends.
#[derive(Clone)]
pub struct Lines<'a> {
    inner: SplitInclusive<'a, char>,
}

fn without_end(line: &str) -> &str {
    held_or!(line.strip_suffix('\n'), line => held_or!(line.strip_suffix('\r'), line => line, line), line)
}

double_ended! { ['a] Lines<'a> => &'a str: self Some(without_end(self.inner.next_back()?)); }

/// Where a pattern matches, and what it matches.
#[derive(Clone)]
pub struct MatchIndices<'a, P> {
    text: &'a str,
    at: usize,
    p: P,
}

impl<'a, P: Pattern> Iterator for MatchIndices<'a, P> {
    type Item = (usize, &'a str);
    fn next(&mut self) -> Option<(usize, &'a str)> {
        none_if!(self.at > self.text.len());
        let (from, to) = self.p.first(self.text, self.at)?;
        self.at = if to > from {
            to
        } else if to < self.text.len() {
            self.text.ceil_char_boundary(to + 1)
        } else {
            to + 1
        };
        Some((from, unsafe { cut(self.text, from, to) }))
    }
}

#[derive(Clone)]
pub struct Matches<'a, P> {
    inner: MatchIndices<'a, P>,
}

iterators! {
    ['a] Lines<'a> => &'a str: self [] Some(without_end(self.inner.next()?));
    ['a, P: Pattern] Matches<'a, P> => &'a str: self [] Some(self.inner.next()?.1);
}

impl str {
    pub fn split_once<P: Pattern>(&self, mut p: P) -> Option<(&str, &str)> {
        let (from, to) = p.first(self, 0)?;
        Some(unsafe { (cut(self, 0, from), cut(self, to, self.len())) })
    }
    pub fn rsplit_once<P: Pattern>(&self, mut p: P) -> Option<(&str, &str)> {
        let (from, to) = p.last(self, self.len())?;
        Some(unsafe { (cut(self, 0, from), cut(self, to, self.len())) })
    }
    pub fn lines(&self) -> Lines<'_> { Lines { inner: self.split_inclusive('\n') } }
    pub fn match_indices<P: Pattern>(&self, p: P) -> MatchIndices<'_, P> { MatchIndices { text: self, at: 0, p } }
    pub fn matches<P: Pattern>(&self, p: P) -> Matches<'_, P> { Matches { inner: self.match_indices(p) } }
}
