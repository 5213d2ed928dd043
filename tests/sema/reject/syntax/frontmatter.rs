---
---
// A file begins with no manifest.
pub fn f() {} //~^^^ E0658 frontmatters are experimental
