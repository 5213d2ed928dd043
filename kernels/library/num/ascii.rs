//! u8 as a letter of ASCII.

use crate::char::TryFromCharError;

const fn matches(x: u8, first: u8, last: u8) -> bool { first <= x && x <= last }
impl TryFrom<char> for u8 {
    type Error = TryFromCharError;
    fn try_from(x: char) -> Result<u8, TryFromCharError> {
        if x as u32 > 255 { Err(TryFromCharError(())) } else { Ok(x as u8) }
    }
}
impl u8 {
    pub const fn is_ascii(&self) -> bool { *self < 128 }
    pub const fn is_ascii_digit(&self) -> bool { matches(*self, b'0', b'9') }
    pub const fn is_ascii_lowercase(&self) -> bool { matches(*self, b'a', b'z') }
    pub const fn is_ascii_uppercase(&self) -> bool { matches(*self, b'A', b'Z') }
    pub const fn is_ascii_alphabetic(&self) -> bool { matches(*self | 32, b'a', b'z') }
    pub const fn is_ascii_alphanumeric(&self) -> bool { matches(*self | 32, b'a', b'z') || matches(*self, b'0', b'9') }
    pub const fn is_ascii_hexdigit(&self) -> bool { matches(*self, b'0', b'9') || matches(*self | 32, b'a', b'f') }
    pub const fn is_ascii_graphic(&self) -> bool { matches(*self, b'!', b'~') }
    pub const fn is_ascii_whitespace(&self) -> bool {
        *self == b' ' || *self == b'\t' || *self == b'\n' || *self == b'\r' || *self == 12
    }
    pub const fn is_ascii_control(&self) -> bool { *self < 32 || *self == 127 }
    pub const fn is_ascii_punctuation(&self) -> bool { self.is_ascii_graphic() && !self.is_ascii_alphanumeric() }
    pub const fn to_ascii_uppercase(&self) -> u8 { if self.is_ascii_lowercase() { *self ^ 32 } else { *self } }
    pub const fn to_ascii_lowercase(&self) -> u8 { if self.is_ascii_uppercase() { *self | 32 } else { *self } }
    pub const fn make_ascii_uppercase(&mut self) { *self = self.to_ascii_uppercase(); }
    pub const fn make_ascii_lowercase(&mut self) { *self = self.to_ascii_lowercase(); }
    pub const fn eq_ignore_ascii_case(&self, o: &u8) -> bool { self.to_ascii_lowercase() == o.to_ascii_lowercase() }
}
