// What #[default] marks.
#[derive(Default)]
enum A { #[default] A(u8), B } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)] //~ - multiple declared defaults
enum B { #[default] A, #[default] B }
#[derive(Default)] //~ E0665 `#[derive(Default)]` on enum with no `#[default]`
enum C { A, B }
#[derive(Default)] //~ E0665 `#[derive(Default)]` on enum with no `#[default]`
enum D { A(u8), B { x: u8 } }
#[derive(Default)]
struct E { #[default] x: u8 } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)]
enum F { #[default] #[default] A, B } //~ - multiple `#[default]` attributes
#[derive(Default)]
enum G { #[default = 1] A, B } //~ - `#[default]` attribute does not accept a value
#[derive(Default)]
enum H { #[default()] A, B } //~ - `#[default]` attribute does not accept a value
#[derive(Default)]
enum I { #[default] A { x: u8 }, B } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)]
enum J { #[default] A {}, B } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)]
enum K { #[default] A(), B } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)]
enum L { A(#[default] u8), #[default] B } //~ - the `#[default]` attribute may only be used on unit enum variants
#[derive(Default)]
enum M { #[non_exhaustive] #[default] A, B } //~ - default variant must be exhaustive
#[derive(Default)] //~ E0665 `#[derive(Default)]` on enum with no `#[default]`
enum N {}
#[derive(Default)]
#[default] //~ - the `#[default]` attribute may only be used on unit enum variants
struct O { x: u8 }
#[derive(Default)] //~ - multiple declared defaults
enum Q { #[default] #[default] A, #[default] B }
