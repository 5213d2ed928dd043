//! Formatting: kernels print nothing, so what implements these traits only has to be named.

pub struct Formatter<'a> {
    text: &'a str,
}

pub struct Error;

pub type Result = crate::result::Result<(), Error>;

impl<'a> Formatter<'a> {
    pub fn write_str(&mut self, _text: &str) -> Result {
        Ok(())
    }
}

#[lang = "debug"]
pub trait Debug {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

pub trait Display {
    fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

impl<T: ?Sized + Debug> Debug for &T {}
impl<T: ?Sized + Debug> Debug for &mut T {}
impl<T: ?Sized> Debug for *const T {}
impl<T: ?Sized> Debug for *mut T {}
impl<T: Debug> Debug for [T] {}
impl<T: Debug, const N: usize> Debug for [T; N] {}
impl Debug for str {}
impl Debug for ! {}
impl<T: ?Sized + Display> Display for &T {}
impl<T: ?Sized + Display> Display for &mut T {}
impl Display for str {}
