//@ edition: 2021
// Variants are separated by commas.
//@ error: 4:11: expected one of `(`, `,`, `=`, `{`, or `}`, found `;`
enum E { A; B }
