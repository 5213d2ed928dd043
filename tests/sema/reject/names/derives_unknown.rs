// Derives and attributes that nobody defines.
#[derive(Clone, Missing)] //~ - cannot find derive macro `Missing` in this scope
struct A;

#[missing] //~ - cannot find attribute `missing` in this scope
fn f() {}

#[derive(Default)] //~ E0665 `#[derive(Default)]` on enum with no `#[default]`
enum B {
    X,
    Y,
}
