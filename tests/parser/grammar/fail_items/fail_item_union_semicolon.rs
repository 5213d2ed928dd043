//@ edition: 2021
// Commas stand between fields.
//@ error: 4:17: union fields are separated by `,`
union U { a: u32; b: u32 }
struct S {
    a: u32
    b: u32
}
