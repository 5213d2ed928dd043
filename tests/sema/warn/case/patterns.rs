// Constants that patterns name as they would name a binding.
#![allow(dead_code, unused)]

mod inner {
    pub const seven: isize = 7; //~ non_upper_case_globals constant `seven` should have an upper case name
    pub const eight: i32 = 8; //~ non_upper_case_globals constant `eight`
    pub const NINE: u32 = 9;
}
const low: u32 = 1; //~ non_upper_case_globals constant `low`
pub const publicLow: u32 = 2; //~ non_upper_case_globals constant `publicLow`
#[allow(non_upper_case_globals)]
pub const allowed: u32 = 3;
#[allow(non_upper_case_globals)]
const many: [u32; 2] = [1, 2];
const GOOD: u32 = 4;

struct Holder {
    low: u32,
}
impl Holder {
    const own: u32 = 5; //~ non_upper_case_globals associated constant `own`
}

fn plain(x: u32, y: isize, z: i32) -> u32 {
    use inner::{seven, NINE as nine};
    match x {
        low => 1, //~ non_upper_case_globals constant in pattern `low` should have an upper case name
        publicLow => 2, //~ non_upper_case_globals constant in pattern `publicLow`
        allowed => 3, //~ non_upper_case_globals constant in pattern `allowed`
        nine => 4, //~ non_upper_case_globals constant in pattern `nine`
        Holder::own => 5,
        GOOD => 6,
        _ => 7,
    };
    match y {
        seven => 1, //~ non_upper_case_globals constant in pattern `seven`
        _ => 2,
    };
    match z {
        inner::eight => 1,
        _ => 2,
    };
    match Some((x, y)) {
        Some((self::low, seven)) => 1, //~ non_upper_case_globals constant in pattern `seven`
        Some((low | publicLow, _)) => 2, //~ non_upper_case_globals constant in pattern `low`
        //~^ non_upper_case_globals constant in pattern `publicLow`
        _ => 3,
    };
    if let 0..=low = x {
        return low;
    }
    let closure = |x: u32| match x {
        low => low, //~ non_upper_case_globals constant in pattern `low`
        _ => 2,
    };
    closure(3) + nine
}

fn arrays(x: [u32; 2]) -> [u32; low as usize] {
    match x {
        many => [1], //~ non_upper_case_globals constant in pattern `many`
        [low, other] => [other], //~ non_upper_case_globals constant in pattern `low`
        _ => [low; low as usize],
    }
}

fn shorthand(holder: Holder) -> u32 {
    match holder {
        Holder { low } => 1, //~ non_upper_case_globals constant in pattern `low`
        Holder { low: NewName @ 3..=9 } => NewName, //~ non_snake_case variable `NewName`
        _ => 3,
    }
}

macro_rules! choose {
    ($given:pat, $x:expr) => {
        match $x {
            $given => 1,
            low => 5, //~ non_upper_case_globals constant in pattern `low`
            _ => 2,
        }
    };
}

fn in_macros(x: u32) -> u32 {
    choose!(publicLow, x) //~ non_upper_case_globals constant in pattern `publicLow`
}

#[allow(non_upper_case_globals)]
fn quiet(x: u32) -> bool {
    matches!(x, low)
}
