// Repetitions that do not fit together.
macro_rules! lengths {
    ($($a:expr),*; $($b:expr),*) => {
        0 $(+ $a * $b)* //~ - meta-variable `a` repeats 2 times, but `b` repeats 1 time
    };
}
macro_rules! nothing {
    ($a:expr) => {
        $(1 + $a)* //~ - attempted to repeat an expression containing no syntax variables matched as repeating at this depth
    };
}
macro_rules! still {
    ($($a:expr),*) => {
        $a //~ - variable `a` is still repeating at this depth
    };
}
pub fn f() -> u32 {
    lengths!(1, 2; 3)
}
pub fn g() -> u32 {
    nothing!(1)
}
pub fn h() -> u32 {
    still!(1, 2)
}
