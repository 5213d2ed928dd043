//! C's types.

use crate::cmp::Ordering;
use crate::common::{Debug, Display, i, part};
use crate::ops::{Index, RangeFrom};

/// What a pointer of C's points to where that is not said.
#[repr(u8)]
pub enum c_void {
    __variant1,
    __variant2,
}
impl crate::fmt::Debug for c_void {}

macro_rules! of_c { ($($name:ident $t:ident;)*) => { $(pub type $name = $t;)* }; }
of_c! {
    c_char i8; c_schar i8; c_uchar u8; c_short i16; c_ushort u16; c_int i32; c_uint u32; c_long i64; c_ulong u64;
    c_longlong i64; c_ulonglong u64; c_float f32; c_double f64;
}

/// Bytes of which the last one, and no other, is 0.
#[lang = "c_str"]
#[derive(PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct CStr {
    inner: [u8],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromBytesWithNulError {
    InteriorNul { position: usize },
    NotNulTerminated,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromBytesUntilNulError(());

written! {
    Display FromBytesWithNulError: self f match self {
        FromBytesWithNulError::InteriorNul { position } =>
            write!(f, "data provided contains an interior nul byte at byte position {position}"),
        FromBytesWithNulError::NotNulTerminated => write!(f, "data provided is not nul terminated"),
    };
    Display FromBytesUntilNulError: self f write!(f, "data provided does not contain a nul");
    Debug CStr: self f {
        write!(f, "\"")?;
        for chunk in self.to_bytes().utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    ' '..='~' | '\t' | '\r' | '\n' => write!(f, "{}", c.escape_default()),
                    '\x01'..='\x7f' => write!(f, "\\x{:02x}", c as u32),
                    _ => write!(f, "{}", c.escape_debug()),
                }?;
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        write!(f, "\"")
    };
}

/// Where the first 0 is, or the length.
const fn nul_in(bytes: &[u8]) -> usize {
    counting!(k in 0, bytes.len() => {
        if bytes[k] == 0 {
            return k;
        }
    });
    bytes.len()
}

impl CStr {
    pub const unsafe fn from_ptr<'a>(pointer: *const c_char) -> &'a CStr {
        let mut n = 0;
        while unsafe { *i::ptr_offset(pointer, n) } != 0 {
            n += 1;
        }
        unsafe { CStr::from_bytes_with_nul_unchecked(part(pointer as *const u8, 0, n as usize + 1)) }
    }
    pub const unsafe fn from_bytes_with_nul_unchecked(bytes: &[u8]) -> &CStr {
        if unsafe { i::in_constant() } {
            let n = nul_in(bytes);
            panic_if!(bytes.is_empty() || bytes[bytes.len() - 1] != 0, "input was not nul-terminated");
            panic_if!(n + 1 < bytes.len(), "input contained interior nul");
        }
        unsafe { &*(bytes as *const [u8] as *const CStr) }
    }
    fns! {
        [pub const fn]
        from_bytes_until_nul(bytes: &[u8]) -> Result<&CStr, FromBytesUntilNulError> {
            match nul_in(bytes) {
                n if n == bytes.len() => Err(FromBytesUntilNulError(())),
                n => Ok(unsafe { CStr::from_bytes_with_nul_unchecked(part(bytes.as_ptr(), 0, n + 1)) }),
            }
        }
        from_bytes_with_nul(bytes: &[u8]) -> Result<&CStr, FromBytesWithNulError> {
            match nul_in(bytes) {
                n if n == bytes.len() => Err(FromBytesWithNulError::NotNulTerminated),
                n if n + 1 == bytes.len() => Ok(unsafe { CStr::from_bytes_with_nul_unchecked(bytes) }),
                position => Err(FromBytesWithNulError::InteriorNul { position }),
            }
        }
        as_ptr(&self) -> *const c_char { self.inner.as_ptr() as *const c_char }
        count_bytes(&self) -> usize { self.inner.len() - 1 }
        is_empty(&self) -> bool { self.inner.len() == 1 }
        to_bytes(&self) -> &[u8] { unsafe { part(self.inner.as_ptr(), 0, self.inner.len() - 1) } }
        to_bytes_with_nul(&self) -> &[u8] { &self.inner }
        to_str(&self) -> Result<&str, crate::str::Utf8Error> { crate::str::from_utf8(self.to_bytes()) }
    }
}
impl Default for &CStr { fn default() -> Self { c"" } }
impl PartialEq<&CStr> for CStr { fn eq(&self, o: &&CStr) -> bool { *self == **o } }
impl PartialOrd for CStr {
    fn partial_cmp(&self, o: &CStr) -> Option<Ordering> { self.to_bytes().partial_cmp(o.to_bytes()) }
}
impl Ord for CStr { fn cmp(&self, o: &CStr) -> Ordering { self.to_bytes().cmp(o.to_bytes()) } }
impl AsRef<CStr> for CStr { fn as_ref(&self) -> &CStr { self } }
impl Index<RangeFrom<usize>> for CStr {
    type Output = CStr;
    fn index(&self, index: RangeFrom<usize>) -> &CStr {
        in_bounds!(index.start, self.inner.len());
        unsafe { CStr::from_bytes_with_nul_unchecked(&self.inner[index.start..]) }
    }
}
