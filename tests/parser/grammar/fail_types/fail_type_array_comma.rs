//@ edition: 2021
// A semicolon stands before the length of an array.
//@ error: 4:15: expected `;` or `]`, found `,`
type A = [[u8 , 2]; 3];
type B = [Vec<u8> N + 1];
