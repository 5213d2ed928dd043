//@ edition: 2018
// Parameters of traits have patterns since 2018.
//@ error: 4:18: expected one of `:`, `@`, or `|`, found `)`
trait T { fn a(u8); }
