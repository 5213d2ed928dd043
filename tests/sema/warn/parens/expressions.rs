//! Parentheses around expressions, in every place where the lint looks for them.
#![allow(dead_code, unused_variables, unused_mut, unused_assignments, path_statements, unused_must_use, while_true)]
#![allow(unreachable_code, unused_labels)]

pub struct Pair {
    pub a: u32,
    pub b: u32,
}
impl Pair {
    pub fn take(&self, x: u32) -> bool {
        self.a == x
    }
}
pub fn two(a: u32, b: u32) -> u32 {
    a + b
}
pub const LIMIT: u32 = (3); //~ unused_parens unnecessary parentheses around assigned value
pub static START: u32 = (LIMIT + 1); //~ unused_parens unnecessary parentheses around assigned value
pub const NEEDED: u32 = (LIMIT + 1) * 2;

pub fn conditions(x: u32, b: bool) -> u32 {
    if (x > 1) { //~ unused_parens unnecessary parentheses around `if` condition
        return (1); //~ unused_parens unnecessary parentheses around `return` value
    } else if (b) { //~ unused_parens unnecessary parentheses around `if` condition
        return(2); //~ unused_parens unnecessary parentheses around `return` value
    }
    if(b){ return 3; } //~ unused_parens unnecessary parentheses around `if` condition
    if (b) && (x > 1) {}
    if (x == 1 && b) {} //~ unused_parens unnecessary parentheses around `if` condition
    while (x > 3) {} //~ unused_parens unnecessary parentheses around `while` condition
    while(x > 3){} //~ unused_parens unnecessary parentheses around `while` condition
    for i in (0..3) {} //~ unused_parens unnecessary parentheses around `for` iterator expression
    for i in (0..3).rev() {}
    match (x) { //~ unused_parens unnecessary parentheses around `match` scrutinee expression
        0 => (1), //~ unused_parens unnecessary parentheses around match arm expression
        1 => (x + 2), //~ unused_parens unnecessary parentheses around match arm expression
        2 if (b) => 3,
        _ => 4,
    };
    match(x) { _ => {} } //~ unused_parens unnecessary parentheses around `match` scrutinee expression
    if let 1 = (x) {} //~ unused_parens unnecessary parentheses around `let` scrutinee expression
    if let true = (b && x > 1) {}
    while let 1 = (x) {} //~ unused_parens unnecessary parentheses around `let` scrutinee expression
    if let 1 = (x) && b {}
    (x) //~ unused_parens unnecessary parentheses around block return value
}

pub fn structs(p: Pair, b: bool) {
    if (Pair { a: 1, b: 2 }).take(1) {}
    if (Pair { a: 1, b: 2 }.take(1)) {}
    if (p.take((Pair { a: 1, b: 2 }).a)) {} //~ unused_parens unnecessary parentheses around `if` condition
    match (Pair { a: 1, b: 2 }) { _ => {} }
    match &(Pair { a: 1, b: 2 }) { _ => {} }
    match (&Pair { a: 1, b: 2 }) { _ => {} }
    for i in (Pair { a: 1, b: 2 }.a..3) {} //~ unused_parens unnecessary parentheses around `for` iterator expression
    if (b == { true }) {} //~ unused_parens unnecessary parentheses around `if` condition
    if ({ b } && b) {}
    let x = (Pair { a: 1, b: 2 }); //~ unused_parens unnecessary parentheses around assigned value
}

