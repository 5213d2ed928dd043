//! The kinds of tokens and nodes, as kinds.py writes them from token_kind.def and ast_kind.def.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum TokenKind {
    /// No token.
    None,
    /// The end of a file.
    Eof,
    /// Bytes that begin no token.
    Unknown,
    /// ident.
    Ident,
    /// `auto`.
    WeakAuto,
    /// `builtin`.
    WeakBuiltin,
    /// `default`.
    WeakDefault,
    /// `macro_rules`.
    WeakMacroRules,
    /// `raw`.
    WeakRaw,
    /// `reuse`.
    WeakReuse,
    /// `safe`.
    WeakSafe,
    /// `union`.
    WeakUnion,
    /// `yeet`.
    WeakYeet,
    /// `_`.
    Underscore,
    /// `abstract`.
    KwAbstract,
    /// `as`.
    KwAs,
    /// `async`.
    KwAsync,
    /// `await`.
    KwAwait,
    /// `become`.
    KwBecome,
    /// `box`.
    KwBox,
    /// `break`.
    KwBreak,
    /// `const`.
    KwConst,
    /// `continue`.
    KwContinue,
    /// `crate`.
    KwCrate,
    /// `do`.
    KwDo,
    /// `dyn`.
    KwDyn,
    /// `else`.
    KwElse,
    /// `enum`.
    KwEnum,
    /// `extern`.
    KwExtern,
    /// `false`.
    KwFalse,
    /// `final`.
    KwFinal,
    /// `fn`.
    KwFn,
    /// `for`.
    KwFor,
    /// `gen`.
    KwGen,
    /// `if`.
    KwIf,
    /// `impl`.
    KwImpl,
    /// `in`.
    KwIn,
    /// `let`.
    KwLet,
    /// `loop`.
    KwLoop,
    /// `macro`.
    KwMacro,
    /// `match`.
    KwMatch,
    /// `mod`.
    KwMod,
    /// `move`.
    KwMove,
    /// `mut`.
    KwMut,
    /// `override`.
    KwOverride,
    /// `priv`.
    KwPriv,
    /// `pub`.
    KwPub,
    /// `ref`.
    KwRef,
    /// `return`.
    KwReturn,
    /// `self`.
    KwSelf,
    /// `Self`.
    KwSelfType,
    /// `static`.
    KwStatic,
    /// `struct`.
    KwStruct,
    /// `super`.
    KwSuper,
    /// `trait`.
    KwTrait,
    /// `true`.
    KwTrue,
    /// `try`.
    KwTry,
    /// `type`.
    KwType,
    /// `typeof`.
    KwTypeof,
    /// `unsafe`.
    KwUnsafe,
    /// `unsized`.
    KwUnsized,
    /// `use`.
    KwUse,
    /// `virtual`.
    KwVirtual,
    /// `where`.
    KwWhere,
    /// `while`.
    KwWhile,
    /// `yield`.
    KwYield,
    /// lifetime.
    Lifetime,
    /// int.
    Int,
    /// float.
    Float,
    /// char.
    Char,
    /// byte.
    Byte,
    /// str.
    Str,
    /// byte str.
    ByteStr,
    /// c str.
    CStr,
    /// raw str.
    RawStr,
    /// raw byte str.
    RawByteStr,
    /// raw c str.
    RawCStr,
    /// guarded str.
    GuardedStr,
    /// doc comment.
    DocComment,
    /// `(`.
    LParen,
    /// `)`.
    RParen,
    /// `[`.
    LBracket,
    /// `]`.
    RBracket,
    /// `{`.
    LBrace,
    /// `}`.
    RBrace,
    /// `;`.
    Semi,
    /// `,`.
    Comma,
    /// `.`.
    Dot,
    /// `@`.
    At,
    /// `#`.
    Pound,
    /// `~`.
    Tilde,
    /// `?`.
    Question,
    /// `:`.
    Colon,
    /// `$`.
    Dollar,
    /// `=`.
    Eq,
    /// `!`.
    Bang,
    /// `<`.
    Lt,
    /// `>`.
    Gt,
    /// `-`.
    Minus,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `+`.
    Plus,
    /// `*`.
    Star,
    /// `/`.
    Slash,
    /// `^`.
    Caret,
    /// `%`.
    Percent,
}

