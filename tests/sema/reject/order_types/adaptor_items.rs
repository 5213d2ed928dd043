// The closure or iterator behind an adaptor is to blame for its items.
pub fn a(x: &[u32]) -> u32 { x.iter().map(|v| *v as u64).sum::<u32>() }
//~^ E0277 a value of type `u32` cannot be made by summing an iterator over elements of type `u64`
pub fn b() { let v: core::iter::Map<core::slice::Iter<u32>, fn(&u32) -> u32>; let f = |x: &u32| -> u64 { *x as u64 }; }
fn ap<F: Fn(u32) -> u32>(f: F) -> u32 { f(1) }
fn apr<T, F: Fn(T) -> T>(x: T, f: F) -> T { f(x) }
pub fn c() { ap(|x| x as u64); } //~ E0308 mismatched types
pub fn d() { ap(|x: u32| -> u64 { x as u64 }); } //~ E0271 expected `{closure@
pub fn e() { let g = |x: u32| x as u64; ap(g); } //~ E0271 expected `{closure@
pub fn f() { let g = |x: u32| { let y = x; y as u64 }; ap(g); } //~ E0271 expected `{closure@
pub fn g(x: &[u32]) { let m = x.iter().map(|v| v + 1u32); take(m); } //~ E0271 expected `{closure@
fn take(i: impl Iterator<Item = u64>) {}
pub fn h(x: &[u32]) { take(x.iter().map(|v| *v)); } //~ E0271 expected `{closure@
pub fn i(x: &[u32]) { take(x.iter().copied()); }
//~^ E0271 expected `Iter<'_, u32>` to be an iterator that yields `&u64`, but it yields `&u32`
pub fn j(x: &[u32]) { take(x.iter().map(|v| { let w = *v; w })); } //~ E0271 expected `{closure@
pub fn k(x: &[u32]) { take(x.iter().map(|v| -> u32 { *v })); } //~ E0271 expected `{closure@
pub fn l(x: &[u32]) { take(x.iter().copied().filter(|v| *v > 1).map(f2)); }
//~^ E0271 expected `f2` to return `u64`, but it returns `u32`
fn f2(x: u32) -> u32 { x }
pub fn m() { apr(1u32, |x| x as u64); } //~ E0308 mismatched types
pub fn n(x: &[f32]) -> f32 { x.iter().fold(0.0f32, |a, b| a as f64 + *b as f64) } //~ E0308 mismatched types
pub fn o(x: &[u32]) -> Option<u64> { x.iter().map(|v| *v).max() } //~ E0308 mismatched types
pub fn p(x: &[u32]) { let v: u64 = x.iter().map(|v| *v).sum(); }
//~^ E0277 a value of type `u64` cannot be made by summing an iterator over elements of type `u32`
pub fn q(x: &[u32]) { for v in x.iter().map(|v| *v) { let w: u64 = v; } } //~ E0308 mismatched types
pub fn r<I: Iterator<Item = f32>>(i: I) -> f32 { i.map(|v| v as f64).fold(0.0, |a, b| a + b) }
//~^ E0277 cannot add `f64` to `f32`
//~^^ E0308 mismatched types
pub fn s2(x: &[u32]) { take(x.iter().filter_map(|v| Some(*v))); } //~ E0271 expected `{closure@
pub fn s3(x: &[u32]) { take(0..5u32); take(x.iter().skip(1)); }
//~^ E0271 expected `Range<u32>` to be an iterator that yields `u64`, but it yields `u32`
//~^^ E0271 expected `Skip<Iter<'_, u32>>` to be an iterator that yields `u64`, but it yields `&u32`
fn take2(i: impl Iterator<Item = (usize, u64)>) {}
pub fn s4(x: &[u32]) { take2(x.iter().map(|v| *v).enumerate()); take2(x.iter().enumerate()); take2(x.iter()); }
//~^ E0271 expected `{closure@
//~^^ E0271 expected `Enumerate<Iter<'_, u32>>` to be an iterator that yields `(usize, u64)`, but it yields `(usize, &u32)`
//~^^^ E0271 expected `Iter<'_, u32>` to be an iterator that yields `(usize, u64)`, but it yields `&u32`
pub fn s5(x: &[u32]) { let mut v: [u64; 3] = [0; 3]; for (a, b) in v.iter_mut().zip(x.iter().map(|v| *v)) { *a = b; } }
//~^ E0308 mismatched types
