//@ edition: 2021
// Let chains came with 2024.
//@ error: 4:13: let chains are only allowed in Rust 2024 or later
fn f() { if let Some(a) = b && c {} }