impl TokenKind {
    /// All of them, by their numbers.
    pub const ALL: [TokenKind; 106] = [
        TokenKind::None,
        TokenKind::Eof,
        TokenKind::Unknown,
        TokenKind::Ident,
        TokenKind::WeakAuto,
        TokenKind::WeakBuiltin,
        TokenKind::WeakDefault,
        TokenKind::WeakMacroRules,
        TokenKind::WeakRaw,
        TokenKind::WeakReuse,
        TokenKind::WeakSafe,
        TokenKind::WeakUnion,
        TokenKind::WeakYeet,
        TokenKind::Underscore,
        TokenKind::KwAbstract,
        TokenKind::KwAs,
        TokenKind::KwAsync,
        TokenKind::KwAwait,
        TokenKind::KwBecome,
        TokenKind::KwBox,
        TokenKind::KwBreak,
        TokenKind::KwConst,
        TokenKind::KwContinue,
        TokenKind::KwCrate,
        TokenKind::KwDo,
        TokenKind::KwDyn,
        TokenKind::KwElse,
        TokenKind::KwEnum,
        TokenKind::KwExtern,
        TokenKind::KwFalse,
        TokenKind::KwFinal,
        TokenKind::KwFn,
        TokenKind::KwFor,
        TokenKind::KwGen,
        TokenKind::KwIf,
        TokenKind::KwImpl,
        TokenKind::KwIn,
        TokenKind::KwLet,
        TokenKind::KwLoop,
        TokenKind::KwMacro,
        TokenKind::KwMatch,
        TokenKind::KwMod,
        TokenKind::KwMove,
        TokenKind::KwMut,
        TokenKind::KwOverride,
        TokenKind::KwPriv,
        TokenKind::KwPub,
        TokenKind::KwRef,
        TokenKind::KwReturn,
        TokenKind::KwSelf,
        TokenKind::KwSelfType,
        TokenKind::KwStatic,
        TokenKind::KwStruct,
        TokenKind::KwSuper,
        TokenKind::KwTrait,
        TokenKind::KwTrue,
        TokenKind::KwTry,
        TokenKind::KwType,
        TokenKind::KwTypeof,
        TokenKind::KwUnsafe,
        TokenKind::KwUnsized,
        TokenKind::KwUse,
        TokenKind::KwVirtual,
        TokenKind::KwWhere,
        TokenKind::KwWhile,
        TokenKind::KwYield,
        TokenKind::Lifetime,
        TokenKind::Int,
        TokenKind::Float,
        TokenKind::Char,
        TokenKind::Byte,
        TokenKind::Str,
        TokenKind::ByteStr,
        TokenKind::CStr,
        TokenKind::RawStr,
        TokenKind::RawByteStr,
        TokenKind::RawCStr,
        TokenKind::GuardedStr,
        TokenKind::DocComment,
        TokenKind::LParen,
        TokenKind::RParen,
        TokenKind::LBracket,
        TokenKind::RBracket,
        TokenKind::LBrace,
        TokenKind::RBrace,
        TokenKind::Semi,
        TokenKind::Comma,
        TokenKind::Dot,
        TokenKind::At,
        TokenKind::Pound,
        TokenKind::Tilde,
        TokenKind::Question,
        TokenKind::Colon,
        TokenKind::Dollar,
        TokenKind::Eq,
        TokenKind::Bang,
        TokenKind::Lt,
        TokenKind::Gt,
        TokenKind::Minus,
        TokenKind::And,
        TokenKind::Or,
        TokenKind::Plus,
        TokenKind::Star,
        TokenKind::Slash,
        TokenKind::Caret,
        TokenKind::Percent,
    ];
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum NodeKind {
    /// No node.
    None,
    /// Its anchor: first token.
    File,
    /// Its anchor: first token skipped.
    Error,
    /// Its anchor: `#`.
    Attr,
    /// Its anchor: the comment.
    DocComment,
    /// Its anchor: `pub` or `crate`.
    Vis,
    /// Its anchor: the lifetime.
    Lifetime,
    /// Its anchor: `<`.
    QSelf,
    /// Its anchor: `<`, `(`.
    GenericArgs,
    /// Its anchor: its name.
    AssocArg,
    /// Its anchor: first token.
    Bound,
    /// Its anchor: the lifetime.
    BoundLifetime,
    /// Its anchor: `use`.
    BoundUse,
    /// Its anchor: opening delimiter.
    TokenTree,
    /// Its anchor: `<`.
    Generics,
    /// Its anchor: the lifetime.
    GenericParamLifetime,
    /// Its anchor: its name.
    GenericParamType,
    /// Its anchor: `const`.
    GenericParamConst,
    /// Its anchor: `where`.
    WhereClause,
    /// Its anchor: first token.
    WherePredicate,
    /// Its anchor: `crate`.
    ItemExternCrate,
    /// Its anchor: `use`.
    ItemUse,
    /// Its anchor: `static`.
    ItemStatic,
    /// Its anchor: `const`.
    ItemConst,
    /// Its anchor: `const`.
    ItemConstBlock,
    /// Its anchor: `fn`.
    ItemFn,
    /// Its anchor: `mod`.
    ItemMod,
    /// Its anchor: `extern`.
    ItemForeignMod,
    /// Its anchor: its name.
    ItemGlobalAsm,
    /// Its anchor: `type`.
    ItemTyAlias,
    /// Its anchor: `enum`.
    ItemEnum,
    /// Its anchor: `struct`.
    ItemStruct,
    /// Its anchor: `union`.
    ItemUnion,
    /// Its anchor: `trait`.
    ItemTrait,
    /// Its anchor: `trait`.
    ItemTraitAlias,
    /// Its anchor: `impl`.
    ItemImpl,
    /// Its anchor: `!`.
    ItemMacCall,
    /// Its anchor: `macro_rules` or `macro`.
    ItemMacroDef,
    /// Its anchor: `reuse`.
    ItemDelegation,
    /// Its anchor: `reuse`.
    ItemDelegationMac,
    /// Its anchor: `static`.
    ForeignItemStatic,
    /// Its anchor: `fn`.
    ForeignItemFn,
    /// Its anchor: `type`.
    ForeignItemTyAlias,
    /// Its anchor: `!`.
    ForeignItemMacCall,
    /// Its anchor: `const`.
    AssocItemConst,
    /// Its anchor: `fn`.
    AssocItemFn,
    /// Its anchor: `type`.
    AssocItemType,
    /// Its anchor: `!`.
    AssocItemMacCall,
    /// Its anchor: `reuse`.
    AssocItemDelegation,
    /// Its anchor: `reuse`.
    AssocItemDelegationMac,
    /// Its anchor: first token.
    TraitRef,
    /// Its anchor: last name, `*` or `{`.
    UseTree,
    /// Its anchor: first token behind its attributes; of a `self` with a type, `self`.
    Param,
    /// Its anchor: its name or first token.
    FieldDef,
    /// Its anchor: its name.
    Variant,
    /// Its anchor: `contract_requires` or `contract_ensures`.
    Contract,
    /// Its anchor: `{`.
    Block,
    /// Its anchor: `let`.
    StmtLet,
    /// Its anchor: first token.
    StmtItem,
    /// Its anchor: first token.
    StmtExpr,
    /// Its anchor: first token.
    StmtSemi,
    /// Its anchor: `;`.
    StmtEmpty,
    /// Its anchor: `!`.
    StmtMacCall,
    /// Its anchor: `[`.
    ExprArray,
    /// Its anchor: `const`.
    ExprConstBlock,
    /// Its anchor: `(`.
    ExprCall,
    /// Its anchor: the method's name.
    ExprMethodCall,
    /// Its anchor: `(`.
    ExprTup,
    /// Its anchor: first token of the operator.
    ExprBinary,
    /// Its anchor: the operator.
    ExprUnary,
    /// Its anchor: the literal.
    ExprLit,
    /// Its anchor: `as`.
    ExprCast,
    /// Its anchor: its name.
    ExprType,
    /// Its anchor: `let`.
    ExprLet,
    /// Its anchor: `if`.
    ExprIf,
    /// Its anchor: `while`.
    ExprWhile,
    /// Its anchor: `for`.
    ExprForLoop,
    /// Its anchor: `loop`.
    ExprLoop,
    /// Its anchor: `match`.
    ExprMatch,
    /// Its anchor: first `|`.
    ExprClosure,
    /// Its anchor: `{`.
    ExprBlock,
    /// Its anchor: `async` or `gen`.
    ExprGen,
    /// Its anchor: `await`.
    ExprAwait,
    /// Its anchor: `use`.
    ExprUse,
    /// Its anchor: `try`.
    ExprTryBlock,
    /// Its anchor: `=`.
    ExprAssign,
    /// Its anchor: first token of the operator.
    ExprAssignOp,
    /// Its anchor: the field's name.
    ExprField,
    /// Its anchor: `[`.
    ExprIndex,
    /// Its anchor: first `.`.
    ExprRange,
    /// Its anchor: `_`.
    ExprUnderscore,
    /// Its anchor: first token.
    ExprPath,
    /// Its anchor: `&`.
    ExprAddrOf,
    /// Its anchor: `break`.
    ExprBreak,
    /// Its anchor: `continue`.
    ExprContinue,
    /// Its anchor: `return`.
    ExprRet,
    /// Its anchor: its name.
    ExprInlineAsm,
    /// Its anchor: its name.
    ExprOffsetOf,
    /// Its anchor: `!`.
    ExprMacCall,
    /// Its anchor: `{`.
    ExprStruct,
    /// Its anchor: `[`.
    ExprRepeat,
    /// Its anchor: `(`.
    ExprParen,
    /// Its anchor: `?`.
    ExprTry,
    /// Its anchor: `yield`.
    ExprYield,
    /// Its anchor: `yeet`.
    ExprYeet,
    /// Its anchor: `become`.
    ExprBecome,
    /// Its anchor: its name.
    ExprUnsafeBinderCast,
    /// Its anchor: first token of the pattern.
    Arm,
    /// Its anchor: its name.
    FieldInit,
    /// Its anchor: the token behind it.
    PatMissing,
    /// Its anchor: `_`.
    PatWild,
    /// Its anchor: the name.
    PatIdent,
    /// Its anchor: `{`.
    PatStruct,
    /// Its anchor: `(`.
    PatTupleStruct,
    /// Its anchor: first `|`.
    PatOr,
    /// Its anchor: first token.
    PatPath,
    /// Its anchor: `(`.
    PatTuple,
    /// Its anchor: `box`.
    PatBox,
    /// Its anchor: its name.
    PatDeref,
    /// Its anchor: `&`.
    PatRef,
    /// Its anchor: first token.
    PatExpr,
    /// Its anchor: first `.`.
    PatRange,
    /// Its anchor: `[`.
    PatSlice,
    /// Its anchor: first `.`.
    PatRest,
    /// Its anchor: `!`.
    PatNever,
    /// Its anchor: `if`.
    PatGuard,
    /// Its anchor: `(`.
    PatParen,
    /// Its anchor: `!`.
    PatMacCall,
    /// Its anchor: its name.
    FieldPat,
    /// Its anchor: `[`.
    TySlice,
    /// Its anchor: `[`.
    TyArray,
    /// Its anchor: `*`.
    TyPtr,
    /// Its anchor: `&`.
    TyRef,
    /// Its anchor: `&`.
    TyPinnedRef,
    /// Its anchor: `fn`.
    TyFnPtr,
    /// Its anchor: `unsafe`.
    TyUnsafeBinder,
    /// Its anchor: `!`.
    TyNever,
    /// Its anchor: `(`.
    TyTup,
    /// Its anchor: first token.
    TyPath,
    /// Its anchor: first token.
    TyTraitObject,
    /// Its anchor: `impl`.
    TyImplTrait,
    /// Its anchor: `(`.
    TyParen,
    /// Its anchor: `_`, or the token behind it where nothing is written.
    TyInfer,
    /// Its anchor: first `.`.
    TyDummy,
    /// Its anchor: `self`.
    TyImplicitSelf,
    /// Its anchor: `!`.
    TyMacCall,
    /// Its anchor: first `.`.
    TyCVarArgs,
    /// Its anchor: its name.
    TyPat,
    /// Its anchor: its name.
    TyFieldOf,
}

impl NodeKind {
    /// All of them, by their numbers.
    pub const ALL: [NodeKind; 149] = [
        NodeKind::None,
        NodeKind::File,
        NodeKind::Error,
        NodeKind::Attr,
        NodeKind::DocComment,
        NodeKind::Vis,
        NodeKind::Lifetime,
        NodeKind::QSelf,
        NodeKind::GenericArgs,
        NodeKind::AssocArg,
        NodeKind::Bound,
        NodeKind::BoundLifetime,
        NodeKind::BoundUse,
        NodeKind::TokenTree,
        NodeKind::Generics,
        NodeKind::GenericParamLifetime,
        NodeKind::GenericParamType,
        NodeKind::GenericParamConst,
        NodeKind::WhereClause,
        NodeKind::WherePredicate,
        NodeKind::ItemExternCrate,
        NodeKind::ItemUse,
        NodeKind::ItemStatic,
        NodeKind::ItemConst,
        NodeKind::ItemConstBlock,
        NodeKind::ItemFn,
        NodeKind::ItemMod,
        NodeKind::ItemForeignMod,
        NodeKind::ItemGlobalAsm,
        NodeKind::ItemTyAlias,
        NodeKind::ItemEnum,
        NodeKind::ItemStruct,
        NodeKind::ItemUnion,
        NodeKind::ItemTrait,
        NodeKind::ItemTraitAlias,
        NodeKind::ItemImpl,
        NodeKind::ItemMacCall,
        NodeKind::ItemMacroDef,
        NodeKind::ItemDelegation,
        NodeKind::ItemDelegationMac,
        NodeKind::ForeignItemStatic,
        NodeKind::ForeignItemFn,
        NodeKind::ForeignItemTyAlias,
        NodeKind::ForeignItemMacCall,
        NodeKind::AssocItemConst,
        NodeKind::AssocItemFn,
        NodeKind::AssocItemType,
        NodeKind::AssocItemMacCall,
        NodeKind::AssocItemDelegation,
        NodeKind::AssocItemDelegationMac,
        NodeKind::TraitRef,
        NodeKind::UseTree,
        NodeKind::Param,
        NodeKind::FieldDef,
        NodeKind::Variant,
        NodeKind::Contract,
        NodeKind::Block,
        NodeKind::StmtLet,
        NodeKind::StmtItem,
        NodeKind::StmtExpr,
        NodeKind::StmtSemi,
        NodeKind::StmtEmpty,
        NodeKind::StmtMacCall,
        NodeKind::ExprArray,
        NodeKind::ExprConstBlock,
        NodeKind::ExprCall,
        NodeKind::ExprMethodCall,
        NodeKind::ExprTup,
        NodeKind::ExprBinary,
        NodeKind::ExprUnary,
        NodeKind::ExprLit,
        NodeKind::ExprCast,
        NodeKind::ExprType,
        NodeKind::ExprLet,
        NodeKind::ExprIf,
        NodeKind::ExprWhile,
        NodeKind::ExprForLoop,
        NodeKind::ExprLoop,
        NodeKind::ExprMatch,
        NodeKind::ExprClosure,
        NodeKind::ExprBlock,
        NodeKind::ExprGen,
        NodeKind::ExprAwait,
        NodeKind::ExprUse,
        NodeKind::ExprTryBlock,
        NodeKind::ExprAssign,
        NodeKind::ExprAssignOp,
        NodeKind::ExprField,
        NodeKind::ExprIndex,
        NodeKind::ExprRange,
        NodeKind::ExprUnderscore,
        NodeKind::ExprPath,
        NodeKind::ExprAddrOf,
        NodeKind::ExprBreak,
        NodeKind::ExprContinue,
        NodeKind::ExprRet,
        NodeKind::ExprInlineAsm,
        NodeKind::ExprOffsetOf,
        NodeKind::ExprMacCall,
        NodeKind::ExprStruct,
        NodeKind::ExprRepeat,
        NodeKind::ExprParen,
        NodeKind::ExprTry,
        NodeKind::ExprYield,
        NodeKind::ExprYeet,
        NodeKind::ExprBecome,
        NodeKind::ExprUnsafeBinderCast,
        NodeKind::Arm,
        NodeKind::FieldInit,
        NodeKind::PatMissing,
        NodeKind::PatWild,
        NodeKind::PatIdent,
        NodeKind::PatStruct,
        NodeKind::PatTupleStruct,
        NodeKind::PatOr,
        NodeKind::PatPath,
        NodeKind::PatTuple,
        NodeKind::PatBox,
        NodeKind::PatDeref,
        NodeKind::PatRef,
        NodeKind::PatExpr,
        NodeKind::PatRange,
        NodeKind::PatSlice,
        NodeKind::PatRest,
        NodeKind::PatNever,
        NodeKind::PatGuard,
        NodeKind::PatParen,
        NodeKind::PatMacCall,
        NodeKind::FieldPat,
        NodeKind::TySlice,
        NodeKind::TyArray,
        NodeKind::TyPtr,
        NodeKind::TyRef,
        NodeKind::TyPinnedRef,
        NodeKind::TyFnPtr,
        NodeKind::TyUnsafeBinder,
        NodeKind::TyNever,
        NodeKind::TyTup,
        NodeKind::TyPath,
        NodeKind::TyTraitObject,
        NodeKind::TyImplTrait,
        NodeKind::TyParen,
        NodeKind::TyInfer,
        NodeKind::TyDummy,
        NodeKind::TyImplicitSelf,
        NodeKind::TyMacCall,
        NodeKind::TyCVarArgs,
        NodeKind::TyPat,
        NodeKind::TyFieldOf,
    ];
}
