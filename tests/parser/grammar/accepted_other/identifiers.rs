//@ edition: 2021
// Names: weak keywords, raw identifiers, Unicode.
fn union(auto: u8, default: u8, safe: u8, raw: u8, macro_rules: u8, builtin: u8, reuse: u8, yeet: u8, pin: u8) {}
fn grüße(größe: u8, 数: u8) -> u8 { größe + 数 }
struct auto { union: u8, default: u8, safe: u8, raw: u8 }
enum default { union, auto, safe(u8), raw { auto: u8 } }
type union = u8;
type safe = auto;
mod raw {}
mod union {}
trait auto2 { fn default(); fn union(); type auto; const default: u8; }
impl default for auto { fn default() {} fn union() {} type auto = u8; const default: u8 = 1; }
use union::auto;
use default;
fn names() {
    let union = auto + default;
    union.auto();
    auto.union;
    default { a: 1 };
    default(1);
    safe[1];
    raw!();
    &raw;
    &raw.a;
    &raw + 1;
    &raw();
    &raw const a;
    let r#union = r#auto;
    let default: default = default::default();
    union::a;
    auto::b!();
    match union { auto => default, safe(raw) => 1, raw { auto } => 2, union @ _ => 3 }
    loop { break union; }
    'union: loop { break 'union; }
    let yeet = reuse;
    builtin;
    builtin.a;
    r#builtin(1);
    macro_rules + 1;
    reuse::a;
    pin;
    &pin;
    &pin.a;
    &pin(1);
    'static_: loop {}
}
