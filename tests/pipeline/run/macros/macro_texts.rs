// concat!, stringify! and offset_of!, in messages too
// threads: 2
// expect: 42 43
use rustg_std::prelude::*;
use std::mem::offset_of;

macro_rules! name_of {
    ($name:ident) => {
        stringify!($name)
    };
}
macro_rules! tokens_of {
    ($($t:tt)*) => {
        concat!("<", stringify!($($t)*), ">")
    };
}
macro_rules! fixed {
    ($a:ident) => {
        stringify!($a.first + core::mem::swap (1,2) #[x] -3)
    };
}
macro_rules! number {
    () => {
        7
    };
}

#[repr(C)]
struct Layout<T> {
    small: u8,
    wide: T,
    pair: (u8, u64),
}
const WIDE: usize = offset_of!(Layout<u64>, wide);

mod inner {
    pub const PATH: &str = module_path!();
    pub const FILE: &str = file!();
}

fn offset<T>() -> usize {
    offset_of!(Layout<T>, wide)
}

fn value(i: u64) -> u64 {
    assert_eq!(concat!("a", 1, -2, 2.50, true, 'c', "\n\u{e9}", '\u{20ac}', number!()), "a1-22.50truec\n\u{e9}\u{20ac}7");
    assert_eq!(stringify!(a + b), "a + b");
    assert_eq!(stringify!(a+b  *  c . d ( 1 , 2 ) [3]), "a+b * c.d(1, 2) [3]");
    assert_eq!(name_of!(thing), "thing");
    assert_eq!(tokens_of!(x::y<'a>, "s" 'c' 1.5f32), "<x::y<'a>, \"s\" 'c' 1.5f32>");
    assert_eq!(fixed!(own), "own.first + core :: mem :: swap(1, 2) #[x] - 3");
    assert!(i < 9, concat!("only ", 9, ": {}"), i);
    const LENGTH: usize = concat!("four", "").len();
    assert!(file!().len() > 3 && module_path!().len() > 2 && LENGTH == 4);
    assert!(inner::PATH.ends_with("macro_texts::inner") && inner::FILE.ends_with("macro_texts.rs"));
    assert_eq!((offset_of!(Layout<u32>, wide), offset_of!(Layout<u64>, pair.1)), (4, 24));
    let room = [0u8; WIDE];
    let _ = Layout { small: 1u8, wide: 2u8, pair: (3, 4) }.small;
    (room.len() + offset::<u16>()) as u64 + 32 + i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
