"""gen_expressions.py: types, names in scope and expressions of random programs, for gen_programs.py."""

SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "isize": 64}
UNSIGNED = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "usize": 64}
WIDTH = {**SIGNED, **UNSIGNED}
INTS = list(WIDTH)
FLOATS = ["f32", "f64"]
SCALARS = INTS + FLOATS + ["bool", "char"]
COST = 4000  # how often an innermost expression may run in one thread


def name_of(ty):
    """A type as Rust writes it. Types: names, ("tuple", ..), ("array", type, n), ("option", type), ("struct", name), ("enum", name)."""
    if isinstance(ty, str):
        return ty
    if ty[0] == "tuple":
        return "(" + ", ".join(name_of(t) for t in ty[1:]) + ")"
    if ty[0] == "array":
        return f"[{name_of(ty[1])}; {ty[2]}]"
    if ty[0] == "option":
        return f"Option<{name_of(ty[1])}>"
    return ty[1]


class Expressions:
    """What a program needs to know to draw an expression; gen_programs.Program fills the fields."""

    # names and scopes

    def fresh(self, stem):
        self.n_names += 1
        return f"{stem}{self.n_names}"

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def bind(self, name, ty, mutable=False):
        self.scopes[-1].append((name, ty, mutable))

    def visible(self, want, mutable=False):
        """Names of a type that an expression may use now; a shadowed name counts with its last type."""
        last = {}
        for scope in self.scopes:
            for name, ty, may_change in scope:
                last[name] = (ty, may_change)
        return [n for n, (ty, may_change) in last.items() if n not in self.hidden and ty == want and (may_change or not mutable)]

    def all_visible(self, mutable=False):
        last = {}
        for scope in self.scopes:
            for name, ty, may_change in scope:
                last[name] = (ty, may_change)
        return [(n, ty) for n, (ty, may_change) in last.items() if n not in self.hidden and (may_change or not mutable)]

    # types

    def any_scalar(self):
        return self.r.choice(SCALARS)

    def any_int(self):
        return self.r.choice(INTS)

    def any_type(self, depth=0):
        k = self.r.randrange(100)
        if k < 62 or depth > 1:
            return self.any_scalar()
        if k < 72:
            return ("tuple", *[self.any_type(depth + 1) for _ in range(self.r.randint(2, 3))])
        if k < 80:
            return ("array", self.any_scalar(), self.r.randint(2, 5))
        if k < 86:
            return ("option", self.any_scalar())
        if k < 94 and self.structs:
            return ("struct", self.r.choice(list(self.structs)))
        if self.enums:
            return ("enum", self.r.choice(list(self.enums)))
        return self.any_scalar()

    # literals

    def literal(self, ty):
        if ty == "bool":
            return self.r.choice(["true", "false"])
        if ty == "char":
            return self.r.choice(["'a'", "'Z'", "'0'", "'\\n'", "'\\''", "'\\u{1F600}'", "'\u00e9'", "'\\x7f'"])
        if ty in FLOATS:
            value = self.r.choice([0.0, 1.0, 0.5, -2.25, 1e10, -3.75e-3, 100.125, 0.1, 7.0, -1.0, 12345.678, self.r.uniform(-50, 50)])
            text = repr(round(value, 6))
            text = f"{text}{ty}" if "." in text or "e" in text else f"{text}.0{ty}"
            return f"({text})" if text.startswith("-") else text
        low, high = self.range_of(ty)
        value = self.r.choice([0, 1, 2, 3, 5, 10, 63, low, high, high // 3, self.r.randint(low, high), self.r.randint(0, 100)])
        value = min(max(value, low), high)
        text = hex(value) if value > 9 and self.chance(15) else str(value)
        if value > 9999 and self.chance(30) and not text.startswith("0x"):
            text = f"{value:_}"
        return f"({text}{ty})" if value < 0 else f"{text}{ty}"

    def range_of(self, ty):
        width = WIDTH[ty]
        return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if ty in SIGNED else (0, (1 << width) - 1)

    # expressions: text of the type, with no effect but on what it declares itself

    def expr(self, ty, depth=0):
        self.cost += self.times
        names = self.visible(ty)
        if names and self.chance(30 if depth < self.deepest else 75):
            return self.r.choice(names)
        if depth >= self.deepest:
            return self.leaf(ty)
        k = self.r.randrange(100)
        if k < 8:
            return self.block(ty, depth)
        if k < 16:
            return f"(if {self.expr('bool', depth + 1)} {{ {self.expr(ty, depth + 1)} }} else {{ {self.expr(ty, depth + 1)} }})"
        if k < 23:
            return self.match(ty, depth)
        if k < 32:
            text = self.call(ty, depth)
            if text:
                return text
        if k < 38:
            text = self.projection(ty, depth)
            if text:
                return text
        if k < 42:
            return f"pick({self.expr('bool', depth + 1)}, {self.expr(ty, depth + 1)}, {self.expr(ty, depth + 1)})"
        if k < 46:
            return self.closure(ty, depth)
        if k < 49:
            return self.unwrapped(ty, depth)
        if k < 50:
            other = self.any_scalar()
            return self.r.choice([f"Pair::new({self.expr(ty, depth + 1)}, {self.expr(other, depth + 2)}).a", f"Pair::new({self.expr(other, depth + 2)}, {self.expr(ty, depth + 1)}).swapped().a",
                                  f"(Pair {{ a: {self.expr(other, depth + 2)}, b: {self.expr(ty, depth + 1)} }}).b"])
        if k < 51:
            return f"(*(&{self.expr(ty, depth + 1)}))"
        if k < 54 and self.times < 40:
            return self.loop_value(ty, depth)
        return self.operation(ty, depth)

    def leaf(self, ty):
        if isinstance(ty, str):
            numbers = [n for n, t in self.all_visible() if t in INTS]
            if numbers and (ty in WIDTH or ty in FLOATS) and self.chance(50):
                return f"({self.r.choice(numbers)} as {ty})"
            some = [n for n, t in self.consts if t == ty]
            return self.r.choice(some) if some and self.chance(25) else self.literal(ty)
        return self.build(ty, self.deepest)

    def build(self, ty, depth):
        """A value from its parts."""
        part = lambda t: self.expr(t, depth + 1)
        if isinstance(ty, str):
            return self.operation(ty, depth)
        if ty[0] == "tuple":
            return "(" + ", ".join(part(t) for t in ty[1:]) + ")"
        if ty[0] == "array":
            if self.chance(25):
                return f"[{part(ty[1])}; {ty[2]}]"
            return "[" + ", ".join(part(ty[1]) for _ in range(ty[2])) + "]"
        if ty[0] == "option":
            return f"Some({part(ty[1])})" if self.chance(75) else f"None::<{name_of(ty[1])}>"
        if ty[0] == "struct":
            return self.build_struct(ty[1], depth)
        variant, shape, parts = self.r.choice(self.enums[ty[1]])
        path = f"{ty[1]}::{variant}"
        if shape == "unit":
            return path
        if shape == "tuple":
            return f"{path}(" + ", ".join(part(t) for t in parts) + ")"
        return f"({path} {{ " + ", ".join(f"{f}: {part(t)}" for f, t in parts) + " })"

    def build_struct(self, name, depth):
        fields = self.structs[name]
        if name in self.tuple_structs:
            return f"{name}(" + ", ".join(self.expr(t, depth + 1) for _, t in fields) + ")"
        others = self.visible(("struct", name))
        if others and len(fields) > 1 and self.chance(30):
            field, ty = self.r.choice(fields)
            return f"({name} {{ {field}: {self.expr(ty, depth + 1)}, ..{self.r.choice(others)} }})"
        order = fields[:]
        self.r.shuffle(order)
        return f"({name} {{ " + ", ".join(f"{f}: {self.expr(t, depth + 1)}" for f, t in order) + " })"

    def block(self, ty, depth):
        self.scopes.append([])
        lets = ""
        for _ in range(self.r.randint(1, 2)):
            t = self.any_type()
            name = self.fresh("b")
            lets += f"let {name}{self.annotation(t)} = {self.expr(t, depth + 2)}; "
            self.bind(name, t)
        text = f"{{ {lets}{self.expr(ty, depth + 1)} }}"
        self.scopes.pop()
        return text

    def annotation(self, ty):
        return f": {name_of(ty)}" if self.chance(60) else ""

    def closure(self, ty, depth):
        """Closures that read what is around them; one that changes its own counter."""
        params = [(self.fresh("c"), self.any_scalar()) for _ in range(self.r.randint(1, 2))]
        name = self.fresh("f")
        declared = ", ".join(f"{n}: {name_of(t)}" for n, t in params)
        if ty in INTS and self.chance(40):
            total = self.fresh("s")
            self.scopes.append([(params[0][0], ty, False)])
            body = self.expr(ty, depth + 2)
            self.scopes.pop()
            calls = " ".join(f"{name}({self.expr(ty, depth + 2)});" for _ in range(2))
            return f"{{ let mut {total} = {self.literal(ty)}; let mut {name} = |{params[0][0]}: {ty}| {total} = {total}.wrapping_mul(3).wrapping_add({body}); {calls} {total} }}"
        self.scopes.append([(n, t, False) for n, t in params])
        body = self.expr(ty, depth + 2)
        self.scopes.pop()
        call = lambda: f"{name}({', '.join(self.expr(t, depth + 2) for _, t in params)})"
        if len(params) == 1 and params[0][1] == ty and self.chance(50):
            return f"repeat({self.r.randint(0, 3)}, {self.expr(ty, depth + 2)}, |{declared}| {body})"
        result = f" -> {name_of(ty)} {{ {body} }}" if self.chance(40) else f" {body}"
        tail = call()
        if ty in INTS:
            tail = f"{tail}.wrapping_sub({call()})"
        return f"{{ let {name} = |{declared}|{result}; {tail} }}"

    def unwrapped(self, ty, depth):
        inner = self.expr(("option", ty), depth + 1) if isinstance(ty, str) else f"Some({self.expr(ty, depth + 1)})"
        k = self.r.randrange(5)
        if k == 0 or not isinstance(ty, str):
            return f"{inner}.unwrap_or({self.expr(ty, depth + 1)})"
        name = self.fresh("o")
        self.scopes.append([(name, ty, False)])
        mapped = self.expr(ty, depth + 2)
        self.scopes.pop()
        other = self.expr(ty, depth + 2)
        if k == 1:
            return f"{inner}.map(|{name}: {ty}| {mapped}).unwrap_or({other})"
        if k == 2:
            return f"(if let Some({name}) = {inner} {{ {mapped} }} else {{ {other} }})"
        if k == 3:
            return f"{inner}.map_or({other}, |{name}: {ty}| {mapped})"
        return f"(match {inner} {{ Some({name}) => {mapped}, None => {other} }})"

    def loop_value(self, ty, depth):
        n, count = self.r.randint(1, 4), self.fresh("n")
        before, self.times = self.times, self.times * n
        self.scopes.append([(count, "u32", False)])
        value = self.expr(ty, depth + 2)
        self.scopes.pop()
        self.times = before
        label = self.fresh("'l")
        if self.chance(50):
            return f"{{ let mut {count} = 0u32; loop {{ {count} += 1; if {count} >= {n} {{ break {value}; }} }} }}"
        return f"({label}: {{ let mut {count} = 0u32; while {count} < {n} {{ {count} += 1; if {count} == {n} {{ break {label} {value}; }} }} {self.expr(ty, depth + 2)} }})"

    def match(self, ty, depth):
        arm = lambda: self.expr(ty, depth + 1)
        k = self.r.randrange(6)
        if k == 0 and self.enums:
            return self.match_enum(ty, depth)
        if k == 1:
            first, second = self.fresh("m"), self.fresh("m")
            a, b = self.any_int(), self.any_scalar()
            self.scopes.append([(first, a, False), (second, b, False)])
            low = self.r.randint(0, 5)
            arms = f"({first}, {second}) if {self.expr('bool', depth + 2)} => {arm()}, "
            arms += f"({low}, {second}) => {{ let {first} = {self.literal(a)}; {arm()} }}, ({first}, {second}) => {arm()}"
            text = f"(match ({{SCRUTINEE}}) {{ {arms} }})"
            self.scopes.pop()
            return text.replace("{SCRUTINEE}", f"{self.expr(a, depth + 2)}, {self.expr(b, depth + 2)}")
        if k == 2:
            return f"(match ({self.expr('bool', depth + 1)}, {self.expr('bool', depth + 1)}) {{ (true, true) => {arm()}, (false, _) => {arm()}, (true, false) => {arm()} }})"
        if k == 3:
            t = self.any_scalar()
            name = self.fresh("m")
            self.scopes.append([(name, t, False)])
            some = arm()
            guarded = f"Some({name}) if {self.expr('bool', depth + 2)} => {arm()}, "
            self.scopes.pop()
            return f"(match {self.expr(('option', t), depth + 1)} {{ {guarded if self.chance(40) else ''}Some({name}) => {some}, None => {arm()} }})"
        t = self.any_int()
        low, high = self.range_of(t)
        points = sorted(self.r.sample(range(max(low, -20), 40), 5))
        name = self.fresh("m")
        arms = f"{points[0]} => {arm()}, {points[1]} | {points[2]} => {arm()}, {points[3]}..={points[4]} => {arm()}, "
        self.scopes.append([(name, t, False)])
        arms += f"{name} @ {high - 5}..={high} => {arm()}, " if self.chance(30) else ""
        arms += f"{name} if {self.expr('bool', depth + 2)} => {arm()}, " if self.chance(40) else ""
        self.scopes.pop()
        scrutinee = self.expr(t, depth + 1)
        if self.chance(60):
            scrutinee = f"({scrutinee} & 31)" if t in UNSIGNED else f"({scrutinee} % 20)"
        return f"(match {scrutinee} {{ {arms}_ => {arm()} }})"

    def match_enum(self, ty, depth):
        name = self.r.choice(list(self.enums))
        arms, n_left = "", len(self.enums[name])
        for variant, shape, parts in self.enums[name]:
            if n_left < len(self.enums[name]) and self.chance(15):
                break
            self.scopes.append([])
            names = [self.fresh("v") for _ in parts]
            types = parts if shape == "tuple" else [t for _, t in parts]
            for n, t in zip(names, types):
                self.bind(n, t)
            pattern = f"{name}::{variant}"
            if shape == "tuple":
                pattern += "(" + ", ".join(names) + ")"
            elif shape == "fields":
                pattern += " { " + ", ".join(f"{f}: {n}" for (f, _), n in zip(parts, names)) + " }"
            arms += f"{pattern} => {self.expr(ty, depth + 2)}, "
            self.scopes.pop()
            n_left -= 1
        if n_left:
            arms += f"_ => {self.expr(ty, depth + 2)}, "
        return f"(match {self.expr(('enum', name), depth + 1)} {{ {arms}}})"

    def call(self, ty, depth):
        some = [f for f in self.functions if f.result == ty and self.times * f.cost < COST]
        own = [(n, t[1], f) for n, t in self.all_visible() if t[0] == "struct" for f in self.methods.get(t[1], []) if f.result == ty and self.times * f.cost < COST]
        by_trait = [(n, f) for n, t in self.all_visible() for _, methods, types in self.traits if name_of(t) in types for f in methods if f.result == ty and self.times * f.cost < COST]
        kinds = [k for k, known in (("function", some), ("method", own), ("trait", by_trait)) if known]
        if not kinds:
            return None
        kind = self.r.choice(kinds)
        if kind == "function":
            f = self.r.choice(some)
            self.cost += self.times * f.cost
            args = ", ".join(("&" if by == "ref" else "") + self.expr(t, depth + 1) for by, t in f.params)
            return f"{f.name}({args})"
        if kind == "method":
            name, _, f = self.r.choice(own)
        else:
            name, f = self.r.choice(by_trait)
        self.cost += self.times * f.cost
        return f"{name}.{f.name}({', '.join(self.expr(t, depth + 1) for _, t in f.params)})"

    def projection(self, ty, depth):
        """A part of something in scope."""
        found = []
        for name, t in self.all_visible():
            if t[0] == "tuple":
                found += [f"{name}.{i}" for i, part in enumerate(t[1:]) if part == ty]
            elif t[0] == "array" and t[1] == ty:
                found.append((name, t[2]))
            elif t[0] == "struct":
                found += [f"{name}.{f}" for f, part in self.structs[t[1]] if part == ty]
        found += [(name, n) for name, t, n in self.statics if t == ty]
        if not found:
            return None
        one = self.r.choice(found)
        if isinstance(one, str):
            return one
        if self.chance(30):
            return f"{one[0]}[{self.r.randrange(one[1])}]"
        if self.chance(20):
            return f"{one[0]}.get({self.expr('usize', depth + 1)}).copied().unwrap_or({self.expr(ty, depth + 1)})"
        return f"{one[0]}[{self.expr('usize', depth + 1)} % {one[1]}]"

    def operation(self, ty, depth):
        if ty == "bool":
            return self.bool_operation(depth)
        if ty in FLOATS:
            return self.float_operation(ty, depth)
        if ty in INTS:
            return self.int_operation(ty, depth)
        if ty == "char":
            return self.char_operation(depth)
        if ty[0] == "option" and self.chance(60):
            return self.option_operation(ty[1], depth)
        if ty[0] == "struct" and ty[1] in self.added and self.chance(50):
            if self.chance(25):
                return f"(-{self.expr(ty, depth + 1)})"
            return f"({self.expr(ty, depth + 1)} + {self.expr(ty, depth + 1)})"
        return self.build(ty, depth)

    def bool_operation(self, depth):
        e = lambda t: self.expr(t, depth + 1)
        k = self.r.randrange(9)
        if k < 3:
            t = self.any_scalar()
            if t == "bool":
                return f"({e(t)} {self.r.choice(['==', '!=', '<', '>='])} {e(t)})"
            return f"({e(t)} {self.r.choice(['==', '!=', '<', '<=', '>', '>='])} {e(t)})"
        if k == 3:
            return f"({e('bool')} {self.r.choice(['&&', '||'])} {e('bool')})"
        if k == 4:
            return f"({e('bool')} {self.r.choice(['&', '|', '^'])} {e('bool')})"
        if k == 5:
            return f"(!{e('bool')})"
        if k == 6:
            t = self.any_int()
            return f"{e(('option', t))}.{self.r.choice(['is_some', 'is_none'])}()"
        if k == 7:
            structs = [s for s in self.structs]
            if structs and self.chance(60):
                t = ("struct", self.r.choice(structs))
                return f"({e(t)} == {e(t)})"
            t = self.any_int()
            return f"(({e(t)}, {e('bool')}) < ({e(t)}, {e('bool')}))"
        return self.array_query("bool", depth)

    def char_operation(self, depth):
        e = lambda t: self.expr(t, depth + 1)
        k = self.r.randrange(4)
        if k == 0:
            return f"({e('u8')} as char)"
        if k == 1:
            return f"char::from_u32({e('u32')}).unwrap_or({e('char')})"
        if k == 2:
            return f"(match {e('char')} {{ 'a'..='m' | '0' => {e('char')}, '\\u{{80}}'.. => {e('char')}, _ => {e('char')} }})"
        return f"{e('char')}.{self.r.choice(['to_ascii_uppercase', 'to_ascii_lowercase'])}()"

    def small(self, ty, depth):
        """An integer of at most a quarter of the width, so that plain operators do not overflow."""
        bits = WIDTH[ty] // 2 - 2
        return f"({self.expr(ty, depth + 1)} & {(1 << bits) - 1})"

    def int_operation(self, ty, depth):
        e = lambda t: self.expr(t, depth + 1)
        width = WIDTH[ty]
        k = self.r.randrange(17)
        if k < 3:
            return f"{e(ty)}.wrapping_{self.r.choice(['add', 'sub', 'mul'])}({e(ty)})"
        if k == 3:
            return f"({self.small(ty, depth)} {self.r.choice(['+', '*'])} {self.small(ty, depth)})"
        if k == 4:
            return f"({e(ty)} {self.r.choice(['&', '|', '^'])} {e(ty)})"
        if k == 5:
            return f"({e(ty)} {self.r.choice(['<<', '>>'])} ({e(self.any_int())} & {width - 1 if width < 64 else 63}))" if self.chance(60) else f"({e(ty)} {self.r.choice(['<<', '>>'])} {self.r.randrange(width)})"
        if k == 6:
            op = self.r.choice(["/", "%"])
            if ty in UNSIGNED:
                return f"({e(ty)} {op} ({e(ty)} | 1))"
            return f"{e(ty)}.wrapping_{'div' if op == '/' else 'rem'}({e(ty)} | 1)"
        if k == 7:
            return f"(!{e(ty)})" if ty in UNSIGNED or self.chance(50) else f"{e(ty)}.wrapping_neg()"
        if k < 10:
            return f"({e(self.any_scalar())} as {ty})"
        if k == 10:
            method = self.r.choice(["count_ones", "leading_zeros", "trailing_zeros"])
            return f"({e(self.any_int())}.{method}() as {ty})"
        if k == 11:
            return f"{e(ty)}.rotate_{self.r.choice(['left', 'right'])}({e('u32')})"
        if k == 12:
            return f"{e(ty)}.{self.r.choice(['swap_bytes', 'reverse_bits'])}()"
        if k == 13:
            return f"{e(ty)}.{self.r.choice(['min', 'max'])}({e(ty)})"
        if k == 14:
            return f"{e(ty)}.{self.r.choice(['saturating_add', 'saturating_sub', 'wrapping_add'])}({e(ty)})"
        if k == 15:
            return f"{e(ty)}.{self.r.choice(['wrapping_shl', 'wrapping_shr'])}({e('u32')})"
        return self.array_query(ty, depth)

    def option_operation(self, ty, depth):
        e = lambda t: self.expr(t, depth + 1)
        if ty in INTS:
            k = self.r.randrange(4)
            if k == 0:
                return f"{e(ty)}.checked_{self.r.choice(['add', 'sub', 'mul', 'div', 'rem'])}({e(ty)})"
            if k == 1:
                return f"{e(ty)}.checked_{self.r.choice(['shl', 'shr'])}({e('u32')})"
            if k == 2:
                name = self.fresh("o")
                self.scopes.append([(name, ty, False)])
                body = self.expr(("option", ty), depth + 2)
                self.scopes.pop()
                return f"{e(('option', ty))}.and_then(|{name}| {body})"
        name = self.fresh("o")
        self.scopes.append([(name, ty, False)])
        condition = self.expr("bool", depth + 2)
        self.scopes.pop()
        k = self.r.randrange(3)
        if k == 0:
            return f"{e(('option', ty))}.filter(|&{name}| {condition})"
        if k == 1:
            return f"{e(('option', ty))}.or({e(('option', ty))})"
        return f"(if {e('bool')} {{ Some({e(ty)}) }} else {{ None }})"

    def float_operation(self, ty, depth):
        e = lambda t: self.expr(t, depth + 1)
        k = self.r.randrange(12)
        if k < 4:
            return f"({e(ty)} {self.r.choice(['+', '-', '*', '/', '%'] if k == 0 else ['+', '-', '*'])} {e(ty)})"
        if k == 4:
            return f"(-{e(ty)})"
        if k == 5:
            return f"({e(self.r.choice(INTS + FLOATS))} as {ty})"
        if k == 6:
            return f"{e(ty)}.{self.r.choice(['abs', 'floor', 'ceil', 'trunc', 'round'])}()"
        if k == 7:
            return f"{e(ty)}.abs().sqrt()"
        if k == 8:
            return f"{e(ty)}.mul_add({e(ty)}, {e(ty)})"
        if k == 9:
            return f"{e(ty)}.{self.r.choice(['min', 'max'])}({self.r.choice(['0.5', '2.0', '-1.25'])})"
        if k == 10:
            return f"{ty}::from_bits({e('u32' if ty == 'f32' else 'u64')})" if self.chance(30) else f"({e(self.any_int())} as {ty})"
        return self.array_query(ty, depth)

    def array_query(self, ty, depth):
        """Iterators over an array, a range or a slice, down to one value."""
        element = ty if ty != "bool" else self.any_int()
        known = [n for n, t in self.all_visible() if t[0] == "array" and t[1] == element]
        n = 4
        if known and self.chance(70):
            source = self.r.choice(known)
            if self.chance(20):
                source = f"{source}[..{self.r.choice(['2', '1'])}]"
        else:
            source = self.build(("array", element, n), depth + 1)
        x, y = self.fresh("x"), self.fresh("y")
        before, self.times = self.times, self.times * n
        self.scopes.append([(x, element, False)])
        condition, mapped = self.expr("bool", depth + 2), self.expr(element, depth + 2)
        self.scopes.pop()
        self.times = before
        chain = self.r.choice([f".iter().map(|&{x}| {mapped})", f".iter().copied().filter(|&{x}| {condition})", f".iter().rev().copied()",
                               f".iter().enumerate().filter(|&({y}, &{x})| {y} != 1 && {condition}).map(|({y}, &{x})| {mapped})",
                               f".iter().zip([1u8, 2, 3]).map(|(&{x}, {y})| {mapped})", f".iter().copied().skip({self.r.randrange(3)}).take(2)", f".iter().copied().step_by(2)"])
        if ty == "bool":
            return self.r.choice([f"{source}.iter().any(|&{x}| {condition})", f"{source}.iter().all(|&{x}| {condition})",
                                  f"({source}.iter().position(|&{x}| {condition}) == Some(1))", f"({source}{chain}.count() > 1)"])
        if ty in FLOATS:
            return f"{source}{chain}.fold({self.literal(ty)}, |{x}, {y}| {x} + {y})"
        return self.r.choice([f"{source}{chain}.fold({self.literal(ty)}, |{x}, {y}| {x}.wrapping_mul(31).wrapping_add({y}))",
                              f"{source}{chain}.{self.r.choice(['max', 'min', 'last'])}().unwrap_or({self.literal(ty)})",
                              f"{source}{chain}.fold({self.literal(ty)}, |{x}, {y}| {x} ^ {y})"])
