//@ edition: 2021
// Constants do not change.
//@ error: 4:7: const globals cannot be mutable
const mut A: u8 = 1;
