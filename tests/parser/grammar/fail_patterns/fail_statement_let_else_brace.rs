//@ edition: 2021
// The value before else must not end in a brace.
//@ error: 4:27: right curly brace `}` before `else` in a `let...else` statement not allowed
fn f() { let A(b) = S { c } else { return }; }
