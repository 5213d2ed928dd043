//! str: what messages and byte tables need.

use crate::intrinsics as i;

impl str {
    pub const fn len(&self) -> usize {
        self.as_bytes().len()
    }
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub const fn as_bytes(&self) -> &[u8] {
        unsafe { i::str_as_bytes(self) }
    }
}

impl PartialEq for str {
    fn eq(&self, other: &str) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl Eq for str {}
impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<crate::cmp::Ordering> {
        self.as_bytes().partial_cmp(other.as_bytes())
    }
}
impl Ord for str {
    fn cmp(&self, other: &str) -> crate::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}
