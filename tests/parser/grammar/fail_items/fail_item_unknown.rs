//@ edition: 2021
// A word that begins nothing.
//@ error: 4:6: expected one of `!` or `::`, found `f`
func f() {}
