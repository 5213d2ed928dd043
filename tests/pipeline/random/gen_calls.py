"""gen_calls.py: programs that ask the library: methods of numbers at the edges of each width, chains of iterators taken from both ends,
and panics that write numbers in all ways. Calls(seed).text() is a kernel `test` in which thread i answers question i.

rustg's library is not core, but written anew, so what core does at MIN, at the last shift and at the end of a range is what these
programs ask. A question of numbers is asked of values that the compiler knows and of the same values that it does not."""
import random

SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "isize": 64}
UNSIGNED = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128, "usize": 64}
WIDTH = {**SIGNED, **UNSIGNED}
N_QUESTIONS = 48

HEAD = """
trait Answer {
    fn hash(&self) -> u64;
}
macro_rules! answer_int {
    ($($t:ident)*) => { $(impl Answer for $t {
        fn hash(&self) -> u64 { mix(*self as u64, (*self as i128 >> 64) as u64) }
    })* };
}
answer_int!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
impl Answer for bool {
    fn hash(&self) -> u64 { 77 + *self as u64 }
}
impl Answer for char {
    fn hash(&self) -> u64 { 1000 + *self as u64 }
}
impl Answer for () {
    fn hash(&self) -> u64 { 5 }
}
impl Answer for f32 {
    fn hash(&self) -> u64 { bits32(*self) }
}
impl Answer for f64 {
    fn hash(&self) -> u64 { bits64(*self) }
}
impl Answer for core::cmp::Ordering {
    fn hash(&self) -> u64 { (*self as i8 + 3) as u64 }
}
impl<T: Answer + ?Sized> Answer for &T {
    fn hash(&self) -> u64 { (**self).hash() }
}
impl<T: Answer> Answer for Option<T> {
    fn hash(&self) -> u64 {
        match self {
            Some(x) => mix(x.hash(), 1),
            None => 2,
        }
    }
}
impl<T: Answer, E: Answer> Answer for Result<T, E> {
    fn hash(&self) -> u64 {
        match self {
            Ok(x) => mix(x.hash(), 3),
            Err(x) => mix(x.hash(), 4),
        }
    }
}
impl<A: Answer, B: Answer> Answer for (A, B) {
    fn hash(&self) -> u64 { mix(self.0.hash(), self.1.hash()) }
}
impl<T: Answer> Answer for [T] {
    fn hash(&self) -> u64 {
        let mut h = self.len() as u64;
        for x in self {
            h = mix(h, x.hash());
        }
        h
    }
}
impl<T: Answer, const N: usize> Answer for [T; N] {
    fn hash(&self) -> u64 { self[..].hash() }
}
impl Answer for str {
    fn hash(&self) -> u64 { self.as_bytes().hash() }
}
fn seen<T: Answer>(h: &mut u64, x: T) {
    *h = mix(*h, x.hash());
}
"""
KERNEL = """
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let tid = thread::index();
    if tid < out.len() {
        let i = tid.get();
        out[tid] = match i %% %d {
%s
            _ => 0,
        };
    }
}
"""

# Methods of integers by what they take besides self: nothing, another T, a u32 that counts bits, a small u32 power, T unsigned or signed.
ALL_NONE = """count_ones count_zeros leading_zeros trailing_zeros leading_ones trailing_ones swap_bytes reverse_bits to_be to_le checked_neg
 wrapping_neg overflowing_neg checked_ilog2 checked_ilog10 to_be_bytes to_le_bytes to_ne_bytes""".split()
ALL_SAME = """checked_add checked_sub checked_mul checked_div checked_rem checked_div_euclid checked_rem_euclid saturating_add saturating_sub
 saturating_mul wrapping_add wrapping_sub wrapping_mul overflowing_add overflowing_sub overflowing_mul abs_diff midpoint min max cmp
 eq lt checked_ilog""".split()
ALL_NOT_ZERO = """saturating_div wrapping_div wrapping_rem wrapping_div_euclid wrapping_rem_euclid overflowing_div overflowing_rem
 overflowing_div_euclid overflowing_rem_euclid""".split()
ALL_BITS = "rotate_left rotate_right checked_shl checked_shr wrapping_shl wrapping_shr overflowing_shl overflowing_shr unbounded_shl unbounded_shr".split()
ALL_POWER = "checked_pow saturating_pow wrapping_pow overflowing_pow".split()
SIGNED_NONE = """signum is_positive is_negative unsigned_abs checked_abs wrapping_abs overflowing_abs saturating_abs saturating_neg
 checked_isqrt cast_unsigned""".split()
