// A level that is set for a lint, for its group, for all warnings.
#![deny(non_snake_case)]
#![warn(nonstandard_style)]
pub fn BadFn() {} //~ non_snake_case function `BadFn`
pub mod inner {
    #![deny(warnings)]
    pub struct bad_type; //~ non_camel_case_types type `bad_type`
    pub const lower: u32 = 1; //~ non_upper_case_globals constant `lower`
    #[allow(warnings)]
    pub const quiet: u32 = 1;
    #[expect(non_upper_case_globals)]
    pub const expected: u32 = 2;
}
