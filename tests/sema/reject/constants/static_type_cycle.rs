// A static whose value needs itself by way of a type is a cycle, not one that reads 0.
const fn next<const K: usize>() -> u32 {
    K as u32 + 1
}
static A: u32 = 3 + next::<{ A as usize }>(); //~ E0391 cycle detected when evaluating initializer of static `A`
