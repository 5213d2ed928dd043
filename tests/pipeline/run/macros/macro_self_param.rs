// A `self` that a macro is given is the receiver that it makes of it, by value and by reference
// threads: 4
// expect: 0 12 24 36
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Three(u64);

trait Times {
    fn of(&self) -> u64;
    fn take(self) -> u64;
    fn change(&mut self);
}
macro_rules! times {
    ($t:path, $me:ident, $value:expr, $change:stmt) => {
        impl Times for $t {
            fn of(&$me) -> u64 {
                $value
            }
            fn take($me) -> u64 {
                $value
            }
            fn change(&mut $me) {
                $change
            }
        }
    };
}
times!(Three, self, self.0 * 3, self.0 *= 2);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut x = Three(t.get() as u64);
    let own = x.of();
    x.change();
    let twice = x.take();
    let none = core::iter::empty::<*mut u64>().count() as u64;
    out[t] = own + twice + x.0 + t.get() as u64 + none;
}
