// A static mut without unsafe.
static mut TOTAL: u32 = 0;
fn total() -> u32 {
    TOTAL //~ E0133 use of mutable static is unsafe and requires unsafe block
}
