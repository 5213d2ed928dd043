// Malformed definitions.
macro_rules! none {} //~ - macros must contain at least one rule
macro_rules! no_arrow { ($e:expr) { $e } } //~ - expected `=>`, found `{`
macro_rules! no_fragment { ($e) => {}; } //~ - missing fragment specifier
macro_rules! bad_fragment { ($e:expression) => {}; } //~ - invalid fragment specifier `expression`
macro_rules! twice { ($a:ident $a:ident) => {}; } //~ - duplicate matcher binding
macro_rules! empty { ($()*) => {}; } //~ - repetition matches empty token tree
macro_rules! no_operator { ($($a:ident)) => {}; } //~ - expected one of: `*`, `+`, or `?`
macro_rules! option { ($($a:ident),?) => {}; } //~ - the `?` macro repetition operator does not take a separator
macro_rules! not_delimited { $a:ident => {}; } //~ - invalid macro matcher; matchers must be contained in balanced delimiters
macro_rules! no_body { ($a:ident) => $a; } //~ - macro rhs must be delimited
pub fn f() {}
