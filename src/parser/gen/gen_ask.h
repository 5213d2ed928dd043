/* gen_ask.h: tokens that are not known. What the rules ask of such a token is answered in every way, one run after
 * another. */
#ifndef RUSTG_GEN_ASK_H
#define RUSTG_GEN_ASK_H

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#define PARSE_INPUT_ASKS

typedef uint32_t u32;

[[noreturn]] static void gen_die(const char *what)
{
    fprintf(stderr, "gen_parse_table: %s\n", what);
    exit(1);
}

/* ---- places */

enum { R_POS, R_START, R_ANCHOR, R_PARTNER_BEFORE, R_PARTNER, R_OTHER };
enum { OFFSET_MIDDLE = 0x4000, MARK_REGISTER = 0x40000000, MARK_NODES = 0x20000000 };
static u32 epoch; /* counts the steps; a place that a rule keeps in a variable over a step is found by it */

struct tok {
    int region, off;
    operator u32() const { return (u32)region << 24 | (epoch & 255) << 16 | (u32)(off + OFFSET_MIDDLE); }
};

static tok gen_tok_of(u32 code)
{
    if ((code >> 16 & 255) != (epoch & 255))
        gen_die("a rule keeps a token in a variable while it goes on to another");
    return tok{(int)(code >> 24), (int)(code & 0xFFFF) - OFFSET_MIDDLE};
}
static tok gen_tok_of(tok t)
{
    return t;
}

/* ---- questions */

enum { END_MOVED = 1, END_POPPED, END_BAD, END_LIVE, END_LOST };
static jmp_buf step_end;

struct choice {
    u32 n, at;
};
static std::vector<choice> choices;
static size_t n_chosen;

static u32 gen_choose(u32 n)
{
    if (n_chosen == choices.size())
        choices.push_back(choice{n, 0});
    choice &c = choices[n_chosen++];
    if (c.n != n)
        longjmp(step_end, END_LOST);
    return c.at;
}

/* The answers that this step has had, but for those about kinds. */
struct answer {
    const char *what, *text;
    int region, off;
    u32 value;
};
static std::vector<answer> answers;

static u32 gen_ask(const char *what, tok at, u32 n, const char *text = nullptr)
{
    for (auto &a : answers)
        if (a.region == at.region && a.off == at.off && !strcmp(a.what, what) && (!text || !strcmp(a.text, text)))
            return a.value;
    u32 value = gen_choose(n);
    answers.push_back(answer{what, text, at.region, at.off, value});
    return value;
}

static std::string gen_tok_name(tok t)
{
    static const char *const names[] = {"pos", "start", "anchor", "before.partner", "partner"};
    std::string name = t.region < R_OTHER ? names[t.region] : "other" + std::to_string(t.region);
    return t.off ? name + (t.off > 0 ? "+" : "") + std::to_string(t.off) : name;
}

static std::vector<tok> others; /* region R_OTHER + i is where the partner of token i lies */

static void gen_look(); /* is called whenever a rule looks at a token */

enum { N_KINDS_MAX = 192 };
struct kind_set {
    uint64_t words[N_KINDS_MAX / 64];
    bool operator[](u32 i) const { return words[i / 64] >> i % 64 & 1; }
    void add(u32 i) { words[i / 64] |= (uint64_t)1 << i % 64; }
    bool add(const kind_set &o) /* whether any of them was new */
    {
        bool any = false;
        for (u32 w = 0; w < N_KINDS_MAX / 64; w++) {
            any = any || (o.words[w] & ~words[w]);
            words[w] |= o.words[w];
        }
        return any;
    }
};
struct kind_fact {
    tok at;
    kind_set set;
};
static std::vector<kind_fact> kind_facts;
static kind_set all_kinds;
static u32 at_hand; /* the kind of the token at hand */

static kind_set &gen_kinds_at(tok t)
{
    for (auto &fact : kind_facts)
        if (fact.at.region == t.region && fact.at.off == t.off)
            return fact.set;
    kind_facts.push_back(kind_fact{t, all_kinds});
    return kind_facts.back().set;
}

