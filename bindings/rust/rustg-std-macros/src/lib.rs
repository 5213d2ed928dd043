//! The attributes `#[kernel]` and `#[derivative]`. See the crate rustg-std, which hands them on.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Marks a function as an entry point of the GPU.
///
/// The function stays what it is: rustc compiles it as any other, and it may be called. rustg makes an entry point of it.
///
/// Options, in any order:
/// - `block = 256`, `block = (16, 16)` or `block = (8, 8, 4)`: the threads of a block, fixed: launched in other blocks, its
///   threads panic;
/// - `max_threads = 512`: no block has more threads;
/// - `min_blocks = 2`: so many blocks should fit on a multiprocessor at once;
/// - `fast_math`: floating point may be less exact;
/// - `adjoint`, `tangent`: rustg makes a further kernel, `NAME_adjoint` or `NAME_tangent`, which computes the gradient or a
///   derivative in a direction (docs/gradients.md);
/// - `second`, `second_adjoint`: `NAME_adjoint` and its derivative in a direction, `NAME_adjoint_tangent`, or its gradient,
///   `NAME_adjoint_adjoint`.
///
/// A parameter `&mut [T]` is an error: all threads would share it. Outputs are `GridMut<T>`.
#[proc_macro_attribute]
pub fn kernel(options: TokenStream, item: TokenStream) -> TokenStream {
    match check_options(options).and_then(|block| check_item(item.clone()).map(|()| block)) {
        Ok(Some(block)) => with_block(item, block),
        Ok(None) => item,
        Err((span, message)) => {
            let mut out = compile_error(span, &message);
            out.extend(item);
            out
        }
    }
}

/// Gives a function the rule of its derivative, which the gradients of kernels that call it use: `#[derivative(rule)]`.
///
/// The function stays what it is. The rule is a function that takes what it takes, and then the gradient for its result;
/// it gives the gradient for each parameter that has floats: for one parameter its gradient, for several a tuple of them
/// in their order (docs/gradients.md).
#[proc_macro_attribute]
pub fn derivative(rule: TokenStream, item: TokenStream) -> TokenStream {
    match check_rule(&rule).and_then(|()| with_rule(&rule, item.clone())) {
        Ok(item) => item,
        Err((span, message)) => {
            let mut out = compile_error(span, &message);
            out.extend(item);
            out
        }
    }
}

type Wrong = (Span, String);

/// Whether it is a path: words with `::` between them.
fn check_rule(rule: &TokenStream) -> Result<(), Wrong> {
    let mut wants_word = true;
    let mut n_words = 0;
    for tree in rule.clone() {
        let fits = match &tree {
            TokenTree::Ident(_) => wants_word,
            TokenTree::Punct(p) => p.as_char() == ':',
            _ => false,
        };
        if !fits {
            return Err((tree.span(), "the attribute names the rule: `#[derivative(rule)]`".into()));
        }
        wants_word = matches!(tree, TokenTree::Punct(_));
        n_words += usize::from(!wants_word);
    }
    if wants_word || n_words == 0 {
        return Err((Span::call_site(), "the attribute names the rule: `#[derivative(rule)]`".into()));
    }
    Ok(())
}

