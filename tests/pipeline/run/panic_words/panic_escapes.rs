// characters and texts by {:?}: what is escaped
// threads: 1
// panics: 8 "h\u{301}\u{200b}\u{e000}é\n\"'{}\t\0\\\u{e0001}" '\u{301}' '\u{200b}' '\u{e000}' '\'' '"' "'"
use rustg_std::prelude::*;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    panic!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        "h\u{301}\u{200b}\u{e000}é\n\"'{}\t\0\\\u{e0001}",
        '\u{301}',
        '\u{200b}',
        '\u{e000}',
        '\'',
        '"',
        "'"
    );

    out[t] = 1;
}
