#!/usr/bin/env python3
"""Writes random well-typed kernels: gen_programs.py FOLDER N [FIRST_SEED]

FOLDER/p<seed>.rs for each seed; every sixteenth is large, every eighth is of matches (gen_matches.py), and of every
sixteen one asks the library (gen_calls.py), one matches scalars and slices (gen_patterns.py) and one drives iterators (gen_iterators.py). Another program is a kernel
`test(mut out: GridMut<u64>)` in which each thread computes one number from its index, through whatever the grammar below draws: integers of all widths, floats without transcendental
functions, structs, enums, tuples, arrays, references, generic functions, traits, closures, Option, iterators, control flow
with bounded trip counts. It never depends on a NaN's bits, and rustc accepts it without unsafe. In every third program
some threads may panic: overflow, an index, a division, an unwrap, an assert; in the others none does. The same seed gives the
same text.
"""
import pathlib
import random
import re
import sys

import gen_library
from gen_calls import Calls
from gen_expressions import COST, FLOATS, INTS, UNSIGNED, WIDTH, Expressions, name_of
from gen_iterators import Iterators
from gen_matches import Matches
from gen_patterns import Patterns

HELPERS = """pub fn mix(h: u64, x: u64) -> u64 {
    (h ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

pub fn bits32(x: f32) -> u64 {
    if x.is_nan() { 1 } else { x.to_bits() as u64 }
}

pub fn bits64(x: f64) -> u64 {
    if x.is_nan() { 1 } else { x.to_bits() }
}
"""


NEGATIVE = re.compile(r"\(-(?:0x)?[0-9a-f_]+i(?:8|16|32|64|size)\)$")
ALLOWED = "#![allow(arithmetic_overflow, unconditional_panic)]\n"
PRELUDE = "use rustg_std::prelude::*;\n"
LIBRARY = f"{PRELUDE}\n{HELPERS}\n{gen_library.TEXT}"


class Function:
    def __init__(self, name, params, result, cost):
        self.name, self.params, self.result, self.cost = name, params, result, cost


