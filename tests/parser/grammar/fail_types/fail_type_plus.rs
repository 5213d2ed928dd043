//@ edition: 2021
// A sum of bounds behind & needs parentheses.
//@ error: 4:11: ambiguous `+` in a type
type A = &dyn B + C;