SIGNED_OTHER = """checked_add_unsigned checked_sub_unsigned saturating_add_unsigned saturating_sub_unsigned wrapping_add_unsigned
 wrapping_sub_unsigned overflowing_add_unsigned overflowing_sub_unsigned""".split()
UNSIGNED_NONE = "is_power_of_two checked_next_power_of_two isqrt cast_signed".split()
UNSIGNED_SAME = "checked_next_multiple_of is_multiple_of checked_signed_diff".split()
UNSIGNED_OTHER = """checked_add_signed saturating_add_signed wrapping_add_signed overflowing_add_signed checked_sub_signed saturating_sub_signed
 wrapping_sub_signed overflowing_sub_signed""".split()
NOT_CONST = {"min", "max", "cmp", "eq", "lt"}
FLOAT_NONE = """floor ceil round trunc fract abs signum sqrt recip to_degrees to_radians round_ties_even is_nan is_infinite is_finite is_normal
 is_subnormal is_sign_negative is_sign_positive next_up next_down to_bits""".split()
FLOAT_SAME = "copysign div_euclid rem_euclid max min total_cmp partial_cmp".split()
FLOAT_NOT_CONST = {"sqrt", "div_euclid", "rem_euclid", "partial_cmp"}


class Calls:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.panics = self.r.randrange(4) == 0

    # numbers

    def value(self, t):
        """An edge of the type, as a Python number."""
        low, high = (-(1 << WIDTH[t] - 1), (1 << WIDTH[t] - 1) - 1) if t in SIGNED else (0, (1 << WIDTH[t]) - 1)
        k = self.r.randrange(10)
        if k < 3:
            value = self.r.choice([0, 1, 2, 3, low, low + 1, high, high - 1, -1, -2, high // 2, high // 2 + 1, low // 2, low // 2 - 1])
        elif k < 6:
            value = (1 << self.r.randrange(WIDTH[t])) + self.r.choice([-1, 0, 1])
            value = -value if self.r.randrange(2) else value
        elif k < 8:
            value = self.r.randint(-20, 120)
        else:
            value = self.r.randint(low, high) >> self.r.choice([0, WIDTH[t] // 2])
        return min(max(value, low), high)

    def literal(self, t, not_zero=False):
        value = self.value(t)
        if not_zero and value == 0:
            value = 1
        if t in SIGNED and value == -(1 << WIDTH[t] - 1):
            return f"{t}::MIN"
        return f"({value}{t})" if value < 0 else f"{value}{t}"

    def float(self, t):
        big = 128 if t == "f32" else 1024
        k = self.r.randrange(12)
        if k < 3:
            return self.r.choice([f"{t}::NAN", f"{t}::INFINITY", f"{t}::NEG_INFINITY", f"{t}::MAX", f"{t}::MIN", f"{t}::MIN_POSITIVE", f"0.0{t}", f"(-0.0{t})",
                                  f"{t}::EPSILON", f"{t}::from_bits(1)", f"{t}::from_bits(0x7fffff)"])
        if k < 6:
            value = self.r.choice([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e10, 3.7, -3.7, 0.49999997, 8388609.0, 4503599627370497.0, 0.1, 1e-40, 123456.789])
        elif k < 9:
            value = self.r.choice([-1, 1]) * (2.0 ** self.r.randint(0, big - 1 if big == 128 else 130) + self.r.choice([-1, 0, 1, 0.5]))
        else:
            value = self.r.uniform(-300, 300) * 10.0 ** self.r.randint(-4, 12)
        text = repr(value)
        text = text if "." in text or "e" in text else text + ".0"
        return f"({text}{t})" if value < 0 else f"{text}{t}"

    def asked(self, args, expression, is_const=True):
        """args: [(name, type, text)]. The question of what is known and of what is not."""
        lines = []
        if is_const:
            lets = " ".join(f"let {n}: {t} = {v};" for n, t, v in args)
            lines.append(f"seen(&mut h, const {{ {lets} {expression} }});")
        lines.append("{ " + " ".join(f"let {n}: {t} = core::hint::black_box({v});" for n, t, v in args) + f" seen(&mut h, {expression}); }}")
        return lines

    def integer(self):
        t = self.r.choice(list(WIDTH))
        other = ("u" + t[1:]) if t in SIGNED else ("i" + t[1:])
        x = ("x", t, self.literal(t))
        own = [(ALL_NONE, None), (ALL_SAME, "same"), (ALL_NOT_ZERO, "not_zero"), (ALL_BITS, "bits"), (ALL_POWER, "power")]
        own += [(SIGNED_NONE, None), (SIGNED_OTHER, "other")] if t in SIGNED else [(UNSIGNED_NONE, None), (UNSIGNED_SAME, "same"), (UNSIGNED_OTHER, "other")]
        methods, takes = self.r.choice([(m, k) for names, k in own for m in names])
        k = self.r.randrange(12)
        if k == 0:
            to = self.r.choice(list(WIDTH))
            return self.asked([x], f"x as {to}") + self.asked([x], f"{to}::try_from(x).map_err(|_| ())", False)
        if k == 1:
            return self.asked([x], f"x as {self.r.choice(['f32', 'f64'])}")
        if k == 2:
            n = ("n", self.r.choice(list(WIDTH)), str(self.r.randrange(WIDTH[t])) if self.r.randrange(2) else "0")
            return self.asked([x, n], f"x {self.r.choice(['<<', '>>'])} n")
        if k == 3 and WIDTH[t] < 128:
            return self.wrapper(t)
        if k == 4:
            return self.text_number(t)
        if takes is None:
            return self.asked([x], f"x.{methods}()")
        if takes == "same":
            y = ("y", t, self.literal(t, methods in ("is_multiple_of",)))
            by = "&y" if methods in ("cmp", "eq", "lt") else "y"
            return self.asked([x, y], f"x.{methods}({by})", methods not in NOT_CONST)
        if takes == "not_zero":
            return self.asked([x, ("y", t, self.literal(t, True))], f"x.{methods}(y)")
        if takes == "other":
            return self.asked([x, ("y", other, self.literal(other))], f"x.{methods}(y)")
        n = self.r.choice([0, 1, WIDTH[t] - 1, WIDTH[t], WIDTH[t] + 1, 2 * WIDTH[t], self.r.randrange(300), 0xffffffff]) if takes == "bits" else self.r.choice([0, 1, 2, 3, 5, 7, 31, 127, 200])
        return self.asked([x, ("n", "u32", f"{n}u32")], f"x.{methods}(n)")

    def wrapper(self, t):
        name = self.r.choice(["Wrapping", "Saturating"])
        op = self.r.choice("+ - * / % & | ^".split())
        x, y = ("x", t, self.literal(t)), ("y", t, self.literal(t, op in "/%"))
        if name == "Saturating" and op == "%" and t in SIGNED:
            op = "+"
        text = f"(core::num::{name}(x) {op} core::num::{name}(y)).0"
        other = f"{{ let mut z = core::num::{name}(x); z {op}= core::num::{name}(y); z {op}= y; z.0 }}"
        return self.asked([x, y], self.r.choice([text, other]), False)

    def text_number(self, t):
        value, radix = self.value(t), self.r.choice([2, 7, 10, 16, 36])
        value += self.r.choice([0, 0, 0, 1, -1])
        digits, rest = "", abs(value)
        while rest or not digits:
            digits, rest = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % radix] + digits, rest // radix
        sign = "-" if value < 0 else self.r.choice(["", "", "+", "-"])
        text = sign + self.r.choice(["", "", "0", "000"]) + (digits.upper() if self.r.randrange(2) else digits) + self.r.choice(["", "", "", "", " ", "_", "z"])
        text = self.r.choice([text] * 12 + ["", "-", "+", "--1", "+-1"])
        how = f"{t}::from_str_radix(s, {radix})" if radix != 10 or self.r.randrange(2) else f"s.parse::<{t}>()"
        kind = "match e.kind() { core::num::IntErrorKind::Empty => 1u8, core::num::IntErrorKind::InvalidDigit => 2, core::num::IntErrorKind::PosOverflow => 3, core::num::IntErrorKind::NegOverflow => 4, _ => 5 }"
        return self.asked([("s", "&str", f'"{text}"')], f"{how}.map_err(|e| {kind})", False)

    def floating(self):
        t = self.r.choice(["f32", "f64"])
        x, y, z = ("x", t, self.float(t)), ("y", t, self.float(t)), ("z", t, self.float(t))
        k = self.r.randrange(10)
        if k < 3:
            return self.asked([x], f"x as {self.r.choice(list(WIDTH))}")
        if k == 3:
            return self.asked([x, y], f"x {self.r.choice('+ - * / %'.split())} y")
        if k == 4:
            return self.asked([x, y], f"x {self.r.choice('< <= > >= == !='.split())} y")
        if k == 5:
            return self.asked([x], f"x as {'f64' if t == 'f32' else 'f32'}")
        if k == 6:
            if self.r.randrange(2):
                return self.asked([x, y, z], "x.mul_add(y, z)", False)
            half = self.r.choice(["f16", "bf16"])
            op = self.r.choice("+ - * /".split())
            one, two = f"{half}::from_{t}(x)", f"{half}::from_{t}(y)"
            text = self.r.choice([f"{one} {op} {two}", one, f"{one}.min({two})", f"{one}.max({two})", f"{one}.abs()", f"-{one}"])
            return self.asked([x, y], f"{{ let v = {text}; if v.is_nan() {{ 1u16 }} else {{ v.to_bits() }} }}", False)
        if k < 9:
            m = self.r.choice(FLOAT_NONE)
            if m == "to_bits" or m.startswith("is_sign"):
                x = ("x", t, x[2].replace("NAN", "MAX"))
            return self.asked([x], f"x.{m}()", m not in FLOAT_NOT_CONST)
        m = self.r.choice(FLOAT_SAME)
        if m in ("copysign", "total_cmp"):
            x, y = ("x", t, x[2].replace("NAN", "MAX")), ("y", t, y[2].replace("NAN", "MAX"))
        if m in ("max", "min"):
            x = ("x", t, x[2].replace("-0.0", "-1.5"))
        return self.asked([x, y], f"x.{m}({'&' if m in ('total_cmp', 'partial_cmp') else ''}y)", m not in FLOAT_NOT_CONST and m != "total_cmp")

    def char(self):
        c = self.r.choice(["a", "Z", "0", "9", " ", "\\n", "\\u{0}", "\\u{7f}", "\\u{80}", "\\u{a0}", "\\u{7ff}", "\\u{800}", "\\u{d7ff}", "\\u{e000}", "\\u{ffff}", "\\u{10000}",
                           "\\u{10ffff}", "\\u{2003}", "\\u{85}", "@", "[", "`", "{", "f", "F", "g"])
        m = self.r.choice("""is_ascii is_ascii_digit is_ascii_alphabetic is_ascii_alphanumeric is_ascii_uppercase is_ascii_lowercase is_ascii_hexdigit
            is_ascii_punctuation is_ascii_graphic is_ascii_whitespace is_ascii_control is_whitespace is_control to_ascii_uppercase to_ascii_lowercase len_utf8 len_utf16""".split())
        args = [("c", "char", f"'{c}'"), ("n", "u32", str(self.r.choice([2, 10, 16, 36]))), ("k", "u32", str(self.r.choice([0, 1, 9, 10, 15, 35, 36, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0x10ffff, 0x110000])))]
        text = self.r.choice([f"c.{m}()"] * 3 + ["c.to_digit(n)", "c.is_digit(n)", "char::from_u32(k)", "char::from_digit(k, n)", "c as u8", "c as u32", "(c as u8).is_ascii_punctuation()"])
        return self.asked(args, text, m != "is_control")

    # iterators: (text, item, may be taken from behind, knows its length, may be cloned)

    def source(self):
        k = self.r.randrange(15)
        n = self.r.randrange
        if k == 0:
            t = self.r.choice("u8 i8 u16 i16 u32 i32 usize isize".split())
            low = self.value(t)
            high = min(low + self.r.choice([0, 1, 3, 5, 9]), (1 << WIDTH[t] - (t in SIGNED)) - 1) - self.r.choice([0, 0, 0, 2])
            high = max(high, -(1 << WIDTH[t] - 1) if t in SIGNED else 0)
            return f"(core::hint::black_box({low}{t})..{high}{t})" if low >= 0 else f"(({low}{t})..({high}{t}))", t, True, True
        if k == 1:
            t = self.r.choice(list(WIDTH))
            low = self.value(t)
            high = min(low + self.r.choice([0, 1, 3, 5, 9]), (1 << WIDTH[t] - (t in SIGNED)) - 1) - self.r.choice([0, 0, 0, 2])
            high = max(high, -(1 << WIDTH[t] - 1) if t in SIGNED else 0)
            return f"(({low}{t})..=({high}{t}))".replace(f"-{1 << WIDTH[t] - 1}{t}", f"{t}::MIN"), t, True, t in ("u8", "i8", "u16", "i16")
        if k == 2:
            return f"('{self.r.choice(['a', 'x', chr(0xd7fd)])}'..='{self.r.choice(['a', 'e', chr(0xe002)])}')".replace("'a'..='" + chr(0xe002), "'a'..='c").replace("'x'..='" + chr(0xe002), "'x'..='z"), "char", True, False
        if k < 5:
            return self.r.choice(["A.iter()", f"A[{n(4)}..].iter()", f"A[..{n(9)}].iter()", f"A[{n(3)}..{3 + n(5)}].iter()"]), "&u32", True, True
        if k == 5:
            return f"A[{n(9)}..].{self.r.choice(['chunks', 'chunks_exact', 'rchunks', 'rchunks_exact', 'windows'])}({1 + n(4)})", "&[u32]", True, True
        if k == 6:
            return f"S[{self.r.choice(['..', '1..', '..2', '0..0'])}].chars()", "char", True, False
        if k == 7:
            return "S.char_indices()", "(usize, char)", True, False
        if k == 8:
            return "S.bytes()", "u8", True, True
        if k == 9:
            return f"A.split(|x| x % {2 + n(3)} == 0)", "&[u32]", True, False
        if k == 10:
            return self.r.choice([f"S.split('{self.r.choice('ab,c')}')", "S.split_terminator(',')", 'S.split(|c: char| c > \'b\')', "S.split_inclusive(',')", "S.lines()", "S.split_ascii_whitespace()"]), "&str", True, False
        if k == 11:
            return self.r.choice(["A.into_iter()", "[7u32, 1, 9].into_iter()", f"core::iter::repeat_n({n(9)}u32, {n(5)})", "core::iter::once(4u32)", "core::iter::empty::<u32>()", "Some(3u32).into_iter()",
                                  "None::<u32>.into_iter()"]), "u32", True, True
        if k == 12:
            return self.r.choice([f"core::iter::successors(Some({n(9)}u32), |x| if *x < 90 {{ Some(x * 2 + 1) }} else {{ None }})",
                                  f"{{ let mut k = {n(4)}u32; core::iter::from_fn(move || {{ k += 1; if k < 9 {{ Some(k) }} else {{ None }} }}) }}"]), "u32", False, False
        if k == 13:
            return f"A.chunk_by(|a, b| a {self.r.choice(['<', '<=', '=='])} b)", "&[u32]", True, False
        return f"A.iter().copied().{self.r.choice(['rev()', 'skip(2)', 'take(5)', 'step_by(2)'])}", "u32", True, True

    def number_of(self, item, x="x"):
        return f"({x}.hash() % 97)"

    def chain(self, depth=0):
        text, item, back, exact = self.source()
        for _ in range(self.r.randrange(1, 5)):
            k, n = self.r.randrange(20), self.r.randrange
            if k == 0:
                text, item = f"{text}.map(|x| x.hash() as u32 % 50)", "u32"
            elif k == 1:
                text, exact = f"{text}.filter(|x| x.hash() % 3 != {n(3)})", False
            elif k == 2:
                text, item, exact = f"{text}.filter_map(|x| if x.hash() % 2 == 0 {{ Some(x.hash() as u16) }} else {{ None }})", "u16", False
            elif k == 3:
                text, item, back = f"{text}.enumerate()", f"(usize, {item})", back and exact
            elif k == 4 and back:
                text = f"{text}.rev()"
            elif k == 5:
                text, back = f"{text}.skip({self.r.choice([0, 1, 2, 5, 12])})", back and exact
            elif k == 6:
                text, back = f"{text}.take({self.r.choice([0, 1, 3, 6, 99])})", back and exact
            elif k == 7:
                text, back = f"{text}.step_by({1 + n(4)})", back and exact
            elif k == 8:
                text, exact = f"{text}.chain({text})", False
            elif k == 9 and depth < 2:
                other, its, its_back, its_exact = self.chain(depth + 1)
                text, item, back, exact = f"{text}.zip({other})", f"({item}, {its})", back and exact and its_back and its_exact, exact and its_exact
            elif k == 10:
                text = f"{text}.peekable()"
            elif k == 11:
                text, back, exact = f"{text}.skip_while(|x| x.hash() % 3 == {n(3)})", False, False
            elif k == 12:
                text, back, exact = f"{text}.take_while(|x| x.hash() % 4 != {n(4)})", False, False
            elif k == 13:
                text, item, back, exact = f"{text}.map_while(|x| if x.hash() % 5 != {n(5)} {{ Some((x.hash() % 9, true)) }} else {{ None }})", "(u64, bool)", False, False
            elif k == 14:
                text, item, back, exact = f"{text}.scan({n(9)}u64, |a, x| {{ *a = mix(*a, x.hash()); if *a % 8 == 0 {{ None }} else {{ Some(*a) }} }})", "u64", False, False
            elif k == 15:
                text = f"{text}.fuse()"
            elif k == 16:
                text, item, exact = f"{text}.flat_map(|x| 0..(x.hash() % 4) as u8)", "u8", False
            elif k == 17:
                text, item, exact = f"{text}.map(|x| [x.hash() as u8 % 7; {n(3)}]).flatten()", "u8", False
            elif k == 18 and "inspect" not in text:  # how often core goes through nothing is its own affair
                text, back, exact = f"{text}.cycle().take({n(20)})", False, False
            elif k == 19:
                text = f"{text}.inspect(|x| kept.set(mix(kept.get(), x.hash())))"
        return text, item, back, exact

    def iterator(self):
        text, item, back, exact = self.chain()
        # What is left of these is a guess that core makes finer by specialization.
        hint = "" if any(word in text for word in ("split", "S.lines", "flat", "cycle", "take(")) else "seen(&mut h, it.size_hint());"
        lines = ["{ let kept = core::cell::Cell::new(1u64); {", f"let mut it = {text};", "seen(&mut h, it.size_hint());"]
        for _ in range(self.r.randrange(6)):
            k = self.r.randrange(9)
            if k < 3:
                lines.append("seen(&mut h, it.next());")
            elif k < 5 and back:
                lines.append("seen(&mut h, it.next_back());")
            elif k == 5:
                lines.append(f"seen(&mut h, it.nth({self.r.choice([0, 1, 2, 7])}));")
            elif k == 6 and back:
                lines.append(f"seen(&mut h, it.nth_back({self.r.choice([0, 1, 2, 7])}));")
            elif k == 7:
                lines.append(hint)
            elif k == 8 and exact:
                lines.append("seen(&mut h, it.len());")
        lines.append(hint)
        ways = ["h = it.fold(h, |a, x| mix(a, x.hash()));", "seen(&mut h, it.count());", "seen(&mut h, it.last());", "seen(&mut h, it.position(|x| x.hash() % 3 == 0)); seen(&mut h, it.next());",
                "seen(&mut h, it.find(|x| x.hash() % 5 == 1)); seen(&mut h, it.size_hint());", "for x in it { seen(&mut h, x); }", "seen(&mut h, it.by_ref().take(2).map(|x| x.hash() % 64).sum::<u64>()); seen(&mut h, it.next());",
                "seen(&mut h, it.max_by_key(|x| x.hash() % 16));", "seen(&mut h, it.min_by_key(|x| x.hash() % 16));", "seen(&mut h, it.reduce(|a, b| if a.hash() % 2 == 0 { a } else { b }));",
                "seen(&mut h, it.try_fold(0u64, |a, x| if x.hash() % 7 == 0 { None } else { Some(mix(a, x.hash())) })); seen(&mut h, it.next());",
                "seen(&mut h, it.all(|x| x.hash() % 6 != 0)); seen(&mut h, it.next());", "seen(&mut h, it.is_sorted_by(|a, b| a.hash() <= b.hash()));", "while let Some(x) = it.next() { seen(&mut h, x); } seen(&mut h, it.size_hint());",
                "seen(&mut h, it.map(|x| x.hash()).min());", "seen(&mut h, it.map(|x| x.hash() % 9).eq(A.iter().map(|x| x.hash() % 9)));", "seen(&mut h, it.map(|x| x.hash() % 9).cmp([4u64, 5, 6]));"]
        if back:
            ways += ["h = it.rfold(h, |a, x| mix(a, x.hash()));", "seen(&mut h, it.rfind(|x| x.hash() % 3 == 0)); seen(&mut h, it.next_back());", "while let Some(x) = it.next_back() { seen(&mut h, x); } seen(&mut h, it.next());",
                     "seen(&mut h, it.try_rfold(0u64, |a, x| if x.hash() % 7 == 0 { None } else { Some(mix(a, x.hash())) })); seen(&mut h, it.next_back());"]
            if exact:
                ways += ["seen(&mut h, it.rposition(|x| x.hash() % 3 == 0)); seen(&mut h, it.len());"]
        lines.append(self.r.choice(ways).replace("seen(&mut h, it.size_hint());", hint))
        return lines + ["} seen(&mut h, kept.get()); }"]

    # slices and texts

    def slice(self):
        n = self.r.randrange
        values = ", ".join(str(n(12)) for _ in range(self.r.randrange(1, 11)))
        t = self.r.choice("u8 i32 i64 u128".split())
        steps = ["a.reverse();", "a.sort();", "a.sort_unstable_by(|x, y| y.cmp(x));", "a.sort_by_key(|x| x % 4);", f"{{ let n = a.len(); a.rotate_left({n(5)}.min(n)); }}", f"{{ let n = a.len(); a.rotate_right({n(5)}.min(n)); }}",
                 f"{{ let n = a.len(); a.swap({n(9)} % n, {n(9)} % n); }}", f"a.fill({n(7)});", f"seen(&mut h, a.contains(&{n(12)}));", f"seen(&mut h, a.binary_search(&{n(12)}).is_ok());", f"seen(&mut h, a.partition_point(|x| *x < {n(12)}));",
                 f"seen(&mut h, a.starts_with(&[{n(12)}]));", f"seen(&mut h, a.get({n(12)}));", f"seen(&mut h, a.get({n(6)}..{n(12)}));", f"seen(&mut h, a.get(..={n(12)}));", "seen(&mut h, a.first()); seen(&mut h, a.last());",
                 f"seen(&mut h, a.split_at_checked({n(12)}));", "seen(&mut h, a.split_first());", "seen(&mut h, a.first_chunk::<3>());", "seen(&mut h, a.is_sorted());", f"{{ let n = a.len(); a.copy_within(..{n(5)}.min(n), n - {n(5)}.min(n)); }}",
                 "if let [x, y, rest @ ..] = &mut a[..] { core::mem::swap(x, y); seen(&mut h, &*rest); }", "if let [x, .., y] = a { seen(&mut h, (*x, *y)); }",
                 f"for c in a.chunks_mut({1 + n(4)}) {{ c.reverse(); }}", f"for c in a.rchunks_exact_mut({1 + n(4)}) {{ c[0] = 3; }}", "for x in a.iter_mut().rev().step_by(2) { *x = *x / 2; }", f"seen(&mut h, a.strip_prefix(&[{n(12)}]));",
                 f"for p in a.rsplit(|x| x % {2 + n(3)} == 0) {{ seen(&mut h, p); }}", f"for p in a.splitn({n(4)}, |x| x % {2 + n(3)} == 0) {{ seen(&mut h, p); }}", f"for p in a.split_inclusive(|x| x % {2 + n(3)} == 0).rev() {{ seen(&mut h, p); }}",
                 "seen(&mut h, a.as_chunks::<2>());", "seen(&mut h, a.iter().max()); seen(&mut h, a.iter().min_by(|x, y| y.cmp(x)));"]
        lines = [f"{{ let mut all: [{t}; {values.count(',') + 1}] = core::hint::black_box([{values}]); let a = &mut all[..];"]
        return lines + self.r.choices(steps, k=self.r.randrange(2, 6)) + ["seen(&mut h, &*a); }"]

    def string(self):
        n = self.r.randrange
        text = "".join(self.r.choice(["a", "b", ",", " ", "\\n", "\u00e9", "\u2003", "\U0001F600", "ab", "\\r\\n", "0"]) for _ in range(n(10)))
        pattern = self.r.choice(["'a'", '"ab"', '"a"', "'\u00e9'", "|c: char| c < 'b'", "|c: char| c.is_whitespace()", "&['a', ','][..]", "['b', ' ']", '""'])
        closers = ["find", "contains", "starts_with", "split_once", "strip_prefix", "trim_start_matches"]
        m = self.r.choice(closers)
        both = ["ends_with", "rfind", "strip_suffix", "rsplit_once", "trim_end_matches"]
        calls = [f"seen(&mut h, s.{m}({pattern}));"] * 4 + [f"seen(&mut h, s.{self.r.choice(both)}({pattern}));"] * 3
        calls += [f"for p in s.{w} {{ seen(&mut h, p); }}" for w in (f"split({pattern})", f"splitn({n(4)}, {pattern})", f"split_inclusive({pattern})", "lines()", "split_whitespace()", "split_ascii_whitespace()", f"matches({pattern})",
                                                                      f"rsplitn({n(4)}, {pattern})", f"match_indices({pattern})", f"split_terminator({pattern})", "char_indices().rev()", "bytes().rev()")]
        calls += [f"seen(&mut h, s.get({n(5)}..));", f"seen(&mut h, s.get({n(5)}..={n(9)}));", f"seen(&mut h, s.is_char_boundary({n(9)}));", "seen(&mut h, s.trim());", "seen(&mut h, s.trim_start()); seen(&mut h, s.trim_end());",
                  f"seen(&mut h, s.split_at_checked({n(9)}));", "seen(&mut h, s.chars().rev().nth(2));", "seen(&mut h, s.eq_ignore_ascii_case(\"A,b\"));", "seen(&mut h, s.cmp(\"ab\"));", "seen(&mut h, s.parse::<bool>().is_ok());",
                  "seen(&mut h, core::str::from_utf8(&s.as_bytes()[s.len().min(1)..]).map_err(|e| (e.valid_up_to(), e.error_len().map(|x| x as u64))));", f"seen(&mut h, s.floor_char_boundary({n(9)}));"]
        return [f'{{ let s: &str = core::hint::black_box("{text}");', *self.r.choices(calls, k=3), "}"]

    # what a panic says

    def said(self):
        words, args = [], []
        for _ in range(8):
            k = self.r.randrange(4)
            flags = self.r.choice(["", "", "+", "#", "0", "#0"]) + self.r.choice(["", "", "5", "12", "40"])
            fill = self.r.choice(["", "", "<", ">", "^", "*^", "\u00e9>", "0<"])
            if k < 2:
                t = self.r.choice(list(WIDTH))
                kind = self.r.choice(["", "", "x", "X", "b", "o", "?"])
                args.append(f"core::hint::black_box({self.literal(t)})")
            elif k == 2:
                t = self.r.choice(["f32", "f64"])
                kind = self.r.choice(["", "", "?", ".0", ".1", ".3", ".7", ".3?", ".20"])
                args.append(f"core::hint::black_box({self.float(t)})")
            else:
                kind = self.r.choice(["", "?", ".2", ".0", "?"])
                args.append(self.r.choice(['"a\\u{e9}\\tb\\"\'"', "\"\"", "true"]) if kind != "?" else self.r.choice(["'\\''", "'\\u{301}'", "Some(-1i8)", "[Some(1.5f32), None]", "()", "\"q\\\"\"", "[1u8, 200]"]))
            words.append("{:" + fill + flags + kind + "}")
        return f'panic!("{"|".join(words)}", {", ".join(args)})'

    def text(self):
        kinds = [self.integer] * 4 + [self.floating] * 2 + [self.char] + [self.iterator] * 6 + [self.slice] * 2 + [self.string] * 2
        functions, arms = [], []
        for i in range(N_QUESTIONS):
            lines = []
            ask = self.r.choice(kinds)
            for _ in range(1 if ask == self.iterator else 3):
                lines += ask()
            functions.append(f"fn q{i}() -> u64 {{\n    let mut h = {i}u64;\n    " + "\n    ".join(lines) + "\n    h\n}\n")
            arms.append(f"            {i} => q{i}(),")
        if self.panics:
            i = self.r.randrange(N_QUESTIONS)
            functions[i] = f"fn q{i}() -> u64 {{\n    {self.said()}\n}}\n"
        values = ", ".join(str(self.r.randrange(20)) for _ in range(8))
        text = self.r.choice(["ab,c a,b", "\u00e9,a\\nb\\r\\nc", ",,a", "x\u00e9\u2003y b\\t"])
        statics = f'const A: [u32; 8] = [{values}];\nconst S: &str = "{text}";\n'
        return statics + HEAD + "\n".join(functions) + KERNEL % (N_QUESTIONS, "\n".join(arms))
