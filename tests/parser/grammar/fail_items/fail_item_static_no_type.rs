//@ edition: 2021
// A static has a name.
//@ error: 4:8: expected identifier, found `:`
static : u8 = 1;
