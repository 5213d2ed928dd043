//@ edition: 2021
// Each item, and each statement, has its own errors.
//@ error: 4:7: expected one of `:`, `@`, or `|`, found `)`
fn a(b) {}
fn b() { let = 1; c; d d; }
struct E { f: , g: u8 }
fn good() {}
enum H { I(u8) J }
impl K { fn l(a) {} const M u8; fn m() {} }
fn n() { o(1 2); p[3 4]; { q r } }
