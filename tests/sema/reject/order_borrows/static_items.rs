// Parts of statics name the static, whole ones are it.
static A: [u32; 2] = [1, 2];
static B: u32 = 3;
struct S { a: [u32; 2] }
static C: S = S { a: [1, 2] };
fn f() {
    A[0] = 1; //~ E0594 cannot assign to `A[_]`, as `A` is an immutable static item
    B = 2; //~ E0594 cannot assign to immutable static item `B`
    B += 1; //~ E0594 cannot assign to immutable static item `B`
    C.a[1] = 2; //~ E0594 cannot assign to `C.a[_]`, as `C` is an immutable static
    let r = &mut B; //~ E0596 cannot borrow immutable static item `B` as mutable
    let q = &mut A[1]; //~ E0596 cannot borrow `A[_]` as mutable, as `A` is an immutable
    let z = &mut C.a; //~ E0596 cannot borrow `C.a` as mutable, as `C` is an immutable
    A.sort_unstable(); //~ E0596 cannot borrow immutable static item `A` as mutable
}
