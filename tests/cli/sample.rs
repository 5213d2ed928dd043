#![allow(dead_code)]
//! Inner line
/// Outer line
fn r#match<'a>(x: &'a u8) -> Vec<Vec<u8>> {
    let _ = (1_u8, 0x1f_i64, 2.5e3f32, b"\n", r#"raw"#, '\u{e9}');
    /** Outer
        block */ /*! Inner */ // plain
    é == x..=1;
}
