//@ edition: 2015
// Async functions came with 2018.
//@ error: 4:1: `async fn` is not permitted in Rust 2015
async fn a() {}