/// The function, in which a branch that is never taken calls the rule, so that rustc sees whether it can be called so.
fn with_rule(rule: &TokenStream, item: TokenStream) -> Result<TokenStream, Wrong> {
    let mut all: Vec<TokenTree> = item.into_iter().collect();
    let Some(at) = all.iter().position(|t| matches!(t, TokenTree::Ident(i) if i.to_string() == "fn")) else {
        return Err((Span::call_site(), "#[derivative] marks functions".into()));
    };
    let has_word = |word: &str| all[..at].iter().any(|t| matches!(t, TokenTree::Ident(i) if i.to_string() == word));
    let (is_const, is_unsafe) = (has_word("const"), has_word("unsafe"));
    let generics = own_generics(&all, at);
    let arguments = params_at(&all, at).and_then(argument_names).filter(|names| {
        let has_self = matches!(names.clone().into_iter().next(), Some(TokenTree::Ident(i)) if i.to_string() == "self");
        generics.is_empty() || !has_self // a method's rule takes the impl's parameters before its own
    });
    let body = match all.pop() {
        Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => body,
        _ => return Err((Span::call_site(), "a trait's function has no rule: those of its impls may have".into())),
    };
    let mut inner = TokenStream::new();
    if let Some(mut arguments) = arguments
        && !is_const
    {
        let span = rule.clone().into_iter().next().map_or(Span::call_site(), |t| t.span());
        arguments.extend(text("::core::panic!()", span));
        let mut call = text("let _ =", span);
        call.extend(rule.clone());
        if !generics.is_empty() {
            call.extend(text("::<", span));
            call.extend(generics.into_iter().map(|tree| spanned(tree, span)));
            call.extend(text(">", span));
        }
        call.extend([group(Delimiter::Parenthesis, arguments, span)]);
        call.extend(text(";", span));
        if is_unsafe {
            let block = group(Delimiter::Brace, call, span);
            call = text("unsafe", span);
            call.extend([block]);
        }
        inner.extend(text("#[allow(unreachable_code, unused_unsafe, clippy::all)] if false", span));
        inner.extend([group(Delimiter::Brace, call, span)]);
    }
    inner.extend(body.stream());
    all.push(group(Delimiter::Brace, inner, body.span()));
    Ok(all.into_iter().collect())
}

/// The names of the types and numbers that the function whose `fn` is there is generic over, a comma behind each.
fn own_generics(all: &[TokenTree], at: usize) -> TokenStream {
    let mut names = TokenStream::new();
    let (mut depth, mut is_first) = (0, true);
    for i in at + 2..all.len() {
        match &all[i] {
            TokenTree::Punct(p) if p.as_char() == '<' => {
                depth += 1;
                continue;
            }
            TokenTree::Punct(p) if p.as_char() == '>' && !after_dash(all, i) => depth -= 1,
            TokenTree::Punct(p) if p.as_char() == ',' && depth == 1 => {
                is_first = true;
                continue;
            }
            TokenTree::Ident(word) if is_first && word.to_string() == "const" => continue,
            TokenTree::Ident(name) if is_first && depth == 1 => {
                names.extend([TokenTree::Ident(name.clone()), TokenTree::Punct(Punct::new(',', Spacing::Alone))]);
            }
            _ => {}
        }
        is_first = false;
        if depth == 0 {
            break;
        }
    }
    names
}

/// The parameters of the function whose `fn` is there: the first parentheses behind the generics' angle brackets.
fn params_at(all: &[TokenTree], at: usize) -> Option<TokenStream> {
    let mut depth = 0;
    for i in at..all.len() {
        match &all[i] {
            TokenTree::Punct(p) if p.as_char() == '<' => depth += 1,
            TokenTree::Punct(p) if p.as_char() == '>' && !after_dash(all, i) => depth -= 1,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && depth == 0 => {
                return Some(group.stream());
            }
            _ => {}
        }
    }
    None
}

/// The parameters' names, a comma behind each; none where one has a pattern.
fn argument_names(params: TokenStream) -> Option<TokenStream> {
    let all: Vec<TokenTree> = params.into_iter().collect();
    let mut names = TokenStream::new();
    let (mut depth, mut start) = (0, 0);
    for i in 0..=all.len() {
        match all.get(i) {
            Some(TokenTree::Punct(p)) if p.as_char() == '<' => depth += 1,
            Some(TokenTree::Punct(p)) if p.as_char() == '>' && !after_dash(&all, i) => depth -= 1,
            _ => {}
        }
        let is_end = matches!(all.get(i), Some(TokenTree::Punct(p)) if p.as_char() == ',' && depth == 0);
        if !is_end && i < all.len() {
            continue;
        }
        let mut param = &all[start..i];
        start = i + 1;
        if param.is_empty() {
            continue;
        }
        if matches!(&param[0], TokenTree::Ident(word) if word.to_string() == "mut") {
            param = &param[1..];
        }
        match param {
            [TokenTree::Ident(name)] => names.extend([TokenTree::Ident(name.clone())]),
            [TokenTree::Ident(name), TokenTree::Punct(p), ..] if p.as_char() == ':' => {
                names.extend([TokenTree::Ident(name.clone())]);
            }
            _ => return None,
        }
        names.extend([TokenTree::Punct(Punct::new(',', Spacing::Alone))]);
    }
    Some(names)
}

