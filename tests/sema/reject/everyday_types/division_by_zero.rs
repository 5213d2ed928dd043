// It divides by zero.
const N: u32 = 0;
fn per() -> u32 {
    10 / N //~ unconditional_panic this operation will panic at runtime
}
