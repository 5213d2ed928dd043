// Names that look like unit variants and constants.
#![allow(dead_code)]
#[derive(Clone, Copy)]
pub enum Color {
    Red,
    Green,
    Mixed(i32),
}
pub struct Unit;
pub mod inner {
    pub const LIMIT: u64 = 3;
    const HIDDEN: u16 = 4;
    pub enum Mode {
        Fast,
        Slow,
    }
    pub fn own(h: u16) {
        let hidden = h; //~ unused_variables unused variable: `hidden`
    }
}
const COUNT: usize = 3;
pub const OTHER: i8 = 4;

pub fn variants(c: Color, m: inner::Mode, r: &Color) {
    match c {
        red => {} //~ unused_variables unused variable: `red`
    }
    match c {
        mixed => {} //~ unused_variables unused variable: `mixed`
    }
    match m {
        fast => {} //~ unused_variables unused variable: `fast`
    }
    match r {
        gren => {} //~ unused_variables unused variable: `gren`
    }
    let unit = Unit; //~ unused_variables unused variable: `unit`
    let less = core::cmp::Ordering::Equal; //~ unused_variables unused variable: `less`
    let none: Option<i32> = None; //~ unused_variables unused variable: `none`
}
pub fn constants(a: usize, b: u64, c: u16, count: usize) { //~ unused_variables unused variable: `count`
    let count = a; //~ unused_variables unused variable: `count`
    match b {
        limit => {} //~ unused_variables unused variable: `limit`
    }
    let mut cout = a; //~ unused_variables variable `cout` is assigned to, but never used
    cout = 3; //~ unused_assignments value assigned to `cout` is never read
    let hidden = c; //~ unused_variables unused variable: `hidden`
    let far_away = a; //~ unused_variables unused variable: `far_away`
    let other: i8 = 3; //~ unused_variables unused variable: `other`
    let otter: i8 = 3; //~ unused_variables unused variable: `otter`
}