fn text(rust: &str, span: Span) -> TokenStream {
    let trees: TokenStream = rust.parse().expect("it is Rust");
    trees.into_iter().map(|tree| all_spanned(tree, span)).collect()
}

fn all_spanned(tree: TokenTree, span: Span) -> TokenTree {
    match tree {
        TokenTree::Group(of) => {
            group(of.delimiter(), of.stream().into_iter().map(|tree| all_spanned(tree, span)).collect(), span)
        }
        other => spanned(other, span),
    }
}

fn group(delimiter: Delimiter, inner: TokenStream, span: Span) -> TokenTree {
    spanned(TokenTree::Group(Group::new(delimiter, inner)), span)
}

/// What `block` says.
fn check_options(options: TokenStream) -> Result<Option<[u64; 3]>, Wrong> {
    let all: Vec<TokenTree> = options.into_iter().collect();
    let mut seen: Vec<String> = Vec::new();
    let mut block = None;
    for part in all.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')) {
        let Some(TokenTree::Ident(name)) = part.first() else {
            match part.first() {
                Some(other) => {
                    return Err((
                        other.span(),
                        "expected an option of #[kernel]: block, max_threads, min_blocks, fast_math, adjoint, tangent, second or second_adjoint"
                            .into(),
                    ));
                }
                None => continue,
            }
        };
        let text = name.to_string();
        if seen.contains(&text) {
            return Err((name.span(), format!("the option `{text}` is given twice")));
        }
        let value = match part.get(1) {
            Some(TokenTree::Punct(p)) if p.as_char() == '=' => &part[2..],
            Some(other) => return Err((other.span(), format!("expected `=` after `{text}`"))),
            None => &[],
        };
        match text.as_str() {
            "block" => block = Some(check_block(name, value)?),
            "max_threads" | "min_blocks" => {
                one_number(name, value)?;
            }
            "fast_math" | "adjoint" | "tangent" | "second" | "second_adjoint" => {
                if let Some(extra) = part.get(1) {
                    return Err((extra.span(), format!("`{text}` takes no value")));
                }
            }
            _ => {
                return Err((
                    name.span(),
                    format!(
                        "unknown option `{text}`: #[kernel] knows block, max_threads, min_blocks, fast_math, adjoint, tangent, second and second_adjoint"
                    ),
                ));
            }
        }
        seen.push(text);
    }
    Ok(block)
}

fn check_block(name: &Ident, value: &[TokenTree]) -> Result<[u64; 3], Wrong> {
    let mut block = [1; 3];
    if let [TokenTree::Group(group)] = value
        && group.delimiter() == Delimiter::Parenthesis
    {
        let all: Vec<TokenTree> = group.stream().into_iter().collect();
        let sides: Vec<&[TokenTree]> =
            all.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')).filter(|s| !s.is_empty()).collect();
        if sides.is_empty() || sides.len() > 3 {
            return Err((group.span(), "a block has one, two or three sides".into()));
        }
        for (to, side) in block.iter_mut().zip(sides) {
            *to = one_number(name, side)?;
        }
        if block.iter().fold(1u64, |threads, side| threads.saturating_mul(*side)) > 1024 {
            return Err((group.span(), "a block has at most 1024 threads".into()));
        }
        return Ok(block);
    }
    block[0] = one_number(name, value)?;
    if block[0] > 1024 {
        return Err((value[0].span(), "a block has at most 1024 threads".into()));
    }
    Ok(block)
}

