//@ edition: 2021
// Type aliases, structs, enums, unions.
type Alias = u8;
type Generic<'a, T: 'a> = &'a T;
type Where<T> where T: Copy = T;
type WhereBehind<T> = T where T: Copy;
type Nothing;
type Bounds: Copy + 'static;
pub(crate) type Visible = ();

struct Unit;
struct UnitWhere<T> where T: Copy;
struct Empty {}
struct EmptyTuple();
struct Tuple(u8, pub u16, pub(crate) u32, #[a] u64, /** doc */ pub(in crate::x) i8,);
struct TupleWhere<T>(T) where T: Copy;
struct Fields<'a, T: ?Sized + 'a = str, const N: usize = 3>
where
    T: Send,
{
    /// doc
    a: &'a T,
    #[cfg(x)]
    pub b: [u8; N],
    pub(self) c: fn(u8) -> u8,
    r#type: Box<dyn Fn()>,
}
struct Defaults { a: u8 = 1, b: u8 = { 2 + 3 }, c: u8, }
struct UnsafeField { unsafe a: u8, pub unsafe b: u8 }
struct ParenthesizedVisibility(pub (u8, u16), pub (crate::A), crate::B);

enum Never {}
enum Plain { A, B, C, }
enum Discriminants { A = 1, B = 1 << 2, C = { 7 } }
#[repr(u8)]
enum All<T: Copy> where T: Send {
    Unit,
    Tuple(u8, #[a] T),
    EmptyTuple(),
    Struct { a: u8, b: T },
    EmptyStruct {},
    TupleWithDiscriminant(u8) = 5,
    StructWithDiscriminant { a: u8 } = 6,
    #[default]
    Attribute,
    pub Visible,
    pub(crate) VisibleTuple(),
    /// doc
    Last,
}
union Bits { a: u32, b: f32 }
pub union Generic2<T: Copy> where T: Send { a: T, pub b: () }
#[derive(Clone)] struct Derived;
