// Moves and borrows through macros.
struct Big(u32);
macro_rules! eat {
    ($e:expr) => {
        drop($e)
    };
}
macro_rules! again {
    ($v:expr) => {
        eat!($v);
        eat!($v);
    };
}
fn drop(_b: Big) {}
pub fn f(b: Big) {
    again!(b); //~ E0382 use of moved value: `b`
}
macro_rules! set {
    ($v:ident = $e:expr) => {
        $v = $e //~ E0384 cannot assign to immutable argument `n`
    };
}
pub fn g(n: u32) -> u32 {
    set!(n = 3);
    n
}
