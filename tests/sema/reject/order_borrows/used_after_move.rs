// Of several uses of what one move took, the last that is no part of another is told.
struct B { x: [f32; 2], y: u32, z: u32 }
fn take(b: B) {}
fn a(b: B) -> u32 { take(b); b.y + b.z } //~ E0382 use of moved value: `b`
fn c(b: B) -> u32 { take(b); let r = &b; b.y + r.z } //~ E0382 use of moved value: `b`
fn d(b: B, q: bool) -> u32 { if q { take(b); } let f = move || b.x[0]; b.y } //~ E0382 use of moved value: `b`
fn e(b: B) -> u32 { take(b); let k = b.y; take(b); b.z } //~ E0382 use of moved value: `b` //~ E0382 use of moved value: `b`
fn f(b: B) -> f32 { take(b); b.x[0] + b.x[1] } //~ E0382 use of moved value: `b.x`
fn g(b: B) -> u32 { take(b); b.y + b.y } //~ E0382 use of moved value: `b`
fn h(b: B) -> u32 { take(b); b.z; &b; b.y } //~ E0382 use of moved value: `b`
