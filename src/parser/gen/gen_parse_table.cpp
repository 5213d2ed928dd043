/* gen_parse_table.cpp: makes the table of the grammar from the rules (rules_*.h), which it runs; writes its bytes.
 *
 * The rules run here on tokens that are not known: each question that they ask of one (its kind, its text, whether two
 * places are one) is answered in every way that earlier answers allow, one run after another. A run is a step: from a
 * control state at a token to where another token is looked at. What it did (nodes, frames, registers, tokens past) is
 * an outcome, and which answers led to it says for which classes of tokens (parse_class.h). The states that an outcome
 * leads to are run in turn, until no new one appears.
 *
 * A control state is a place in the rules (a label, or a move of the token at hand), flags, aux and ret as far as they
 * will be read, and whether the caller reads ret. Registers that hold tokens are bases that offsets count from.
 *
 *   gen_parse_table OUT PROFILE GUESSES [-v | -vv]   -v: its sizes are printed; -vv: and why rows are missing
 *   gen_parse_table OUT -p COUNTS                    writes a profile (gen_hot.h) instead
 *   gen_parse_table OUT -g COUNTS                    writes guesses (gen_units.h) instead */
#include "gen_units.h"
#include "parser/table/parse_role.h"

static std::string table_bytes;

template <class T> static void gen_put_part(u32 part, const std::vector<u32> &words)
{
    table_bytes.resize((table_bytes.size() + 15) & ~(size_t)15);
    ((parse_table_head *)&table_bytes[0])->at[part] = (u32)table_bytes.size();
    for (u32 word : words) {
        const T one = (T)word;
        table_bytes.append((const char *)&one, sizeof one);
    }
}

/* Whether a kind behind a name says something that only a closer look tells (parse_facts), where no file is of an
 * edition before 2018. */
static bool gen_asks_behind_name(u32 kind)
{
    switch (kind) {
    case T_KW_CONST:
    case T_KW_MUT:
    case T_KW_FN:
    case T_KW_ASYNC:
    case T_KW_EXTERN:
    case T_KW_GEN:
    case T_KW_PUB:
    case T_KW_UNSAFE:
    case T_KW_FOR:
    case T_PATH_SEP: return true;
    default: return PARSE_IS_IDENT(kind);
    }
}

/* The class of a token by its kind and the next one's, or PARSE_CLASS_FAR. pair: that of PAIRS */
static u32 gen_near_class(u32 kind, u32 next, bool is_old, u32 pair, const std::vector<u32> &facts)
{
    if (kind == T_KW_SELF || kind == T_KW_SUPER || kind == T_KW_CRATE || (PARSE_IS_IDENT(kind) && kind != T_IDENT))
        return PARSE_CLASS_FAR;
    if (!(pair & PARSE_CLASS_MORE))
        return pair;
    if (kind == T_IDENT ? is_old || gen_asks_behind_name(next) : kind != T_L_BRACKET || next == T_KW_CONST)
        return PARSE_CLASS_FAR;
    return facts[(pair & ~(u32)PARSE_CLASS_MORE) * PARSE_N_FACTS];
}

static void gen_put_classes()
{
    if (outcomes_of_class.size() > PARSE_CLASS_FAR)
        gen_die("a class has the number PARSE_CLASS_FAR");
    std::vector<u32> pairs, facts, near_classes;
    for (u32 kind = 0; kind < n_kinds; kind++)
        for (u32 n = 0; n < n_kinds; n++) {
            const uint16_t *c = &class_of[((size_t)kind * n_kinds + n) * PARSE_N_FACTS];
            u32 only = 0, more = may_leave[(size_t)kind * n_kinds + n];
            for (u32 f = 0; f < PARSE_N_FACTS; f++)
                if (c[f]) {
                    more |= only && c[f] != only;
                    only = c[f];
                }
            if (more && only) {
                only = PARSE_CLASS_MORE | (u32)facts.size() / PARSE_N_FACTS;
                facts.insert(facts.end(), c, c + PARSE_N_FACTS);
            }
            pairs.push_back(only);
        }
    gen_put_part<uint16_t>(PARSE_PART_PAIRS, pairs);
    gen_put_part<uint16_t>(PARSE_PART_FACTS, facts);
    for (u32 is_old = 0; is_old < 2; is_old++)
        for (u32 pair = 0; pair < n_kinds * n_kinds; pair++)
            near_classes.push_back(gen_near_class(pair / n_kinds, pair % n_kinds, is_old != 0, pairs[pair], facts));
    gen_put_part<uint8_t>(PARSE_PART_NEAR, near_classes);
}