/* Asks whether the kind at t is one of [low, high]. */
static bool gen_split_kinds(tok t, u32 low, u32 high)
{
    gen_look();
    if (t.region == R_POS && t.off == 0)
        return at_hand >= low && at_hand <= high;
    kind_set &set = gen_kinds_at(t), with = {{0, 0, 0}}, without;
    bool any = false, other = false;
    for (u32 w = 0; w < N_KINDS_MAX / 64; w++) {
        const uint64_t from = low <= 64 * w ? ~(uint64_t)0 : low >= 64 * w + 64 ? 0 : ~(uint64_t)0 << low % 64;
        const uint64_t to = high >= 64 * w + 63 ? ~(uint64_t)0 : high < 64 * w ? 0 : ~(uint64_t)0 >> (63 - high % 64);
        with.words[w] = set.words[w] & from & to;
        without.words[w] = set.words[w] & ~with.words[w];
        any = any || with.words[w];
        other = other || without.words[w];
    }
    if (!any || !other)
        return any;
    bool is = gen_choose(2) == 0;
    set = is ? with : without;
    return is;
}

struct kind_ref {
    tok at;
    operator u32() const
    {
        gen_look();
        if (at.region == R_POS && at.off == 0)
            return at_hand;
        kind_set &set = gen_kinds_at(at);
        u32 n = 0, i = 0;
        for (u32 w = 0; w < N_KINDS_MAX / 64; w++)
            n += (u32)__builtin_popcountll(set.words[w]);
        u32 which = n > 1 ? gen_choose(n) : 0;
        for (;; i++)
            if (set[i] && which-- == 0)
                break;
        set = kind_set{{0, 0, 0}};
        set.add(i);
        return i;
    }
};
template <class T> static inline bool operator==(const kind_ref &a, T b)
{
    return gen_split_kinds(a.at, (u32)b, (u32)b);
}
template <class T> static inline bool operator!=(const kind_ref &a, T b)
{
    return !gen_split_kinds(a.at, (u32)b, (u32)b);
}
template <class T> static inline bool operator>=(const kind_ref &a, T b)
{
    return gen_split_kinds(a.at, (u32)b, N_KINDS_MAX - 1);
}
template <class T> static inline bool operator<(const kind_ref &a, T b)
{
    return gen_split_kinds(a.at, 0, (u32)b - 1);
}
template <class T> static inline bool operator<=(const kind_ref &a, T b)
{
    return gen_split_kinds(a.at, 0, (u32)b);
}

struct kinds_array {
    template <class T> kind_ref operator[](T at) const { return kind_ref{gen_tok_of(at)}; }
};
struct partner_array {
    template <class T> tok operator[](T code) const
    {
        tok at = gen_tok_of(code);
        if (at.region == R_POS && (at.off == 0 || at.off == -1))
            return tok{at.off == 0 ? R_PARTNER : R_PARTNER_BEFORE, 0};
        gen_look();
        for (size_t i = 0; i < others.size(); i++)
            if (others[i].region == at.region && others[i].off == at.off)
                return tok{R_OTHER + (int)i, 0};
        others.push_back(at);
        return tok{R_OTHER + (int)others.size() - 1, 0};
    }
};
struct flag_ref {
    tok at;
    u32 operator&(int bit) const
    {
        gen_look();
        return gen_ask(bit == 1    ? "flag 1"
                       : bit == 2  ? "flag 2"
                       : bit == 4  ? "flag 4"
                       : bit == 8  ? "flag 8"
                       : bit == 16 ? "flag 16"
                                   : "flag",
                       at, 2)
                   ? bit
                   : 0;
    }
};
struct flags_array {
    template <class T> flag_ref operator[](T at) const { return flag_ref{gen_tok_of(at)}; }
};
struct byte_ref {
    tok at;
    char which;
    operator u32() const { gen_die("a rule counts bytes"); }
};
static inline bool operator==(const byte_ref &a, const byte_ref &b)
{
    gen_look();
    return gen_ask("touches", a.at, 2);
}
struct bytes_array {
    char which;
    template <class T> byte_ref operator[](T at) const { return byte_ref{gen_tok_of(at), which}; }
};
struct edition_ref {
    operator u32() const
    {
        static const u32 years[] = {2015, 2018, 2021, 2024};
        gen_look();
        return years[gen_ask("edition", tok{R_POS, 0}, 4)];
    }
};

