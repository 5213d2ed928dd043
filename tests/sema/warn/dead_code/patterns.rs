// Constants in patterns are used; a pattern makes the type that it takes apart live.
const LIMIT: u32 = 3;
const END: u32 = 9;
const OTHER: u32 = 7; //~ dead_code constant `OTHER` is never used
struct Holder;
impl Holder {
    const K: u32 = 1;
    const J: u32 = 2; //~ dead_code associated constant `J` is never used
}
trait Has {
    const H: u32;
}
impl Has for Holder {
    const H: u32 = 20;
}
pub fn takes(x: u32) -> u32 {
    match x {
        LIMIT => 1,
        Holder::K => 2,
        <Holder as Has>::H => 4,
        4..END => 3,
        _ => 0,
    }
}
struct Unit; //~ dead_code struct `Unit` is never constructed
pub fn unit(x: &Option<Never>) {
    match Some(1) {
        Some(LIMIT) => {}
        _ => {}
    }
    if let Some(Never { n, .. }) = x {
        let _ = n;
    }
}
pub struct Never {
    n: u32,
    m: u32, //~ dead_code field `m` is never read
}
#[derive(PartialEq, Eq)]
struct Key(u32);
const KEY: Key = Key(1);
pub fn keys(x: u32) -> bool {
    matches!(Key(x), KEY)
}
