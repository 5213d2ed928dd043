// Names of every kind, good and bad. Those that an `allow` covers are not told of.
#![allow(dead_code, unused)]

pub struct bad_struct; //~ non_camel_case_types type `bad_struct` should have an upper camel case name
pub struct Good;
pub struct X86_64;
pub struct Bad_Struct; //~ non_camel_case_types type `Bad_Struct` should have an upper camel case name
pub struct With__Two; //~ non_camel_case_types type `With__Two`
pub struct _Fine_;
pub struct a; //~ non_camel_case_types type `a`
pub struct ABC;
pub struct camelCase; //~ non_camel_case_types type `camelCase`
pub struct N1_2;
pub struct v1_2; //~ non_camel_case_types type `v1_2`
#[repr(C)]
pub struct c_struct {
    pub Field: u32, //~ non_snake_case structure field `Field` should have a snake case name
}
pub enum bad_enum { //~ non_camel_case_types type `bad_enum`
    Good,
    bad_variant, //~ non_camel_case_types variant `bad_variant`
    BAD_VARIANT, //~ non_camel_case_types variant `BAD_VARIANT`
    Named { Inner: u8 }, //~ non_snake_case structure field `Inner`
    Tuple(u8, u8),
}
pub union bad_union { //~ non_camel_case_types type `bad_union`
    pub A: u32, //~ non_snake_case structure field `A`
    pub b: f32,
}
pub type bad_alias = u32; //~ non_camel_case_types type `bad_alias`
pub trait bad_trait { //~ non_camel_case_types trait `bad_trait`
    type bad_type; //~ non_camel_case_types associated type `bad_type`
    const badConst: u32; //~ non_upper_case_globals associated constant `badConst` should have an upper case name
    fn badMethod(&self, BadParam: u32); //~ non_snake_case trait method `badMethod` //~ non_snake_case variable `BadParam`
    fn Provided(&self) {} //~ non_snake_case trait method `Provided`
}
impl bad_trait for Good {
    type bad_type = u32;
    const badConst: u32 = 1;
    fn badMethod(&self, BadParam: u32) {} //~ non_snake_case variable `BadParam`
}
impl Good {
    const lower: u32 = 2; //~ non_upper_case_globals associated constant `lower`
    pub fn BadInherent(&self) {} //~ non_snake_case method `BadInherent`
    pub fn good_inherent(&self) {}
}
pub fn BadFn<bad_param, const lower: usize>(x: bad_param) -> [u8; lower] { //~ non_snake_case function `BadFn` //~ non_camel_case_types type parameter `bad_param` //~ non_upper_case_globals const parameter `lower`
    [0; lower]
}
pub fn lifetimes<'Long>(x: &'Long u32) -> &'Long u32 { //~ non_snake_case lifetime `'Long`
    x
}
pub mod BadMod { //~ non_snake_case module `BadMod`
    pub const inner: u32 = 3; //~ non_upper_case_globals constant `inner`
}
pub const lower_const: u32 = 4; //~ non_upper_case_globals constant `lower_const`
pub static lower_static: u32 = 5; //~ non_upper_case_globals static variable `lower_static`
const privateConst: u32 = 6; //~ non_upper_case_globals constant `privateConst`
const _: u32 = 7;
pub const GOOD_1: u32 = privateConst + privateConst;
pub fn in_closure() -> u32 {
    let twice = |x: u32| x * privateConst + privateConst;
    twice(privateConst)
}

pub struct Pair {
    pub BadField: u32, //~ non_snake_case structure field `BadField`
    pub good: u32,
}

pub fn patterns(Pair { BadField, good: Other }: Pair) -> u32 { //~ non_snake_case variable `Other`
    let BadLocal = 1; //~ non_snake_case variable `BadLocal`
    let (mut First, ref Second) = (1, 2); //~ non_snake_case variable `First` //~ non_snake_case variable `Second`
    First += 1;
    let closure = |InClosure: u32| InClosure + 1; //~ non_snake_case variable `InClosure`
    match Some(3) {
        Some(Bound @ 1..=9) => Bound, //~ non_snake_case variable `Bound`
        None => 2,
        _ => BadLocal + First + *Second + closure(1) + BadField + Other,
    }
}

pub fn keywords() -> u32 {
    let Loop = 1; //~ non_snake_case variable `Loop`
    let Super = 2; //~ non_snake_case variable `Super`
    Loop + Super
}

pub type Pointer = fn(BadName: u32) -> u32; //~ non_snake_case variable `BadName`

#[unsafe(no_mangle)]
pub extern "C" fn LinkedName() {}

#[allow(non_snake_case)]
pub fn AllowedFn() {}

#[allow(nonstandard_style)]
pub mod AllowedMod {
    pub fn InAllowed() {}
    #[warn(non_snake_case)]
    pub fn WarnedAgain() {} //~ non_snake_case function `WarnedAgain`
}

macro_rules! named {
    ($name:ident) => {
        pub fn $name() {}
        pub fn FromMacro() {} //~ non_snake_case function `FromMacro`
    };
}
named!(GivenToMacro); //~ non_snake_case function `GivenToMacro`

pub struct Grüße;
pub fn ärger() {}
pub fn __Leading() {} //~ non_snake_case function `__Leading`
pub fn trailing_() {}
pub fn two__words() {} //~ non_snake_case function `two__words`
pub fn HTTPServer() {} //~ non_snake_case function `HTTPServer`
