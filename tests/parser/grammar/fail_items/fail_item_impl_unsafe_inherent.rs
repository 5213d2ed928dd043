//@ edition: 2021
// What is inherent is not unsafe.
//@ error: 4:13: inherent impls cannot be unsafe
unsafe impl A {}
