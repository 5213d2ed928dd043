// What a constant comes to is a value of its type.
use std::mem::{transmute, MaybeUninit};

const BOOL: bool = unsafe { transmute(7u8) }; //~ E0080 constructing invalid value: encountered 0x07, but expected a boolean

const CHAR: char = unsafe { transmute(0xD800u32) }; //~ E0080 constructing invalid value: encountered 0x0000d800, but expected a valid unicode scalar value

#[derive(Clone, Copy)]
#[repr(u8)]
enum Tag {
    A,
    B,
}
const TAG: Tag = unsafe { transmute(200u8) }; //~ E0080 constructing invalid value at .<enum-tag>: encountered 0xc8, but expected a valid enum tag

const NULL: &u32 = unsafe { transmute(0usize) }; //~ E0080 constructing invalid value: encountered a null reference

const NOWHERE: &u32 = unsafe { &*(0x40 as *const u32) }; //~ E0080 constructing invalid value: encountered a dangling reference (0x40[noalloc] has no provenance)

const GONE: &u32 = unsafe {
    //~^ E0080 constructing invalid value: encountered a dangling reference (use-after-free)
    let x = 3;
    &*(&raw const x)
};

const TOO_LONG: &[u32] = unsafe { std::slice::from_raw_parts(&5u32, 3) }; //~ E0080 constructing invalid value: encountered a dangling reference (going beyond the bounds of its allocation)

const MISALIGNED: &u64 = unsafe { transmute(&[1u8; 8]) }; //~ E0080 constructing invalid value: encountered an unaligned reference (required 8 byte alignment but found 1)

const BEHIND: &bool = unsafe { transmute(&2u8) }; //~ E0080 constructing invalid value at .<deref>: encountered 0x02, but expected a boolean

const BYTES: [u8; 8] = unsafe { transmute::<&u32, [u8; 8]>(&5) }; //~ E0080 constructing invalid value at [0]: encountered a pointer, but expected an integer

const NUMBER: usize = unsafe { transmute::<&u32, usize>(&5) }; //~ E0080 unable to turn pointer into integer

const UNSET: [u32; 2] = unsafe {
    //~^ E0080 constructing invalid value at [1]: encountered uninitialized memory, but expected an integer
    let mut m = MaybeUninit::<[u32; 2]>::uninit();
    *(m.as_mut_ptr() as *mut u32) = 3;
    m.assume_init()
};

struct Pair {
    a: u32,
    e: Option<Tag>,
}
const FIELD: Pair = Pair { a: 1, e: unsafe { transmute(9u8) } }; //~ E0080 constructing invalid value at .e.<enum-variant(Some)>.0.<enum-tag>: encountered 0x09, but expected a valid enum tag
const ELEMENTS: (u32, [char; 2]) = unsafe { (1, [transmute(5u32), transmute(0xDFFFu32)]) }; //~ E0080 constructing invalid value at .1[1]: encountered 0x0000dfff

const NOT_ONE: std::num::NonZeroU32 = unsafe { transmute(0u32) }; //~ E0080 constructing invalid value at .0.0: encountered 0, but expected something greater or equal to 1

const FUNCTION: fn() = unsafe { transmute(5usize) }; //~ E0080 constructing invalid value: encountered 0x5[noalloc], but expected a function pointer

const DANGLING: *const u32 = {
    //~^ - encountered dangling pointer in final value of constant
    let x = 5;
    &raw const x
};

const HALF: MaybeUninit<u32> = unsafe { //~ - encountered partial pointer in final value of constant
    transmute::<&u32, [MaybeUninit<u32>; 2]>(&1)[0]
};

const MATCHED: u32 = match unsafe { transmute::<u8, Tag>(7) } { //~ E0080 enum value has invalid tag: 0x07
    Tag::A => 1,
    Tag::B => 2,
};

const APART: isize = unsafe {
    let (a, b) = (1u32, 2u32);
    (&raw const a).offset_from(&raw const b) //~ E0080 `ptr_offset_from` called on two different pointers that are not both derived from the same allocation
};

const LEAVES: *const u32 = unsafe {
    let x = &[1u32, 2];
    x.as_ptr().add(3) //~ E0080 in-bounds pointer arithmetic failed: attempting to offset pointer by 12 bytes
};

const DEEP: u32 = {
    const fn deep(n: u32) -> u32 {
        if n == 0 { 0 } else { 1 + deep(n - 1) }
    }
    deep(1000) //~ E0080 reached the configured maximum number of stack frames
};

const NEVER: u32 = unsafe {
    std::hint::unreachable_unchecked() //~ E0080 entering unreachable code
};

// What a reference leads to has failed, which does not hide what is behind the reference.
static FAILS: u32 = ZERO - 1; //~ E0080 attempt to compute `0_u32 - 1_u32`, which would overflow
static ZERO: u32 = {
    let _ = &FAILS;
    0
};
const fn with_failed() -> (&'static u32, bool) {
    (&FAILS, unsafe { core::mem::transmute(3u8) })
}
const BEHIND_FAILED: (&u32, bool) = with_failed(); //~ E0080 constructing invalid value at .1: encountered 0x03, but expected a boolean
