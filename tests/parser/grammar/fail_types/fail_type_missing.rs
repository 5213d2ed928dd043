//@ edition: 2021
// A type is something.
//@ error: 4:10: expected type, found `;`
type A = ;
