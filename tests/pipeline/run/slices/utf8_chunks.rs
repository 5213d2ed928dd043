// bytes that are no UTF-8, taken apart where they are not
// threads: 7
// expect: 1 16636860321122818888 14964037789722536223 7678796100907816224 11595671477117840101 8016158571202340090 7403633046035603821
// prints: Some(Utf8Chunk { valid: "a", invalid: [194] })
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let texts: [&[u8]; 7] = [
        b"", b"hello", "ศ中é😀".as_bytes(), b"Hello\xC0\x80 There\xE6\x83 Goodbye\xF0\x9F\x98",
        b"\xF5foo\xF5\x80bar\xF1\x80foo\xF1\x80\x80bar\xF1\x80\x80\x80baz", b"\xED\xA0\x80\xF0\x80\x80\x80\xF4\x90\x80\x80\xE0\x9F\xBF", b"a\xC2",
    ];
    let mut all = 1u64;
    for chunk in texts[t.get()].utf8_chunks() {
        for byte in chunk.valid().bytes().chain([0xFF]).chain(chunk.invalid().iter().copied()) {
            all = all.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(7) ^ byte as u64;
        }
    }
    if t.get() == 6 {
        println!("{:?}", texts[6].utf8_chunks().next());
    }
    out[t] = all;
}