pub fn values(x: u32, a: &[u32; 4]) {
    let y = (x + 1); //~ unused_parens unnecessary parentheses around assigned value
    let y = ((x)); //~ unused_parens unnecessary parentheses around assigned value
    let y = (x + 1) * 2;
    let mut z = (1); //~ unused_parens unnecessary parentheses around assigned value
    z = (x); //~ unused_parens unnecessary parentheses around assigned value
    z += (x); //~ unused_parens unnecessary parentheses around assigned value
    two((x), x); //~ unused_parens unnecessary parentheses around function argument
    two(x, (x + 1)); //~ unused_parens unnecessary parentheses around function argument
    Pair { a: (1), b: 2 }.take((x)); //~ unused_parens unnecessary parentheses around method argument
    Some((1)); //~ unused_parens unnecessary parentheses around function argument
    a[(1)]; //~ unused_parens unnecessary parentheses around index expression
    let c = || (1); //~ unused_parens unnecessary parentheses around closure body
    let c = |y: u32| (y + 1); //~ unused_parens unnecessary parentheses around closure body
    let c = |y: u32| -> u32 { (y + 1) }; //~ unused_parens unnecessary parentheses around block return value
    let p = (&raw const x);
    let r = (&x); //~ unused_parens unnecessary parentheses around assigned value
    let t = ((1), (2));
    let t = [(1), (2)];
    let y = -(1);
    let y = (x as u64) < 3;
    (x);
    let y = loop { break (1); }; //~ unused_parens unnecessary parentheses around `break` value
    let y = 'a: { break 'a ({ 1 }); };
    let y = 'a: { break 'a (1); }; //~ unused_parens unnecessary parentheses around `break` value
    let y = (
        x + 1 //~^ unused_parens unnecessary parentheses around assigned value
    );
    let y = ( /* comment */ x ); //~ unused_parens unnecessary parentheses around assigned value
    let y = (if x > 1 { 1 } else { 2 }); //~ unused_parens unnecessary parentheses around assigned value
    let Some(y) = (Some(x)) else { return }; //~ unused_parens unnecessary parentheses around assigned value
    let true = (x > 1 && x < 3) else { return };
    let Pair { a: y, .. } = (Pair { a: 1, b: 2 }) else { return };
    let 1 = (unsafe { x }) else { return };
    let y = (matches!(x, 1)); //~ unused_parens unnecessary parentheses around assigned value
    let y = (matches!(x, 1) || x > 2);
}

pub fn assigned(mut x: u32) {
    let c = || return (x = 1);
    let d = (x = 2); //~ unused_parens unnecessary parentheses around assigned value
}
pub fn statements(x: u32) -> u32 {
    ({ x } + 1)
}
pub fn statement_of_match(x: u32) -> bool {
    (match x { _ => true } && x > 1)
}
pub fn statement_of_call(x: u32) -> u32 {
    (two)(x, 1)
}
pub fn tail_of_call(x: u32) -> u32 {
    (two(x, 1)) //~ unused_parens unnecessary parentheses around block return value
}
pub fn inner_block(x: u32) {
    let y = { (x) }; //~ unused_parens unnecessary parentheses around block return value
    let z = unsafe { (x + 1) }; //~ unused_parens unnecessary parentheses around block return value
}
pub fn after_words(x: u32) -> u32 {
    let y = if(x > 1) { 1 } else { 2 }; //~ unused_parens unnecessary parentheses around `if` condition
    loop { break(x) } //~ unused_parens unnecessary parentheses around `break` value
}
pub struct Arrays {
    pub a: [u32; (3)], //~ unused_parens unnecessary parentheses around const expression
    pub b: [u32; (1 + 2)], //~ unused_parens unnecessary parentheses around const expression
}
#[allow(unused_parens)]
pub fn allowed(x: u32) -> u32 {
    (x)
}

macro_rules! pass {
    ($e:expr) => {
        two($e, (1))
    };
}
macro_rules! value {
    () => {
        1 + 2
    };
}
macro_rules! outer {
    ($($t:tt)*) => {
        pass!($($t)*)
    };
}
pub fn macros(x: u32) {
    pass!((x)); //~ unused_parens unnecessary parentheses around function argument
    pass!(x);
    let y = (value!()); //~ unused_parens unnecessary parentheses around assigned value
    let y = (value!()) * 2;
    outer!((x));
    println!("{}", (x));
    println!("{}", two((x), 1)); //~ unused_parens unnecessary parentheses around function argument
    assert!((x == 1));
    let Some(y) = (Some(value!())) else { return }; //~ unused_parens unnecessary parentheses around assigned value
}
