// A constant reaches its own memory and no other.
use std::mem::{transmute, MaybeUninit};

const PAST: u32 = unsafe {
    let x = [1u32, 2];
    *(x.as_ptr().wrapping_add(2)) //~ E0080 memory access failed: attempting to access 4 bytes, but got alloc2+0x8 which is at or beyond the end of the allocation of size 8 bytes
};

const HALF_PAST: u64 = unsafe {
    let x = [1u32, 2];
    *(x.as_ptr().wrapping_add(1) as *const u64) //~ E0080 memory access failed: attempting to access 8 bytes, but got alloc2+0x4 which is only 4 bytes from the end of the allocation
};

const BEFORE: u32 = unsafe {
    let x = [1u32, 2];
    *(x.as_ptr().wrapping_sub(1)) //~ E0080 memory access failed: attempting to access 4 bytes, but got alloc2-0x4 which points to before the beginning of the allocation
};

const MISALIGNED: u32 = unsafe {
    let x = [1u8; 8];
    *(x.as_ptr() as *const u32) //~ E0080 accessing memory based on pointer with alignment 1, but alignment 4 is required
};

const READ_ONLY: u32 = unsafe {
    let x = &5u32;
    *(x as *const u32 as *mut u32) = 3; //~ E0080 writing to alloc2 which is read-only
    1
};

const UNSET: u32 = unsafe {
    let x: MaybeUninit<u32> = MaybeUninit::uninit();
    x.assume_init() //~ E0080 reading memory at alloc2[0x0..0x4], but memory is uninitialized at [0x0..0x4], and this operation requires initialized memory
};

#[derive(Clone, Copy)]
union Two {
    a: u8,
    b: u32,
}
const PARTLY_UNSET: u32 = unsafe {
    let two = Two { a: 1 };
    two.b //~ E0080 reading memory at alloc2[0x0..0x4], but memory is uninitialized at [0x1..0x4], and this operation requires initialized memory
};

const INVENTED: u32 = unsafe {
    *(8 as *const u32) //~ E0080 memory access failed: attempting to access 4 bytes, but got 0x8[noalloc] which is a dangling pointer (it has no provenance)
};

const NULL: u32 = unsafe {
    *(0 as *const u32) //~ E0080 memory access failed: attempting to access 4 bytes, but got null pointer
};

const WRITES_ELSEWHERE: u32 = unsafe {
    *(0x414141414140 as *mut u32) = 0x42424242; //~ E0080 memory access failed: attempting to access 4 bytes, but got 0x414141414140[noalloc] which is a dangling pointer (it has no provenance)
    1
};

const fn dangling() -> *const u32 {
    let x = 3;
    &raw const x
}
const GONE: u32 = unsafe {
    *dangling() //~ E0080 memory access failed: alloc2 has been freed, so this pointer is dangling
};

const GONE_WITH_ITS_BLOCK: u32 = unsafe {
    let p;
    {
        let x = 3;
        p = &raw const x;
    }
    *p //~ E0080 memory access failed: alloc2 has been freed, so this pointer is dangling
};

const GONE_WITH_ITS_ARM: u32 = unsafe {
    let p: *const u32;
    if let Some(x) = Some(3u32) {
        p = &x;
    } else {
        p = &4;
    }
    *p //~ E0080 memory access failed: alloc3 has been freed, so this pointer is dangling
};

const GONE_BY_A_JUMP: u32 = unsafe {
    let mut p = std::ptr::null();
    'out: loop {
        let x = [1u32, 2];
        match x[0] {
            n => {
                p = &x[1];
                if n == 1 {
                    break 'out;
                }
            }
        }
    }
    *p //~ E0080 memory access failed: alloc2 has been freed, so this pointer is dangling
};

const OF_THE_TURN_BEFORE: u32 = unsafe {
    let mut p = &raw const X;
    let mut i = 0;
    while i < 2 {
        i += *p; //~ E0080 memory access failed: alloc3 has been freed, so this pointer is dangling
        let x = 1;
        p = &raw const x;
        continue;
    }
    i
};
static X: u32 = 1;

const STILL_THERE: u32 = unsafe {
    let mut p = &raw const X;
    let mut i = 0;
    let sum = 'found: loop {
        let x = 1 + i;
        p = &raw const x;
        {
            let y = *p;
            i += *&y;
            if i > 20 {
                break 'found *p + y;
            }
        }
        i += *p;
    };
    sum
};
const _: () = assert!(STILL_THERE == 54);

const NO_NUMBER: usize = unsafe {
    transmute::<&u32, usize>(&5) + 1 //~ E0080 unable to turn pointer into integer
};

const NO_BYTES: u8 = unsafe {
    let bytes = transmute::<&u32, [u8; 8]>(&5);
    let at = &bytes as *const [u8; 8] as *const u8;
    *at //~ E0080 unable to turn pointer into integer
};

static mut CHANGES: u32 = 1;
const OF_A_STATIC: u32 = unsafe {
    CHANGES //~ E0080 constant accesses mutable global memory
};
static OTHER: u32 = unsafe {
    CHANGES = 3; //~ E0080 modifying a static's initial value from another static's initializer
    1
};