typedef struct parse_input {
    kinds_array kinds;
    partner_array partner;
    flags_array tok_flags;
    bytes_array tok_start, tok_end;
    const uint8_t *source;
    u32 base;
    u32 first_tok, eof_tok;
    edition_ref edition;
} parse_input;

template <class T> static bool gen_text_is(const parse_input *, T at, const char *text, u32)
{
    gen_look();
    const tok place = gen_tok_of(at);
    for (auto &a : answers) /* a token has only one text */
        if (!strcmp(a.what, "text") && a.region == place.region && a.off == place.off && a.value == 1 &&
            strcmp(a.text, text))
            return false;
    return gen_ask("text", place, 2, text);
}
#define parse_text_is(in, at, text, n) gen_text_is(in, at, text, n)

static inline tok operator+(tok t, int n)
{
    return tok{t.region, t.off + n};
}
static inline tok operator+(tok t, u32 n)
{
    return tok{t.region, t.off + (int)n};
}
static inline tok operator-(tok t, int n)
{
    return tok{t.region, t.off - n};
}
static inline tok operator+(tok t, bool n)
{
    return tok{t.region, t.off + n};
}
static inline int operator-(tok a, tok b)
{
    return a.region == b.region ? a.off - b.off : (gen_look(), gen_ask("distance", a, 2)) + 1;
}
static inline bool operator==(tok a, tok b)
{
    if (a.region == b.region)
        return a.off == b.off;
    gen_look();
    return gen_ask("is", tok{a.region * 16 + b.region, a.off * 64 + b.off}, 2);
}
static inline bool operator!=(tok a, tok b)
{
    return !(a == b);
}
static inline bool operator>(tok a, u32)
{
    gen_look();
    return gen_ask("first", a, 2);
}

#include "parser/grammar/parse_machine.h"

/* The questions whose answers the rules do not look up token by token: each is asked as a whole. */
#define HELP(name, at, n) (gen_look(), gen_ask(#name, gen_tok_of(at), n))
template <class T> static bool gen_macro_bang(const parse_input *in, T code)
{
    tok at = gen_tok_of(code);
    if (in->kinds[at] == T_PATH_SEP) {
        if (!PARSE_IS_PATH_SEGMENT(in->kinds[at + 2]))
            return false;
    } else {
        if (in->kinds[at + 1] == T_BANG)
            return PARSE_IS_PATH_SEGMENT(in->kinds[at]);
        if (in->kinds[at + 1] != T_PATH_SEP)
            return false;
    }
    return HELP(macro_bang, at, 2);
}
#define parse_macro_bang(in, at)           gen_macro_bang(in, at)
#define parse_bang_fact(in, at)            ((u32)gen_macro_bang(in, at))
#define parse_angles_ahead(in, at)         HELP(angles_ahead, at, 2)
#define parse_pat_has_guard(in, at)        false /* PARSE_TABLE_LEAVES */
#define parse_kind_ahead(in, at, kind)     HELP(kind_ahead, at, 2)
#define parse_braces_hold_fields(in, at)   HELP(braces_hold_fields, at, 2)
#define parse_line_ends(in, from, to)      HELP(line_ends, from, 2)
#define parse_pat_may_be_never(in, f, t)   HELP(may_be_never, f, 2)
#define parse_lifetime_is_reserved(in, at) HELP(lifetime_is_reserved, at, 2)
#define parse_label_is_reserved(in, at)    (HELP(lifetime_is_reserved, at, 2) || HELP(label_is_reserved, at, 2))
template <class T> static bool gen_number_is_name(const parse_input *in, T code)
{
    tok at = gen_tok_of(code);
    if (!(in->kinds[at] == T_INT) && !(in->kinds[at] == T_FLOAT))
        return false;
    return (in->tok_flags[at] & RUSTG_TOKEN_SUFFIX) && HELP(number_is_name, at, 2);
}
#define parse_number_is_name(in, at) gen_number_is_name(in, at)
#define parse_float_form(in, at)     HELP(float_form, at, 4)
#include "parser/table/parse_class.h"
#include "parser/table/parse_table_form.h"

#endif
