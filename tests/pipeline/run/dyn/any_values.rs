// values whose type is asked for: TypeId, dyn Any and its casts
// threads: 3
// expect: 162917450341 167239250341 171561050341
use core::any::{Any, TypeId};
use rustg_std::prelude::*;
#[derive(PartialEq)]
struct Point(u32, u32);
struct Of<T>(T);
struct Unit;
static NUMBER: TypeId = TypeId::of::<u64>();
const SAME: bool = size_of::<TypeId>() == 16;
fn which(v: &dyn Any) -> u64 {
    if let Some(n) = v.downcast_ref::<u32>() {
        *n as u64 + 1
    } else if let Some(p) = v.downcast_ref::<Point>() {
        p.0 as u64 * 10 + p.1 as u64
    } else if let Some(t) = v.downcast_ref::<&'static str>() {
        t.len() as u64 * 1000
    } else if v.is::<Unit>() {
        5
    } else {
        0
    }
}
fn raise(v: &mut dyn Any, by: u32) -> bool {
    match v.downcast_mut::<Point>() {
        Some(p) => {
            p.1 += by;
            true
        }
        None => false,
    }
}
fn same<A: 'static, B: 'static>() -> u64 {
    (TypeId::of::<A>() == TypeId::of::<B>()) as u64
}
fn generic<T: Any>(v: &T) -> u64 {
    let any = v as &dyn Any;
    any.is::<Of<u8>>() as u64 * 2 + (v.type_id() == TypeId::of::<Of<i8>>()) as u64
}
fn value(i: u32) -> u64 {
    let mut p = Point(i, 2);
    let mut v = raise(&mut p, i) as u64 * 2 + raise(&mut 4u32, 1) as u64;
    let all: [&(dyn Any + Send); 6] = [&i, &p, &"text", &Unit, &(i as i32), &[1u8, 2]];
    for a in all {
        v = v * 7 + which(a) + a.is::<i32>() as u64 * 3 + a.is::<[u8; 2]>() as u64;
    }
    v = v * 10 + same::<u32, u32>() + same::<u32, i32>() * 2 + same::<&'static str, str2>() * 4;
    v = v * 10 + same::<Of<u8>, Of<i8>>() + same::<fn(u8) -> u8, fn(u8)>() * 2 + same::<[u8; 3], [u8; 4]>() * 4;
    v = v * 10 + generic(&Of(1u8)) + generic(&Of(1i8));
    let both: &(dyn Any + Send + Sync) = &3.5f32;
    v = v * 10 + both.downcast_ref::<f32>().map_or(0, |x| *x as u64) + (NUMBER == TypeId::of::<u64>()) as u64;
    v * 10 + SAME as u64 + (TypeId::of::<dyn Any>() == TypeId::of::<dyn Any + Send>()) as u64 * 2
}
#[allow(non_camel_case_types)]
type str2 = &'static str;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
