// characters and texts as literals have them, and how many of those characters are left
// threads: 4
// expect: 13091229164565700112 9426658646489469794 8834485176747939189 322453863089456347
use core::fmt::{self, Write};
use rustg_std::prelude::*;

struct Sum {
    all: u64,
}
impl Sum {
    fn add(&mut self, x: u64) {
        self.all = self.all.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ x;
    }
    fn chars(&mut self, mut chars: impl Iterator<Item = char>) {
        let mut n = 0;
        loop {
            let (low, high) = chars.size_hint();
            self.add(low as u64 + 1000 * high.unwrap_or(999) as u64);
            n += 1;
            match chars.next() {
                Some(c) => self.add(c as u64),
                None => break,
            }
        }
        self.add(n);
    }
}
impl Write for Sum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(0xFFFF);
        self.chars(text.chars());
        Ok(())
    }
    fn write_char(&mut self, c: char) -> fmt::Result {
        self.add(c as u64);
        Ok(())
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut sum = Sum { all: 0 };
    let kind = t.get();
    let some = ['\0', '\t', '\n', '\r', '\u{1b}', ' ', '"', '\'', '\\', 'a', '~', '\x7f', 'é', '\u{301}', '\u{200b}', '中', '😀', char::MAX];
    for c in some {
        match kind {
            0 => sum.chars(c.escape_debug()),
            1 => sum.chars(c.escape_default()),
            2 => sum.chars(c.escape_unicode()),
            _ => {
                sum.add(c.escape_default().len() as u64 + 10 * c.escape_debug().len() as u64);
                sum.add(c.escape_unicode().last().unwrap() as u64);
                sum.add(c.escape_unicode().nth(3).map_or(5, |c| c as u64));
                let _ = write!(sum, "{} {} {}", c.escape_debug(), c.escape_default(), c.escape_unicode());
            }
        }
    }
    for text in ["", "a", "\u{301}a\u{301}", "\"'\\\n", "\u{ad}\u{301}😀\u{e0100}"] {
        match kind {
            0 => sum.chars(text.escape_debug()),
            1 => sum.chars(text.escape_default()),
            2 => sum.chars(text.escape_unicode()),
            _ => {
                let _ = write!(sum, "{} {} {}", text.escape_debug(), text.escape_default(), text.escape_unicode());
            }
        }
    }
    out[t] = sum.all;
}
