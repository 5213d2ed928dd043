// A panic and a loop without an end leave all locals, so what lives on must not borrow them.
pub fn kept(x: &mut Option<&'static mut u32>) {
    let mut z = (0, 0);
    *x = Some(&mut z.1); //~ E0597 `z.1` does not live long enough
    panic!("kept")
}
pub struct Kept {
    pub x: &'static u32,
}
pub fn forever() {
    let a = 3;
    let _kept = Kept { x: &a }; //~ E0597 `a` does not live long enough
    loop {}
}
const fn number() -> u32 {
    7
}
pub fn not_promoted() -> u32 {
    let x: &'static u32 = &(number() + 1); //~ E0716 temporary value dropped while borrowed
    if *x > 1 {
        panic!("more");
    }
    loop {}
}
