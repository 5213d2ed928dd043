//@ edition: 2021
// An array has a length.
//@ error: 4:15: expected expression, found `]`
type A = [u8; ];
