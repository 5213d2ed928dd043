static mut N: u32 = 0;
pub fn f() -> u32 {
    N += 1;
    N
}
