// Items that need a type.
const A = 1; //~ - missing type for `const` item
static B = 2; //~ - missing type for `static` item
