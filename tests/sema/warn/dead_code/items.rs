// Functions, constants, statics, aliases and types: what is exported, or mentioned by what is, is live.
pub fn exported() {
    called();
    let c = || in_closure();
    c();
    takes(as_value);
    println!("{SHOWN} {}", counted());
}
fn called() {}
fn in_closure() {}
fn takes(f: fn()) {
    f()
}
fn as_value() {}
const SHOWN: u32 = 1;
fn counted() -> u32 {
    1
}

fn dead() { //~ dead_code function `dead` is never used
    by_dead_alone();
}
fn by_dead_alone() {} //~ dead_code function `by_dead_alone` is never used
fn calls_itself() { //~ dead_code function `calls_itself` is never used
    calls_itself()
}
fn _with_underscore() {
    by_underscore();
}
fn by_underscore() {} //~ dead_code function `by_underscore` is never used
fn main() {} //~ dead_code function `main` is never used
fn outer() { //~ dead_code function `outer` is never used
    fn inner() {}
    inner();
    struct OfOuter;
}
pub fn live_outer() {
    fn inner() {} //~ dead_code function `inner` is never used
    const C: u32 = 1; //~ dead_code constant `C` is never used
}

const CONSTANT: u32 = OF_CONSTANT; //~ dead_code constant `CONSTANT` is never used
const OF_CONSTANT: u32 = 1; //~ dead_code constant `OF_CONSTANT` is never used
static STATIC: u32 = 2; //~ dead_code static `STATIC` is never used
static mut MUTABLE: u32 = 2; //~ dead_code static `MUTABLE` is never used
type Alias = u32; //~ dead_code type alias `Alias` is never used
struct Unit; //~ dead_code struct `Unit` is never constructed
struct Tuple(u32); //~ dead_code struct `Tuple` is never constructed
struct Named { //~ dead_code struct `Named` is never constructed
    x: u32,
}
union Union { //~ dead_code union `Union` is never used
    a: u32,
}
enum Enum { //~ dead_code enum `Enum` is never used
    A,
}
trait Trait {} //~ dead_code trait `Trait` is never used

const _: u32 = of_unnamed();
const fn of_unnamed() -> u32 {
    1
}

const LENGTH: usize = 2;
pub fn lengths(a: [u32; LENGTH]) -> u32 {
    a[0]
}

pub fn types() {
    let _: Option<InLet> = None;
    let _ = core::mem::size_of::<InArguments>();
    let _ = 1 as InCast;
}
struct InLet;
struct InArguments;
type InCast = u32;
