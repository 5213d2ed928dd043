// doc comments that a macro takes as attributes, and their texts as raw strings
// threads: 2
// expect: 614473551901111063 614473551901111064
use rustg_std::prelude::*;
macro_rules! shown {
    ($(#[$m:meta])*) => { [$(stringify!($m)),*] };
}
macro_rules! text {
    (#[doc = $t:literal]) => { $t };
}
macro_rules! item {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        struct $name(u8);
    };
}
item! {
    /// A "quoted" \path.
    #[derive(Clone)]
    Told
}
fn code(text: &str) -> u64 {
    text.bytes().fold(7u64, |v, b| v.wrapping_mul(31).wrapping_add(b as u64))
}
fn value(i: usize) -> u64 {
    let all = shown! {
        /// plain
        /// a "quote" and \n
        /// "## two
        /** block */
        #[inline(always)]
    };
    let told = Told(i as u8).clone();
    let text = text! {
        ///	tab "#, \ and { braces }
    };
    all.iter().fold(code(text), |v, t| v.rotate_left(9) ^ code(t)) + told.0 as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
