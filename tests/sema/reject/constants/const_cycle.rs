use rustg_std::prelude::*;

const A: u32 = B; //~ E0391 cycle detected when checking if `A` is a trivial const
const B: u32 = A;

const LEADS_TO: u32 = FIRST + 1; //~ E0391 cycle detected when simplifying constant for the type system `LEADS_TO`
static FIRST: u32 = SECOND + 1;
static SECOND: u32 = THIRD + 1;
static THIRD: u32 = FIRST + LEADS_TO;

static ALONE: u32 = OTHER * 2; //~ E0391 cycle detected when evaluating initializer of static `ALONE`
static OTHER: u32 = ALONE * 3;
