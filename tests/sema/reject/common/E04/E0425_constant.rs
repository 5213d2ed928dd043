const SIZE: usize = 4;
pub fn f() -> usize {
    SIZ + 1
}
