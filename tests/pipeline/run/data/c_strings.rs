// texts of C: literals, where they end, what they compare as and print, and the file of a place
// threads: 1
// expect: 1100517181491066
// prints: "hello" "tab\t\'q\' \"\\ \x01\x7fé\u{301}\xff\u{ad}" ""
// prints: Err(InteriorNul { position: 1 }) Err(NotNulTerminated)
// prints: Ok("ab") Err(FromBytesUntilNulError(()))
// prints: data provided does not contain a nul
// prints: data provided contains an interior nul byte at byte position 3
// prints: data provided is not nul terminated
// prints: Ok("hello") true true
// prints: true false Less "llo"
use rustg_std::prelude::*;
use std::ffi::{CStr, FromBytesWithNulError, c_char};

const HELLO: &CStr = c"hello";
static RAW: &CStr = cr"a\b";
const MADE: &CStr = match CStr::from_bytes_with_nul(b"made\0") {
    Ok(x) => x,
    Err(_) => panic!("no text"),
};

fn sum(x: &CStr) -> u64 {
    x.to_bytes_with_nul().iter().fold(x.count_bytes() as u64, |all, byte| all * 31 + *byte as u64)
}
fn len(mut at: *const c_char) -> u64 {
    let mut n = 0;
    while unsafe { *at } != 0 {
        at = at.wrapping_add(1);
        n += 1;
    }
    n
}
#[track_caller]
fn file() -> u64 {
    let place = core::panic::Location::caller();
    let file = place.file_as_c_str();
    (file.to_bytes() == place.file().as_bytes()) as u64 + 2 * (len(file.as_ptr()) == file.count_bytes() as u64) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut all = sum(HELLO) ^ sum(RAW) << 7 ^ sum(MADE) << 14 ^ sum(c"\xEF\x80é\u{1F980}\n") << 21 ^ sum(c"");
    all = (all >> 20) * 10 + file();
    all = all * 100 + len(HELLO.as_ptr()) + sum(unsafe { CStr::from_bytes_with_nul_unchecked(CStr::from_ptr(RAW.as_ptr()).to_bytes_with_nul()) });
    println!("{:?} {:?} {:?}", HELLO, c"tab\t'q' \"\\ \x01\x7fé\u{301}\xFF\u{ad}", <&CStr>::default());
    println!("{:?} {:?}", CStr::from_bytes_with_nul(b"a\0b\0"), CStr::from_bytes_with_nul(b"ab"));
    println!("{:?} {:?}", CStr::from_bytes_until_nul(b"ab\0c\0"), CStr::from_bytes_until_nul(b"ab"));
    println!("{}", CStr::from_bytes_until_nul(b"ab").unwrap_err());
    println!("{}", FromBytesWithNulError::InteriorNul { position: 3 });
    println!("{}", FromBytesWithNulError::NotNulTerminated);
    println!("{:?} {:?} {}", HELLO.to_str(), c"\xFF".to_str().is_err(), c"".is_empty());
    println!("{} {} {:?} {:?}", HELLO == c"hello", *HELLO == &c"help"[0..], HELLO.cmp(c"help"), &HELLO[2..]);
    out[t] = all + (size_of::<Option<&CStr>>() as u64) + HELLO.as_ref().count_bytes() as u64;
}