class Program(Expressions):
    def __init__(self, seed):
        self.seed = seed
        self.large = seed % 16 == 0
        self.deepest = 3 if self.large else 2
        self.panics = seed % 3 == 0
        self.r = random.Random(seed)
        self.lines = []
        self.structs = {}  # name: [(field, type)], or [type] of a tuple struct
        self.tuple_structs = set()
        self.enums = {}  # name: [(variant, "unit" | "tuple" | "fields", [types] or [(field, type)])]
        self.functions = []
        self.methods = {}  # struct: [Function], taking &self
        self.updaters = {}  # struct: [Function], taking &mut self
        self.consts = []
        self.statics = []
        self.traits = []  # (trait, methods: [Function], implementors: {type name: type})
        self.added = set()  # structs with Add and Neg
        self.n_names = 0
        self.scopes = []
        self.hidden = set()
        self.times = 1  # how often what is being written runs
        self.cost = 0
        self.labels = []

    # statements

    def statement(self, depth):
        self.cost += self.times
        k = self.r.randrange(100)
        if self.panics and self.chance(10):
            return self.may_panic()
        if k < 34 or depth > 3:
            return self.let()
        if k < 58:
            return self.assign()
        if k < 68:
            return [f"if {self.expr('bool', 1)} {{"] + self.body(depth) + (["} else {"] + self.body(depth) if self.chance(50) else []) + ["}"]
        if k < 71 and self.times < 60:
            return self.while_let(depth)
        if k < 82 and self.times < 60:
            return self.loop(depth)
        if k < 87:
            return self.match_statement(depth)
        if k < 92:
            return self.through_reference()
        if self.labels and k < 95:
            return [f"if {self.expr('bool', 2)} {{ {self.r.choice(['break', 'continue'])} {self.r.choice(self.labels)}; }}"]
        return self.let_pattern() if self.chance(60) else self.take_apart()

    def may_panic(self):
        """Something that ends some of the threads."""
        ty, name = self.any_int(), self.fresh("a")
        e = lambda t: self.expr(t, 2)
        bits = WIDTH[ty]
        arrays = [(n, t) for n, t in self.all_visible() if t[0] == "array"]
        kinds = [(ty, f"({e(ty)} {self.r.choice('+-*')} {e(ty)})"), (ty, f"({e(ty)} {self.r.choice('/%')} ({e(ty)} & {self.r.choice([0, 1, 3])}))"),
                 (ty, f"({e(ty)} {self.r.choice(['<<', '>>'])} ({e('u32')} & {2 * bits - 1}))"), (ty, f"{e(('option', ty))}.unwrap()"), (ty, f"{e(('option', ty))}.expect(\"no number\")")]
        if ty not in UNSIGNED:
            operand = e(ty)
            if NEGATIVE.match(operand):  # rustc refuses `-(-128i8)`, where no minus sign is left for 128i8
                operand += ".wrapping_add(0)"
            kinds.append((ty, f"(-{operand})"))
            kinds.append((ty, f"{e(ty)}.abs()"))
        kinds.append((ty, f"{e(ty)}.pow({e('u32')} & 3)"))
        if arrays:
            array, t = self.r.choice(arrays)
            if t[1] in INTS:
                kinds += [(t[1], f"{array}.iter().sum::<{t[1]}>()"), (t[1], f"{array}.iter().copied().product::<{t[1]}>()")]
            kinds += [(t[1], f"{array}[{e('usize')} % {t[2] + 1}]")] * 2
        kind, text = self.r.choice(kinds)
        lines = [f"let {name}: {name_of(kind)} = {text};"]
        if self.chance(25):
            lines.append(self.r.choice([f"assert!({e('bool')}, \"a number {{}} and {{}}\", {e('u32')}, {e('i64')});", f"assert!({e('bool')}, \"words\");",
                                        f"if {e('bool')} {{ panic!(\"at {{}}\", {e('u8')}); }}", f"if {e('bool')} {{ unreachable!(); }}"]))
        if self.chance(60) and self.visible("u64"):
            return [f"if {self.r.choice(self.visible('u64'))} % {self.r.randint(2, 9)} == 1 {{"] + ["    " + line for line in lines] + ["}"]
        self.bind(name, kind)
        return lines

    def body(self, depth):
        self.scopes.append([])
        lines = []
        for _ in range(self.r.randint(1, 3)):
            lines += self.statement(depth + 1)
        self.scopes.pop()
        return ["    " + line for line in lines]

    def let(self):
        ty = self.any_type()
        reuse = [n for n, _ in self.all_visible() if n[0] == "a"]
        name = self.r.choice(reuse) if reuse and self.chance(10) else self.fresh("a")
        text = self.expr(ty)
        mutable = self.chance(55)
        self.bind(name, ty, mutable)
        return [f"let {'mut ' if mutable else ''}{name}{self.annotation(ty)} = {text};"]

    def let_pattern(self):
        if self.chance(35):
            t = self.any_scalar()
            name = self.fresh("a")
            source, other = self.expr(("option", t), 1), self.expr(t, 2)
            self.bind(name, t)
            return [f"let {name} = {source}.unwrap_or({other});"] if self.chance(50) else [f"let {name} = if let Some({name}) = {source} {{ {name} }} else {{ {other} }};"]
        types = [self.any_type(1) for _ in range(2)]
        names = [self.fresh("a") for _ in range(2)]
        text = self.expr(("tuple", *types), 1)
        for n, t in zip(names, types):
            self.bind(n, t, True)
        return [f"let (mut {names[0]}, mut {names[1]}): {name_of(('tuple', *types))} = {text};"]

    def assign(self):
        targets = []
        for name, ty in self.all_visible(mutable=True):
            targets.append((name, ty))
            if ty[0] == "tuple":
                targets += [(f"{name}.{i}", t) for i, t in enumerate(ty[1:])]
            elif ty[0] == "array":
                targets += [(f"{name}[{{}} % {ty[2]}]", ty[1])] * 2
            elif ty[0] == "struct":
                targets += [(f"{name}.{f}", t) for f, t in self.structs[ty[1]]]
        if not targets:
            return self.let()
        target, ty = self.r.choice(targets)
        if "{}" in target:
            target = target.format(self.expr("usize", 2))
        if ty in INTS and self.chance(45):
            if self.chance(40):
                return [f"{target} {self.r.choice(['^=', '|=', '&='])} {self.expr(ty, 1)};"]
            return [f"{target} {self.r.choice(['<<=', '>>='])} {self.r.randrange(WIDTH[ty])};"]
        if ty in FLOATS and self.chance(45):
            return [f"{target} {self.r.choice(['+=', '-=', '*='])} {self.expr(ty, 1)};"]
        if ty == "bool" and self.chance(30):
            return [f"{target} {self.r.choice(['^=', '|=', '&='])} {self.expr(ty, 1)};"]
        return [f"{target} = {self.expr(ty, 1)};"]

    def while_let(self, depth):
        n, name, state = self.r.randint(1, 5), self.fresh("n"), self.fresh("n")
        self.scopes.append([(name, "u16", False)])
        before, self.times = self.times, self.times * n
        lines = self.body(depth)
        self.times = before
        self.scopes.pop()
        return [f"let mut {state} = Some({n}u16);", f"while let Some({name}) = {state} {{", f"    {state} = if {name} > 1 {{ Some({name} - 1) }} else {{ None }};", *lines, "}"]

    def take_apart(self):
        named = [s for s in self.structs if s not in self.tuple_structs]
        if not named:
            return self.let()
        struct = self.r.choice(named)
        field, ty = self.r.choice(self.structs[struct])
        name, text = self.fresh("a"), self.expr(("struct", struct), 1)
        self.bind(name, ty)
        return [f"let {struct} {{ {field}: {name}, .. }} = {text};"]

    def loop(self, depth):
        n = self.r.randint(1, 6)
        name, count = self.fresh("i"), self.fresh("n")
        label = self.fresh("'l")
        k = self.r.randrange(7)
        arrays = [(a, t) for a, t in self.all_visible() if t[0] == "array"]
        opening, bound, inside, before_lines = None, [], [], []
        if k == 0:
            t = self.any_int()
            start = self.r.randint(0, 3)
            opening, bound = f"for {name} in {start}{t}..{'=' if self.chance(40) else ''}{start + n}", [(name, t, False)]
        elif k == 1:
            opening, bound = f"for {name} in (0..{n}u32).rev()", [(name, "u32", False)]
        elif k == 2:
            opening, bound = f"for {name} in (0usize..{2 * n}).step_by(2)", [(name, "usize", False)]
        elif k == 3 and arrays:
            a, t = self.r.choice(arrays)
            n = t[2]
            if self.chance(50):
                opening, bound = f"for ({count}, &{name}) in {a}.clone().iter().enumerate()", [(name, t[1], False), (count, "usize", False)]
            else:
                opening, bound = f"for {name} in {a}", [(name, t[1], False)]
        elif k == 6:
            n = 4
            opening, bound = f"for {name} in (Steps {{ at: {self.r.randint(0, 9)}, by: {self.r.randint(9, 20)} }})", [(name, "u32", False)]
        elif k == 4:
            before_lines, opening, inside, bound = [f"let mut {count} = {n}u8;"], f"while {count} > 0", [f"{count} -= 1;"], [(count, "u8", False)]
        else:
            before_lines, opening, inside, bound = [f"let mut {count} = 0i32;"], "loop", [f"if {count} >= {n} {{ break; }}", f"{count} += 1;"], [(count, "i32", False)]
        if opening is None:
            opening, bound = f"for {name} in 0..{n}", [(name, "i32", False)]
        labelled = self.chance(50)
        self.scopes.append(bound)
        if labelled:
            self.labels.append(label)
        before, self.times = self.times, self.times * (n + 1)
        lines = self.body(depth)
        self.times = before
        if labelled:
            self.labels.pop()
        self.scopes.pop()
        return before_lines + [f"{label + ': ' if labelled else ''}{opening} {{"] + ["    " + i for i in inside] + lines + ["}"]

    def match_statement(self, depth):
        enums = list(self.enums)
        if not enums:
            return self.let()
        name = self.r.choice(enums)
        lines = [f"match {self.expr(('enum', name), 1)} {{"]
        for variant, shape, parts in self.enums[name]:
            names = [self.fresh("v") for _ in parts]
            types = parts if shape == "tuple" else [t for _, t in parts]
            pattern = f"{name}::{variant}"
            if shape == "tuple":
                pattern += "(" + ", ".join(names) + ")"
            elif shape == "fields":
                pattern += " { " + ", ".join(f"{f}: {n}" for (f, _), n in zip(parts, names)) + " }"
            self.scopes.append([(n, t, False) for n, t in zip(names, types)])
            lines += [f"    {pattern} => {{"] + ["    " + line for line in self.body(depth)] + ["    }"]
            self.scopes.pop()
        return lines + ["}"]

    def through_reference(self):
        targets = self.all_visible(mutable=True)
        if not targets:
            return self.let()
        name, ty = self.r.choice(targets)
        updaters = [f for f in self.updaters.get(ty[1], []) if self.times * f.cost < COST] if ty[0] == "struct" else []
        self.hidden.add(name)
        if updaters and self.chance(70):
            f = self.r.choice(updaters)
            self.cost += self.times * f.cost
            lines = [f"{name}.{f.name}({', '.join(self.expr(t, 2) for _, t in f.params)});"]
        elif ty[0] == "array" and self.chance(70):
            x = self.fresh("x")
            lines = [f"for {x} in {name}.iter_mut() {{", f"    *{x} = {self.expr(ty[1], 1)};", "}"]
        elif self.chance(40):
            lines = [f"put(&mut {name}, {self.expr(ty, 1)});"]
        else:
            pointer = self.fresh("r")
            lines = [f"let {pointer} = &mut {name};", f"*{pointer} = {self.expr(ty, 1)};"]
        self.hidden.discard(name)
        return lines

    # items

    def add(self, *lines):
        self.lines += list(lines)

    def struct(self):
        name = self.fresh("S")
        fields = [(self.fresh("f"), self.any_type(1)) for _ in range(self.r.randint(1, 4))]
        self.add("#[derive(Clone, Copy, PartialEq)]")
        if self.chance(30):
            fields = [(str(i), t) for i, (_, t) in enumerate(fields)]
            self.tuple_structs.add(name)
            self.add(f"struct {name}({', '.join(name_of(t) for _, t in fields)});", "")
        else:
            self.add(f"struct {name} {{", *[f"    {f}: {name_of(t)}," for f, t in fields], "}", "")
        self.structs[name] = fields

    def enum(self):
        name = self.fresh("E")
        variants = []
        for _ in range(self.r.randint(2, 4)):
            variant, shape = self.fresh("V"), self.r.choice(["unit", "tuple", "tuple", "fields"])
            types = [self.any_type(1) for _ in range(self.r.randint(1, 2))]
            parts = [] if shape == "unit" else types if shape == "tuple" else [(self.fresh("f"), t) for t in types]
            variants.append((variant, shape, parts))
        self.add("#[derive(Clone, Copy, PartialEq)]", f"enum {name} {{")
        for variant, shape, parts in variants:
            inner = "" if shape == "unit" else "(" + ", ".join(name_of(t) for t in parts) + ")" if shape == "tuple" else " { " + ", ".join(f"{f}: {name_of(t)}" for f, t in parts) + " }"
            self.add(f"    {variant}{inner},")
        self.add("}", "")
        self.enums[name] = variants

    def const(self):
        ty, name = self.any_scalar(), self.fresh("K")
        value = self.literal(ty)
        if ty in INTS and self.chance(40):
            value = f"{self.literal(ty)}.wrapping_add({value})"
        self.add(f"const {name}: {ty} = {value};", "")
        self.consts.append((name, ty))

    def static(self):
        ty, name, n = self.r.choice(INTS + FLOATS), self.fresh("T"), self.r.randint(2, 6)
        self.add(f"static {name}: [{ty}; {n}] = [{', '.join(self.literal(ty) for _ in range(n))}];", "")
        self.statics.append((name, ty, n))

    def function_body(self, params, result, n_statements, returns=True):
        """Lines of a body and what it costs."""
        saved = (self.scopes, self.times, self.cost, self.labels, self.hidden)
        self.scopes, self.times, self.cost, self.labels, self.hidden = [[(n, t, False) for n, t in params], []], 1, 1, [], set()
        lines = []
        for _ in range(n_statements):
            lines += self.statement(1)
            if returns and self.chance(8):
                lines.append(f"if {self.expr('bool', 2)} {{ return {self.expr(result, 2)}; }}")
        lines.append(self.expr(result, 1))
        cost = self.cost
        self.scopes, self.times, self.cost, self.labels, self.hidden = saved
        return ["    " + line for line in lines], cost

    def function(self):
        name, result = self.fresh("g"), self.any_type()
        params = [(self.fresh("p"), self.r.choice(["value", "value", "ref"]), self.any_type()) for _ in range(self.r.randint(1, 3))]
        # a reference is read through a copy at the start, so that the body sees values only
        body, cost = self.function_body([(n, t) for n, _, t in params], result, self.r.randint(1, 4))
        copies = [f"    let {n} = *{n};" for n, by, _ in params if by == "ref"]
        head = ", ".join(f"{n}: {'&' if by == 'ref' else ''}{name_of(t)}" for n, by, t in params)
        self.add(f"fn {name}({head}) -> {name_of(result)} {{", *copies, *body, "}", "")
        self.functions.append(Function(name, [(by, t) for _, by, t in params], result, cost))

    def slice_function(self):
        """Functions over `&[T]`: patterns, and loops over what is there."""
        t = self.r.choice(INTS)
        name, first, last, x = self.fresh("g"), self.fresh("p"), self.fresh("p"), self.fresh("x")
        some, cost = self.function_body([(first, t), (last, t)], t, 0)
        one, _ = self.function_body([(x, t)], t, 0)
        self.add(f"fn {name}(all: &[{t}], skip: usize) -> {t} {{", f"    let mut total: {t} = {self.literal(t)};", "    for one in all.iter().skip(skip % 3) {",
                 "        total = total.wrapping_mul(7) ^ *one;", "    }", "    for pair in all.windows(2) {", "        total = total.wrapping_add(pair[1].wrapping_sub(pair[0]));", "    }",
                 "    match all {", f"        [{first}, .., {last}] => {{", f"            let ({first}, {last}) = (*{first}, *{last});", *["        " + line for line in some[:-1]],
                 f"            total ^ {some[-1].strip()}", "        }", f"        &[{x}] => {{", *["        " + line for line in one[:-1]], f"            total ^ {one[-1].strip()}", "        }", "        [] => total,", "    }", "}", "")
        for n in (1, 2, 4):
            self.functions.append(Function(name, [("ref", ("array", t, n)), ("value", "usize")], t, cost + 6 * n))

    def try_function(self):
        """A function that uses `?`."""
        t = self.any_int()
        name, a, b, c = self.fresh("q"), self.fresh("p"), self.fresh("p"), self.fresh("a")
        self.add(f"fn {name}({a}: {t}, {b}: {t}) -> Option<{t}> {{", f"    let {c} = {a}.checked_{self.r.choice(['add', 'mul', 'sub'])}({b})?;",
                 f"    let Some({a}) = {c}.checked_{self.r.choice(['div', 'rem'])}({b}) else {{ return None; }};", f"    Some({a} ^ {c})", "}", "")
        self.functions.append(Function(name, [("value", t), ("value", t)], ("option", t), 5))

    def impl(self, name):
        self.add(f"impl {name} {{")
        self.methods[name], self.updaters[name] = [], []
        fields = self.structs[name]
        for _ in range(self.r.randint(1, 2)):
            method, result = self.fresh("h"), self.any_type()
            params = [(self.fresh("p"), self.any_scalar()) for _ in range(self.r.randint(0, 2))]
            body, cost = self.function_body(params + [(f"self.{f}", t) for f, t in fields], result, self.r.randint(0, 2))
            self.add(f"    fn {method}(&self{''.join(f', {n}: {t}' for n, t in params)}) -> {name_of(result)} {{", *["    " + line for line in body], "    }", "")
            self.methods[name].append(Function(method, [("value", t) for _, t in params], result, cost))
        method = self.fresh("u")
        params = [(self.fresh("p"), self.any_scalar()) for _ in range(self.r.randint(0, 2))]
        field, ty = self.r.choice(fields)
        body, cost = self.function_body(params + [(f"self.{f}", t) for f, t in fields], ty, 1, returns=False)
        self.add(f"    fn {method}(&mut self{''.join(f', {n}: {t}' for n, t in params)}) {{", f"        self.{field} = {{", *["        " + line for line in body], "        };", "    }", "}", "")
        self.updaters[name].append(Function(method, [("value", t) for _, t in params], None, cost))

    def operators(self, name):
        fields = self.structs[name]

        def added(f, t):
            if t in INTS:
                return f"self.{f}.wrapping_add(o.{f})"
            if t in FLOATS:
                return f"self.{f} + o.{f}"
            return f"self.{f} ^ o.{f}" if t == "bool" else f"o.{f}"

        def negated(f, t):
            return f"self.{f}.wrapping_neg()" if t in INTS else f"-self.{f}" if t in FLOATS else f"!self.{f}" if t == "bool" else f"self.{f}"

        for trait, method, other, one in (("Add", "add", f", o: {name}", added), ("Neg", "neg", "", negated)):
            parts = ", ".join(one(f, t) if name in self.tuple_structs else f"{f}: {one(f, t)}" for f, t in fields)
            made = f"{name}({parts})" if name in self.tuple_structs else f"{name} {{ {parts} }}"
            self.add(f"impl core::ops::{trait} for {name} {{", f"    type Output = {name};", f"    fn {method}(self{other}) -> {name} {{", f"        {made}", "    }", "}", "")
        self.added.add(name)

    def trait(self):
        name = self.fresh("T")
        constant, required, provided = self.fresh("C"), self.fresh("w"), self.fresh("w")
        result = self.r.choice(INTS)
        self.add(f"trait {name} {{", f"    const {constant}: u64;", f"    fn {required}(&self, p: {result}) -> {result};",
                 f"    fn {provided}(&self, p: {result}) -> u64 {{", f"        (self.{required}(p) as u64).wrapping_mul(Self::{constant})", "    }", "}", "")
        types = [("struct", s) for s in self.structs][:2] + [self.r.choice(INTS), self.r.choice(FLOATS)]
        known, most = {}, 1
        for ty in types:
            if name_of(ty) in known:
                continue
            fields = [(f"self.{f}", t) for f, t in self.structs[ty[1]]] if ty[0] == "struct" else [("(*self)", ty)]
            body, cost = self.function_body([("p", result)] + fields, result, self.r.randint(0, 1))
            most = max(most, cost)
            self.add(f"impl {name} for {name_of(ty)} {{", f"    const {constant}: u64 = {self.literal('u64')};", f"    fn {required}(&self, p: {result}) -> {result} {{", *["    " + line for line in body], "    }", "}", "")
            known[name_of(ty)] = ty
        self.traits.append((name, [Function(required, [("value", result)], result, most), Function(provided, [("value", result)], "u64", most + 3)], known))
        generic, x = self.fresh("g"), self.fresh("p")
        self.add(f"fn {generic}<A: {name}, B: {name} + Copy>(a: &A, b: B, {x}: {result}) -> u64 {{", f"    a.{provided}({x}).wrapping_add(b.{provided}(b.{required}({x}))) ^ A::{constant}", "}", "")
        kinds = list(known.values())
        for _ in range(3):
            a, b = self.r.choice(kinds), self.r.choice(kinds)
            self.functions.append(Function(generic, [("ref", a), ("value", b), ("value", result)], "u64", 3 * most + 8))

    def generics(self):
        for name, params, result, cost in gen_library.FUNCTIONS:
            self.functions.append(Function(name, params, result, cost))

    def hash(self, text, ty):
        """An expression of u64 that depends on all of a value."""
        if ty == "f32" or ty == "f64":
            return f"bits{ty[1:]}({text})"
        if isinstance(ty, str):
            return f"({text} as u64)"
        if ty[0] == "tuple":
            return "mix(" + self.folded([self.hash(f"{text}.{i}", t) for i, t in enumerate(ty[1:])]) + ", 1)"
        if ty[0] == "array":
            return "mix(" + self.folded([self.hash(f"{text}[{i}]", ty[1]) for i in range(ty[2])]) + ", 2)"
        if ty[0] == "option":
            name = self.fresh("z")
            return f"(match {text} {{ Some({name}) => {self.hash(name, ty[1])} ^ 3, None => 4 }})"
        if ty[0] == "struct":
            return f"hash_{ty[1]}({text})"
        return f"hash_{ty[1]}({text})"

    def folded(self, parts):
        text = parts[0]
        for part in parts[1:]:
            text = f"mix({text}, {part})"
        return text

    def hashes(self):
        for name, fields in self.structs.items():
            self.add(f"fn hash_{name}(x: {name}) -> u64 {{", "    " + self.folded([self.hash(f"x.{f}", t) for f, t in fields]), "}", "")
        for name, variants in self.enums.items():
            self.add(f"fn hash_{name}(x: {name}) -> u64 {{", "    match x {")
            for i, (variant, shape, parts) in enumerate(variants):
                names = [self.fresh("v") for _ in parts]
                types = parts if shape == "tuple" else [t for _, t in parts]
                pattern = f"{name}::{variant}"
                if shape == "tuple":
                    pattern += "(" + ", ".join(names) + ")"
                elif shape == "fields":
                    pattern += " { " + ", ".join(f"{f}: {n}" for (f, _), n in zip(parts, names)) + " }"
                self.add(f"        {pattern} => {self.folded([str(i)] + [self.hash(n, t) for n, t in zip(names, types)])},")
            self.add("    }", "}", "")

    def items(self):
        """All but the kernel and what it calls first."""
        some = lambda least, most: range(self.r.randint(least, most) if self.large else self.r.randint(least - 1, least))
        for name, params, result, cost in gen_library.FUNCTIONS:
            self.functions.append(Function(name, params, result, cost))
        for _ in some(1, 2):
            self.struct()
        for _ in some(1, 2):
            self.enum()
        for _ in some(2, 2):
            self.const()
        self.static()
        self.hashes()
        if self.large or self.chance(30):
            self.try_function()
        for name in list(self.structs):
            self.impl(name)
            if self.chance(50):
                self.operators(name)
        if self.chance(70 if self.large else 15):
            self.trait()
        for _ in some(1, 3):
            self.function()
        if self.chance(60 if self.large else 15):
            self.slice_function()

    def text(self):
        self.items()
        saved = len(self.lines)
        self.scopes, self.times, self.cost = [[("t", "u64", False), ("k", "usize", False), ("s", "i32", False)]], 1, 0
        body = []
        for _ in range(self.r.randint(4, 9) if self.large else self.r.randint(2, 4)):
            body += self.statement(0)
        body.append("let mut h = 1u64;")
        for name, ty in self.all_visible():
            body.append(f"h = mix(h, {self.hash(name, ty)});")
        assert saved == len(self.lines)
        self.add("fn run(t: u64, k: usize, s: i32) -> u64 {", *["    " + line for line in body], "    h", "}", "",
                 "#[kernel]", "pub fn test(mut out: GridMut<u64>) {", "    let tid = thread::index();", "    if tid < out.len() {", "        let i = tid.get();",
                 "        out[tid] = run(mix(i as u64, 7), i, (i as i32).wrapping_mul(-7));", "    }", "}")
        return "\n".join(self.lines) + "\n"


def text_of(seed):
    """Each eighth program is of matches; three of sixteen are of calls, of patterns and of iterators."""
    kind = {3: Calls, 7: Matches, 11: Patterns, 13: Iterators, 15: Matches}.get(seed % 16, Program)
    return kind(seed).text()


def program(seed):
    """A file of its own."""
    return f"// random program {seed}\n{ALLOWED}{LIBRARY}\n{text_of(seed)}"


def module(seed):
    """A module of a crate whose module `library` holds LIBRARY."""
    return f"// random program {seed}\nuse crate::library::*;\n{PRELUDE}\n{text_of(seed)}"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    first = int(sys.argv[3]) if len(sys.argv) == 4 else 1
    for seed in range(first, first + int(sys.argv[2])):
        (folder / f"p{seed}.rs").write_text(program(seed))


if __name__ == "__main__":
    main()
