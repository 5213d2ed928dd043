// A number of another type whose conversion needs parentheses.
fn double(x: f32) -> f32 {
    x * 2.0
}

pub fn f(a: u64, b: u16) -> f32 {
    let c: u8 = a + 1; //~ E0308 mismatched types
    let d: u64 = b * 2; //~ E0308 mismatched types
    let e: f64 = b + 1; //~ E0308 mismatched types
    let g: i16 = -(c as i32); //~ E0308 mismatched types
    double(a as u64) + (d as f32) + (e as f32) + (g as f32) //~ E0308 mismatched types
}
