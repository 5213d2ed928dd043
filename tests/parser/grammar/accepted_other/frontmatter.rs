#!/usr/bin/env cargo
---cargo
[dependencies]
---
//@ edition: 2024
// A shebang and frontmatter.
fn main() {}