const NEITHER: u32 = if unsafe { transmute::<u8, bool>(7) } { 1 } else { 2 }; //~ E0080 interpreting an invalid 8-bit value as a bool: 0x07

const COPIED: u32 = unsafe {
    let x = [1u32, 2];
    let mut y = [0u32; 1];
    std::ptr::copy(x.as_ptr(), y.as_mut_ptr(), 2); //~ E0080 memory access failed: attempting to access 8 bytes
    y[0]
};

const UNCHECKED_ADD: u8 = unsafe {
    255u8.unchecked_add(1) //~ E0080 arithmetic overflow in `unchecked_add`
};
const UNCHECKED_SUB: i32 = unsafe {
    i32::MIN.unchecked_sub(1) //~ E0080 arithmetic overflow in `unchecked_sub`
};
const UNCHECKED_MUL: u64 = unsafe {
    (1u64 << 32).unchecked_mul(1 << 32) //~ E0080 arithmetic overflow in `unchecked_mul`
};
const _: () = assert!(unsafe { 254u8.unchecked_add(1).unchecked_sub(255) } == 0);
const UNCHECKED_SHL: u32 = unsafe {
    1u32.unchecked_shl(40) //~ E0080 overflowing shift by 40 in `unchecked_shl`
};
const UNCHECKED_SHR: i8 = unsafe {
    1i8.unchecked_shr(8) //~ E0080 overflowing shift by 8 in `unchecked_shr`
};
const UNCHECKED_NEG: i16 = unsafe {
    i16::MIN.unchecked_sub(1) //~ E0080 arithmetic overflow in `unchecked_sub`
};
const _: () = assert!(unsafe { 1u8.unchecked_shl(7).unchecked_shr(7) } == 1);

const ASSERTED: u32 = unsafe {
    core::hint::assert_unchecked(UNCHECKED == 3); //~ E0080 `assume` called with `false`
    1
};
const UNCHECKED: u32 = 2;

const fn not_zero(n: u32) -> u32 {
    unsafe { core::num::NonZero::new_unchecked(n) }.get()
}
const ZERO: u32 = not_zero(0); //~ E0080 entering unreachable code
const SOME_ZERO: Option<core::num::NonZeroU8> = Some(unsafe { core::num::NonZeroU8::new_unchecked(0) }); //~ E0080 entering unreachable code
const _: () = assert!(not_zero(7) == 7);

const AT_NOTHING: core::ptr::NonNull<u8> = unsafe { //~ E0080 constructing invalid value: encountered 0, but expected something greater or equal to 1
    core::ptr::NonNull::new_unchecked(core::ptr::null_mut())
};

const THROUGH_SHARED: u32 = unsafe {
    let x = 1u32;
    *(&x as *const u32 as *mut u32) = 3; //~ E0080 writing through a pointer that was derived from a shared (immutable) reference
    x
};
const THROUGH_WEAKER: u32 = unsafe {
    let mut x = (1u32, 2u32);
    let y = &mut x;
    let z = &*y;
    (z as *const (u32, u32) as *mut u32).write(3); //~ E0080 writing through a pointer that was derived from a shared (immutable) reference
    x.0
};
const THROUGH_PATTERN: u32 = unsafe {
    let x = Some(1u32);
    if let Some(y) = &x {
        std::ptr::copy(&2, y as *const u32 as *mut u32, 1); //~ E0080 writing through a pointer that was derived from a shared (immutable) reference
    }
    1
};
const THROUGH_CELL: u32 = unsafe {
    let x = (std::cell::Cell::new(1u32), 2u32);
    let y = &x;
    *(&raw const y.1 as *mut u32) = 3;
    x.1
};
const _: () = assert!(THROUGH_CELL == 3);

const OVERLAP: u32 = unsafe {
    let mut x = [1u32, 2, 3];
    let p = x.as_mut_ptr();
    p.copy_to(p.add(1), 2);
    std::ptr::copy_nonoverlapping(p, p.add(2), 1);
    p.copy_to_nonoverlapping(p.add(1), 2); //~ E0080 `copy_nonoverlapping` called on overlapping ranges
    x[0]
};
const COPIED_ASKEW: u32 = unsafe {
    let mut x = [1u8; 8];
    std::ptr::copy(&1u32, x.as_mut_ptr() as *mut u32, 1); //~ E0080 accessing memory with alignment 1, but alignment 4 is required
    x[0] as u32
};
const SHARED_ASKEW: u32 = unsafe {
    let x = [1u32, 2];
    *(&x as *const [u32; 2] as *mut u64) = 5; //~ E0080 writing through a pointer that was derived from a shared (immutable) reference
    x[0]
};
const FIELD_OUTSIDE: &u32 = unsafe {
    &(*(4 as *const (u32, u32))).1 //~ E0080 in-bounds pointer arithmetic failed: attempting to offset pointer by 4 bytes
};
const ELEMENT_OUTSIDE: u32 = unsafe {
    let x = [1u32, 2];
    (*(&raw const x as *const [u32; 9]))[8] //~ E0080 in-bounds pointer arithmetic failed: attempting to offset pointer by 32 bytes
};
const IS_NULL: bool = (&raw const X).is_null() || !std::ptr::null::<u8>().is_null();
const _: () = assert!(!IS_NULL);
