//! Texts as they are written in literals.

use crate::char::escape::EscapeIterInner;
use crate::common::{Display, FusedIterator};
use crate::str::Chars;

/// `$is_first`: whether the character begins the text.
macro_rules! escapes {
    ($($name:ident $method:ident, $c:ident $is_first:ident $escape:expr;)*) => {$(
        #[derive(Clone)]
        pub struct $name<'a> {
            chars: Chars<'a>,
            begun: Option<EscapeIterInner>,
            is_first: bool,
        }
        impl<'a> Iterator for $name<'a> {
            type Item = char;
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = held_or!(&self.begun, x => x.len(), 0);
                (n, if self.chars.as_str().is_empty() { Some(n) } else { None })
            }
            fn next(&mut self) -> Option<char> {
                loop {
                    if let Some(x) = &mut self.begun {
                        return_some!(x.next());
                    }
                    let $c = self.chars.next()?;
                    let $is_first = self.is_first;
                    self.begun = Some($escape);
                    self.is_first = false;
                }
            }
        }
        impl FusedIterator for $name<'_> {}
        written! {
            Display $name<'_>: self f {
                for c in self.clone() {
                    f.write_char(c)?;
                }
                Ok(())
            };
        }
        impl str {
            pub fn $method(&self) -> $name<'_> { $name { chars: self.chars(), begun: None, is_first: true } }
        }
    )*};
}
escapes! {
    EscapeDebug escape_debug, c is_first EscapeIterInner::debug(c, is_first);
    EscapeDefault escape_default, c _is_first EscapeIterInner::default(c);
    EscapeUnicode escape_unicode, c _is_first EscapeIterInner::unicode(c);
}
