// Unsigned numbers have no sign.
pub fn f(n: u32, m: u64) -> u32 {
    let a: u32 = -1; //~ E0600 cannot apply unary operator `-` to type `u32`
    let b = -n; //~ E0600 cannot apply unary operator `-` to type `u32`
    if n == -1 { //~ E0600 cannot apply unary operator `-` to type `u32`
        return a;
    }
    let mut c = m;
    c += -2; //~ E0277 the trait bound `u64: Neg` is not satisfied
    let d = -1; //~ E0277 the trait bound `u32: Neg` is not satisfied
    b + c as u32 + take(d) + take(-3) //~ E0600 cannot apply unary operator `-` to type `u32`
}

fn take(n: u32) -> u32 {
    n
}
