#[inlin]
pub fn a() {}
#[allw(dead_code)]
pub fn b() {}
#[cfgx(a)]
pub fn c() {}
#[target_featur]
pub fn d() {}
#[NoMangle]
pub fn e() {}
#[mut_use]
pub fn f() {}
#[xyzzy]
pub fn g() {}
#[use_must]
pub fn h() {}
#[INLINE]
pub fn i() {}
#[wrn(unused)]
pub fn j() {}
#[rep(C)]
pub struct K;
