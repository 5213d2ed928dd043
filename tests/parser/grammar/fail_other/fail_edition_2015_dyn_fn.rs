//@ edition: 2015
// Not a trait object, as dyn is a name before `fn`.
//@ error: 4:14: expected one of `!`, `(`, `+`, `::`, `;`, `<`, or `where`, found keyword `fn`
type A = dyn fn();
