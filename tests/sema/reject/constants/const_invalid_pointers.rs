// A pointer to a trait object has the table of a value, and a reference leads to a value.
use core::mem::transmute;

trait T {
    fn f(&self) -> u32;
}
trait S {
    fn g(&self) -> u32;
}
impl T for u8 {
    fn f(&self) -> u32 {
        1
    }
}
impl S for u8 {
    fn g(&self) -> u32 {
        1
    }
}
impl T for bool {
    fn f(&self) -> u32 {
        1
    }
}
impl T for &u8 {
    fn f(&self) -> u32 {
        1
    }
}
impl T for u64 {
    fn f(&self) -> u32 {
        1
    }
}
struct Tail<X: ?Sized> {
    a: u8,
    t: X,
}

const NUMBERS: &dyn T = unsafe { transmute((&92u8, &[0usize, 1, 1])) }; //~ E0080 constructing invalid value: encountered alloc2<imm>, but expected a vtable pointer
const NO_TABLE: &dyn T = unsafe { transmute((&92u8, 0usize)) }; //~ E0080 constructing invalid value: encountered null pointer, but expected a vtable pointer
const A_NUMBER: &dyn T = unsafe { transmute((&92u8, 8usize)) }; //~ E0080 constructing invalid value: encountered 0x8[noalloc], but expected a vtable pointer
const NO_VALUE_EITHER: &dyn T = unsafe { transmute((0usize, 8usize)) }; //~ E0080 constructing invalid value: encountered 0x8[noalloc], but expected a vtable pointer
const RAW: *const dyn T = unsafe { transmute((&92u8, &[0usize, 1, 1])) }; //~ E0080 constructing invalid value: encountered alloc6<imm>, but expected a vtable pointer
const OTHER_TRAIT: &dyn T = unsafe { transmute(&2u8 as &dyn S) }; //~ E0080 constructing invalid value: wrong trait in wide pointer vtable: expected `T`, but encountered `S`
const WITHIN: &dyn T = unsafe { //~ E0080 constructing invalid value: encountered alloc10+0x8, but expected a vtable pointer
    let (_, table): (&u8, *const u8) = transmute::<&dyn T, _>(&5u8);
    transmute::<(&u8, *const u8), &dyn T>((&1, table.wrapping_add(8)))
};
const NO_VALUE: &dyn T = unsafe { //~ E0080 constructing invalid value: encountered a null reference
    let (_, table): (&u8, *const u8) = transmute::<&dyn T, _>(&5u8);
    transmute::<(usize, *const u8), &dyn T>((0, table))
};
const TOO_SHORT: &dyn T = unsafe { //~ E0080 constructing invalid value: encountered a dangling reference (going beyond the bounds of its allocation)
    let (_, table): (&u8, *const u8) = transmute::<&dyn T, _>(&5u64);
    transmute::<(&u8, *const u8), &dyn T>((&1, table))
};
const ASKEW: &dyn T = unsafe { //~ E0080 constructing invalid value: encountered an unaligned reference (required 8 byte alignment but found 1)
    let (_, table): (&u8, *const u8) = transmute::<&dyn T, _>(&5u64);
    transmute::<(&[u8; 8], *const u8), &dyn T>((&[1; 8], table))
};
const OF_A_TABLE: &usize = unsafe { transmute::<&dyn T, (&u8, &usize)>(&5u64).1 }; //~ E0080 constructing invalid value: encountered a dangling reference (going beyond the bounds of its allocation)
const TAIL: &Tail<dyn T> = unsafe { transmute((&92u8, &[0usize, 1, 1])) }; //~ E0080 constructing invalid value: encountered alloc20<imm>, but expected a vtable pointer
const PART: (u8, &dyn T) = unsafe { (1, transmute((&92u8, &[0usize, 1, 1]))) }; //~ E0080 constructing invalid value at .1: encountered alloc22<imm>, but expected a vtable pointer
const BEHIND: &dyn T = unsafe { transmute::<&u8, &bool>(&2u8) }; //~ E0080 constructing invalid value at .<deref>.<dyn-downcast>: encountered 0x02, but expected a boolean
const PROMOTED: (u8, &dyn T) = unsafe { (1, &transmute::<usize, &u8>(0)) }; //~ E0080 constructing invalid value at .<deref>: encountered a null reference
const PROMOTED_PAIR: (u8, &(u8, bool)) = unsafe { (1, &(2, transmute::<u8, bool>(2))) }; //~ E0080 constructing invalid value at .<deref>.1: encountered 0x02, but expected a boolean
static PROMOTED_LIST: (u8, &[&u8]) = unsafe { (1, &[&3, transmute::<usize, &u8>(0)]) }; //~ E0080 constructing invalid value at .<deref>[1]: encountered a null reference
const OF_A_POINTER: &&u8 = unsafe { &*(&transmute::<usize, &u8>(0) as *const &u8) }; //~ E0080 constructing invalid value at .<deref>: encountered a null reference
const FUNCTION: fn() = unsafe { transmute(&5u32) }; //~ E0080 constructing invalid value: encountered alloc27<imm>, but expected a function pointer
const NO_FUNCTION: &fn() = unsafe { &transmute::<usize, fn()>(0) }; //~ E0080 constructing invalid value at .<deref>: encountered null pointer, but expected a function pointer
const GOOD: (&dyn T, *const dyn T, &dyn T) = (&1u8, &true, unsafe { transmute::<&dyn T, &dyn T>(&3u64) });

enum Never {}
struct HasNever {
    a: u8,
    n: Never,
}
enum Either {
    A(Never),
    B(u8),
}
const NEVER: &Never = unsafe { transmute(&1u8) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type Never
const NEVER_NOWHERE: &Never = unsafe { transmute(1usize) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type Never
const NEVER_MUT: &mut Never = unsafe { transmute(1usize) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type Never
const NEVER_FIELD: &HasNever = unsafe { transmute(&1u8) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type HasNever
const NEVER_PAIR: &(u8, Never) = unsafe { transmute(&1u8) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type (u8, Never)
const NEVER_ARRAY: &[Never; 2] = unsafe { transmute(&1u8) }; //~ E0080 constructing invalid value: encountered a reference pointing to uninhabited type [Never; 2]
const NEVER_SLICE: &[Never] = unsafe { transmute((&1u8, 1usize)) }; //~ E0080 constructing invalid value at .<deref>[0]: encountered a value of uninhabited type `Never`
const NEVER_OPTION: Option<&Never> = unsafe { transmute(&1u8) }; //~ E0080 constructing invalid value at .<enum-variant(Some)>.0: encountered a reference pointing to uninhabited type Never
const NEVER_PART: (u8, &Never) = unsafe { (1, transmute(&1u8)) }; //~ E0080 constructing invalid value at .1: encountered a reference pointing to uninhabited type Never
const NEVER_BEHIND: &&Never = unsafe { &transmute(&1u8) }; //~ E0080 constructing invalid value at .<deref>: encountered a reference pointing to uninhabited type Never
const NO_NEVER: (&[Never; 0], Option<&Never>, &Either, *const Never) =
    unsafe { (transmute(&1u8), None, transmute(&5u8), 1 as *const Never) };
