// A variant is live once it is built somewhere; patterns build none, and an arm that needs it is not run before.
pub enum Public {
    A,
    B(u32),
}
enum Step {
    One,
    Two,
    Three, //~ dead_code variants `Three`, `Five`, and `Six` are never constructed
    Four,
    Five,
    Six(u32),
}
fn step(a: Step) -> Step {
    match a {
        Step::One => Step::Two,
        Step::Two => Step::Two,
        Step::Three => Step::Three,
        Step::Four if matches!(Step::Four, Step::One) => Step::One,
        Step::Five => {
            println!("{}", same(&Step::Five, &Step::Four));
            Step::One
        }
        Step::Six(x) if x > 1 => Step::Six(x - 1),
        _ => Step::One,
    }
}
fn same(_: &Step, _: &Step) -> bool {
    true
}
pub fn run() {
    step(Step::One);
}

enum Alternatives {
    A,
    B,
    C,
}
pub fn alternatives() {
    let mut a = Alternatives::C;
    match a {
        Alternatives::A | Alternatives::B => a = Alternatives::A,
        Alternatives::C => {}
    }
    if let Alternatives::B = a {
        let _ = Alternatives::B;
    }
}

enum BySelf {
    X,
    Y, //~ dead_code variant `Y` is never constructed
    Z { a: u32 }, //~ dead_code field `a` is never read
}
impl BySelf {
    fn make() -> Self {
        Self::X
    }
    fn not_called() -> Self { //~ dead_code associated function `not_called` is never used
        Self::Y
    }
    fn again(&self) -> Self {
        match self {
            Self::Z { .. } => Self::Z { a: 1 },
            _ => BySelf::X,
        }
    }
}
pub fn by_self() {
    BySelf::make().again();
}

type Other = OfAlias;
enum OfAlias {
    A(u32), //~ dead_code field `0` is never read
    B, //~ dead_code variant `B` is never constructed
}
pub fn of_alias() {
    let _ = Other::A(1);
}

enum AsValue {
    A(u32), //~ dead_code field `0` is never read
    B(u32), //~ dead_code variant `B` is never constructed
}
pub fn as_value() {
    let _ = Some(1).map(AsValue::A);
}

enum Numbered {
    A = 1,
    B = OF_B as isize, //~ dead_code variant `B` is never constructed
}
const OF_B: u32 = 2;
pub fn numbered() -> u32 {
    Numbered::A as u32
}

enum Imported {
    P,
    Q, //~ dead_code variant `Q` is never constructed
}
pub fn imported() {
    use Imported::*;
    match P {
        P => {}
        Q => {}
    }
}

enum NotUsed { //~ dead_code enum `NotUsed` is never used
    A,
    B,
}
enum OnlyNamed {
    A, //~ dead_code variant `A` is never constructed
    _B,
}
pub fn named(x: Option<&u32>) {
    let _: Option<OnlyNamed> = None;
    let _ = x;
}
enum Shadowed {
    Var,
}
impl Shadowed {
    #[allow(non_snake_case)]
    fn Var() {} //~ dead_code associated function `Var` is never used
}
pub fn shadowed() {
    let _ = Shadowed::Var;
}
#[derive(Default)]
enum WithDefault {
    #[default]
    A,
    B, //~ dead_code variant `B` is never constructed
}
pub fn with_default() {
    let _ = WithDefault::default();
}