/* A class has tokens of one role: those of kinds that walks tell apart are never joined. */
static void gen_put_roles()
{
    std::vector<u32> roles(PARSE_MAX_CLASSES, (u32)PARSE_ROLE_OF_NO_CLASS);
    std::vector<bool> is_known(PARSE_MAX_CLASSES, false);
    for (size_t i = 0; i < class_of.size(); i++) {
        const u32 c = class_of[i], role = parse_role_of_kind((u32)(i / PARSE_N_FACTS / n_kinds));
        if (c == 0)
            continue;
        if (is_known[c] && roles[c] != role)
            gen_die("a class has tokens of two roles (parse_role.h)");
        roles[c] = role;
        is_known[c] = true;
    }
    gen_put_part<uint16_t>(PARSE_PART_ROLES, roles);
}

static void gen_put_units()
{
    std::vector<u32> words;
    for (auto &u : unit_kinds) {
        const bool is_unit = &u != &unit_kinds[0];
        words.push_back(is_unit ? place_of_block[block_of[u.state]] : (u32)PARSE_NO_STATE);
        words.push_back(u.list != PARSE_LIST_NONE ? place_of_block[block_of[u.run]] : (u32)PARSE_NO_STATE);
        words.push_back(u.list);
        words.push_back(u.alternatives >= 0 ? place_of_block[block_of[u.alternatives]] : (u32)PARSE_NO_STATE);
    }
    gen_put_part<uint16_t>(PARSE_PART_UNITS, words);
    gen_put_part<uint8_t>(PARSE_PART_GUESSES, guesses);
}

static void gen_write_parse_table(const char *path)
{
    table_bytes.assign(sizeof(parse_table_head), 0);
    gen_put_classes();
    gen_put_roles();
    gen_put_part<uint16_t>(PARSE_PART_FAMILIES, table_families);
    gen_put_part<uint16_t>(PARSE_PART_ROWS, table_rows);
    gen_put_part<uint16_t>(PARSE_PART_ROW_OF, row_of_place);
    gen_put_part<uint32_t>(PARSE_PART_HOT, hot_entries);
    gen_put_units();
    gen_put_part<uint8_t>(PARSE_PART_PLACES, table_places);
    gen_put_part<uint8_t>(PARSE_PART_OUTCOMES, std::vector<u32>());
    table_bytes.append((const char *)table_outcomes.data(), table_outcomes.size() * sizeof(parse_outcome));
    parse_table_head *head = (parse_table_head *)&table_bytes[0];
    head->n_bytes = (u32)table_bytes.size();
    head->n_rows = n_blocks;
    head->n_states = (u32)row_of_place.size();
    head->n_hot_outcomes = n_hot_outcomes;
    head->n_classes = (u32)outcomes_of_class.size();
    head->n_outcomes = (u32)table_outcomes.size();
    head->start = place_of_block[block_of[0]];
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(table_bytes.data(), 1, table_bytes.size(), out) != table_bytes.size() || fclose(out) != 0)
        gen_die("cannot write");
}

static void gen_tell_sizes()
{
    size_t n_used = 0;
    for (u32 id : table_rows)
        n_used += id != PARSE_NO_OUTCOME;
    printf("states %zu, merged %u; classes %zu; outcomes %zu; places %zu; rows %zu; families %zu; %zu bytes; "
           "hot: %zu entries, %u outcomes, %zu bytes\n",
           states.size(), n_blocks, outcomes_of_class.size() - 1, table_outcomes.size(), table_places.size(), n_used,
           table_families.size() / PARSE_N_RETS, table_bytes.size(), hot_entries.size(), n_hot_outcomes,
           4 * hot_entries.size() + sizeof(parse_outcome) * n_hot_outcomes);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        gen_die("OUT PROFILE GUESSES [-v | -vv], or OUT -p COUNTS, or OUT -g COUNTS");
    const char *counts = argv[2][0] == '-' ? argv[3] : nullptr;
    const bool is_told = argc > 4;
    is_verbose = is_told && !strcmp(argv[4], "-vv");
    for (u32 i = 1; i < n_kinds; i++)
        all_kinds.add(i);
    for (u32 i = 0; i < n_kinds * PARSE_N_FACTS; i++)
        cell_weight.push_back(gen_mix(i) | 1);
    gen_find_error_places();
    gen_explore();
    for (auto &r : refused)
        printf("no row: %u cells at %s\n", r.second, r.first.c_str());
    gen_merge_states();
    gen_make_classes();
    gen_join_classes();
    gen_make_table();
    gen_find_units();
    if (counts) {
        if (!strcmp(argv[2], "-p"))
            gen_write_profile(counts, argv[1]);
        else
            gen_write_guesses(counts, argv[1]);
        return 0;
    }
    gen_read_guesses(argv[3]);
    gen_place_states(argv[2]);
    gen_renumber();
    gen_write_parse_table(argv[1]);
    if (is_told)
        gen_tell_sizes();
}
