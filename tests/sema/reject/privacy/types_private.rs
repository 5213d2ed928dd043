// A type that may not be named is not had by an alias or by inference either.
pub trait Secret {
    fn secret(&self);
}
mod inner {
    struct Hidden;
    pub type Leak = Hidden;
    impl crate::Secret for [Hidden; 0] {
        fn secret(&self) {}
    }
    struct Counter(u32);
    impl Iterator for Counter {
        type Item = u32;
        fn next(&mut self) -> Option<u32> {
            self.0 += 1;
            Some(self.0)
        }
    }
    pub fn count() -> impl Iterator<Item = u32> {
        Counter(0)
    }
}
pub struct Holds {
    field: inner::Leak, //~ - type `Hidden` is private
}
pub fn f() {
    [].secret(); //~ - type `Hidden` is private
}
pub fn g() -> u32 {
    inner::count().take(3).sum()
}