/// The kernel with `::rustg_std::expect_block(x, y, z);` before its body, at the place of its name.
fn with_block(item: TokenStream, block: [u64; 3]) -> TokenStream {
    let mut all: Vec<TokenTree> = item.into_iter().collect();
    let name = all.iter().skip_while(|t| !matches!(t, TokenTree::Ident(i) if i.to_string() == "fn")).nth(1);
    let span = name.map_or(Span::call_site(), TokenTree::span);
    let Some(TokenTree::Group(body)) = all.pop() else { return all.into_iter().collect() };
    let [x, y, z] = block;
    let call: TokenStream = format!("::rustg_std::expect_block({x}, {y}, {z});").parse().expect("it is Rust");
    let mut inner: TokenStream = call.into_iter().map(|tree| spanned(tree, span)).collect();
    inner.extend(body.stream());
    all.push(group(Delimiter::Brace, inner, body.span()));
    all.into_iter().collect()
}

fn spanned(mut tree: TokenTree, span: Span) -> TokenTree {
    tree.set_span(span);
    tree
}

fn one_number(name: &Ident, value: &[TokenTree]) -> Result<u64, Wrong> {
    if let [TokenTree::Literal(literal)] = value {
        let digits: String = literal.to_string().chars().filter(|c| *c != '_').collect();
        if let Ok(n) = digits.parse::<u64>()
            && n > 0
        {
            return Ok(n);
        }
    }
    let span = value.first().map_or(name.span(), TokenTree::span);
    Err((span, format!("`{name}` wants a number greater than 0, written as digits")))
}

fn check_item(item: TokenStream) -> Result<(), Wrong> {
    let all: Vec<TokenTree> = item.into_iter().collect();
    let Some(at) = all.iter().position(|t| matches!(t, TokenTree::Ident(i) if i.to_string() == "fn")) else {
        return Err((Span::call_site(), "#[kernel] marks functions".into()));
    };
    if let Some(word) = all[..at].iter().find(|t| matches!(t, TokenTree::Ident(i) if i.to_string() == "async")) {
        return Err((word.span(), "a kernel cannot be async".into()));
    }
    // the parameters: the first parentheses behind the generics' angle brackets
    let mut depth = 0;
    for i in at..all.len() {
        match &all[i] {
            TokenTree::Punct(p) if p.as_char() == '<' => depth += 1,
            TokenTree::Punct(p) if p.as_char() == '>' && !after_dash(&all, i) => depth -= 1,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && depth == 0 => {
                check_params(group)?;
                if let Some(TokenTree::Punct(p)) = all.get(i + 1)
                    && p.as_char() == '-'
                    && !matches!(all.get(i + 3), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis && g.stream().is_empty())
                {
                    let span = all.get(i + 3).map_or(p.span(), TokenTree::span);
                    return Err((span, "a kernel returns nothing: write results to a `GridMut` parameter".into()));
                }
                return Ok(());
            }
            _ => {}
        }
    }
    Ok(())
}

fn after_dash(all: &[TokenTree], i: usize) -> bool {
    i > 0 && matches!(&all[i - 1], TokenTree::Punct(p) if p.as_char() == '-')
}

fn check_params(params: &Group) -> Result<(), Wrong> {
    let all: Vec<TokenTree> = params.stream().into_iter().collect();
    for i in 0..all.len() {
        let TokenTree::Punct(p) = &all[i] else { continue };
        if p.as_char() != '&' {
            continue;
        }
        let mut next = i + 1;
        if matches!(&all.get(next), Some(TokenTree::Punct(q)) if q.as_char() == '\'') {
            next += 2;
        }
        if let (Some(TokenTree::Ident(word)), Some(TokenTree::Group(group))) = (all.get(next), all.get(next + 1))
            && word.to_string() == "mut"
            && group.delimiter() == Delimiter::Bracket
        {
            let element = group.stream().to_string();
            return Err((
                p.span(),
                format!("all threads would share `&mut [{element}]`: take `GridMut<{element}>` instead"),
            ));
        }
    }
    Ok(())
}

fn compile_error(span: Span, message: &str) -> TokenStream {
    let at = |tree: TokenTree| spanned(tree, span);
    let text: TokenStream = [at(TokenTree::Literal(Literal::string(message)))].into_iter().collect();
    [
        at(TokenTree::Ident(Ident::new("compile_error", span))),
        at(TokenTree::Punct(Punct::new('!', Spacing::Alone))),
        at(TokenTree::Group(Group::new(Delimiter::Brace, text))),
    ]
    .into_iter()
    .collect()
}
