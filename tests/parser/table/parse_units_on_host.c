/* parse_units_on_host.c: trees by units of the table's walk (parse_units.h) against parse_cpu.c's, node by node: every
 * unit is walked on its own, from a guess, before what is around it; then the guesses are checked, and the nodes put
 * together.
 *   parse_units_on_host LIST [STEP [MUTANTS]]   as parse_table_on_host
 * With RUSTG_TABLE_GROUPS, a file's name, nothing is guessed or cut, and it writes there of each group the key of its
 * guess, the kind of the unit around it, 0 where looking back does not come to that, and its own, as u32. With
 * RUSTG_TABLE_COUNTS it writes how often each row met each class, as u64. */
#include "table_source.h"

#include "base/tuning.h"
#include "parser/table/parse_units.h"

enum { INLINE_TOKS = TUNING_INLINE_TOKS, N_SIZES = 12 };

/* A stretch of tokens that is walked on its own.
 *   end        behind its last token
 *   run_state  of its list; PARSE_NO_STATE: it is not cut. is_run: it is a run of such a list
 *   first_cut, last_cut   its own walk goes on at the second when it has come to the first
 *   runs, n_runs          what is between them
 *   first, n_events       its nodes and units, in events */
struct unit {
    uint32_t tok, end, state, run_state, first_cut, last_cut, runs, n_runs, n_steps, round;
    size_t first, n_events;
    bool is_run, is_walked, is_good, is_met;
};
static struct unit *units;
static size_t n_units, units_capacity;
static parse_node *events;
static size_t events_capacity, n_events;
static uint32_t *event_base; /* nodes before each event */
static uint32_t *unit_of_tok;
static uint8_t *guess_of_tok;
static size_t toks_capacity;
static parse_table_frame *frames;

static FILE *groups;                                               /* not NULL: nothing is guessed */
static uint64_t file_guessed, file_wrong_guesses, file_wrong_cuts; /* of one file */
static uint64_t n_met, n_guessed, n_wrong_guesses, n_wrong_cuts, n_wasted, n_runs_met, all_steps;
static uint64_t sizes[N_SIZES], steps_of_sizes[N_SIZES];
static uint32_t longest, most_rounds, most_frames;
static char longest_name[256];

static uint32_t add_unit(uint32_t tok, uint32_t end_tok, uint32_t state)
{
    if (n_units == units_capacity) {
        units_capacity = 2 * units_capacity + 1024;
        units = need(realloc(units, units_capacity * sizeof *units));
    }
    struct unit u = {.tok = tok, .end = end_tok, .state = state, .run_state = PARSE_NO_STATE};
    units[n_units] = u;
    return (uint32_t)n_units++;
}

static const uint16_t *unit_row(uint32_t unit_kind)
{
    return &table.units[4 * unit_kind];
}

static uint32_t kind_of_state(uint32_t state)
{
    uint32_t unit_kind = PARSE_UNIT_FILE;
    while (unit_kind < PARSE_MOST_UNITS && unit_row(unit_kind)[0] != state)
        unit_kind++;
    return unit_kind;
}

/* Cuts the unit's list. */
static void cut_unit(const parse_input *in, uint32_t id, uint32_t unit_kind)
{
    const uint16_t *row = unit_row(unit_kind);
    const uint32_t close = units[id].end - 1;
    uint32_t cut = row[2] == PARSE_LIST_NONE
                       ? close
                       : parse_next_cut(in, row[2], units[id].tok + (unit_kind != PARSE_UNIT_FILE), close);
    if (cut == close)
        return;
    units[id].run_state = row[1];
    units[id].first_cut = units[id].last_cut = cut;
    units[id].runs = (uint32_t)n_units;
    for (;;) {
        const uint32_t next = parse_next_cut(in, row[2], cut, close);
        if (next == close)
            break;
        const uint32_t run = add_unit(cut, next, row[1]);
        units[run].is_run = true;
        units[id].n_runs++;
        units[id].last_cut = cut = next;
    }
}

/* What a walk does at a cut: goes on there as what was behind it does, or first returns from what it has read. */
typedef enum cut_end { CUT_GOOD, CUT_RETURNS, CUT_WRONG } cut_end;
static cut_end stands_at_cut(const table_walk *w, uint32_t run_state, bool is_run)
{
    const uint32_t id = w->more != PARSE_NO_OUTCOME ? w->more : parse_table_find(&table, w->at.state, classes[w->pos]);
    if (id == PARSE_NO_OUTCOME)
        return CUT_WRONG;
    if (w->more == PARSE_NO_OUTCOME && id == parse_table_find(&table, run_state, classes[w->pos]) &&
        !(is_run && w->n_frames > 0))
        return CUT_GOOD;
    return table.outcomes[id].does & (PARSE_DOES_POP | PARSE_DOES_MORE) && !(table.outcomes[id].does & PARSE_DOES_MOVE)
               ? CUT_RETURNS
               : CUT_WRONG;
}

/* Walks a unit from its state alone. */
static void walk_unit(const parse_input *in, struct unit *u)
{
    table_walk w = {{u->state, u->tok, u->tok, 0}, u->tok, 0, 0, PARSE_NO_OUTCOME};
    const uint8_t met_as = classes[u->tok];
    classes[u->tok] = (uint8_t)parse_class(&table, in, u->tok, false); /* it opens the group that this walk is for */
    u->is_walked = true;
    u->first = n_events;
    for (;;) {
        cut_end at_cut = CUT_RETURNS;
        if (u->is_run && w.pos >= u->end) {
            at_cut = w.pos == u->end ? stands_at_cut(&w, u->state, true) : CUT_WRONG;
            u->is_good = at_cut == CUT_GOOD;
            if (at_cut != CUT_RETURNS)
                break;
        } else if (u->run_state != PARSE_NO_STATE && w.pos >= u->first_cut && w.pos <= u->last_cut) {
            at_cut = w.pos == u->first_cut ? stands_at_cut(&w, u->run_state, false) : CUT_WRONG;
            if (at_cut == CUT_WRONG)
                break;
        }
        if (at_cut == CUT_GOOD) {
            if (u->n_runs > 0) {
                parse_node runs = {.start = u->runs, .end = u->n_runs, .anchor = 1};
                events[n_events + w.n_nodes++] = runs;
            }
            w.pos = u->last_cut;
            w.at.state = u->run_state;
            u->first_cut = UINT32_MAX;
        }
        if (!is_mutant && w.more == PARSE_NO_OUTCOME && w.pos <= in->eof_tok)
            count_row(w.at.state, classes[w.pos]);
        const table_step_end how = table_step(in, &w, frames, events + n_events, events_capacity - n_events);
        u->n_steps++;
        most_frames = w.n_frames > most_frames ? w.n_frames : most_frames;
        if (how == STEP_GOES_ON && (u->n_steps < 8 * (in->eof_tok + 16)))
            continue;
        /* the file ends before its last token, EOF */
        u->is_good = how == STEP_RETURNS && !u->is_run && w.pos + (u == units) == u->end;
        break;
    }
    classes[u->tok] = met_as;
    u->n_events = w.n_nodes;
    n_events += w.n_nodes;
}

/* A unit that is met by what is around it: walked again without cuts where they were wrong. false: the table leaves the
 * file. */
static bool meet_unit(const parse_input *in, uint32_t id, uint32_t round)
{
    struct unit *u = &units[id];
    u->is_met = true;
    u->round = round;
    if (!u->is_walked)
        walk_unit(in, u);
    bool is_good = u->is_good;
    for (uint32_t i = 0; is_good && i < u->n_runs; i++)
        is_good = units[u->runs + i].is_good;
    if (!is_good && u->run_state != PARSE_NO_STATE) {
        file_wrong_cuts++;
        u->run_state = PARSE_NO_STATE;
        u->n_runs = 0;
        u->round++;
        walk_unit(in, u);
        is_good = u->is_good;
    }
    return is_good;
}

/* Which unit stands at a token where one is to begin in a state. */
static uint32_t unit_for(const parse_input *in, uint32_t tok, uint32_t state, uint32_t *round)
{
    const uint32_t guess = guess_of_tok[tok];
    file_guessed++;
    if (unit_row(guess)[0] == state)
        return unit_of_tok[tok];
    if (!groups) {
        file_wrong_guesses++;
        ++*round;
    } else {
        guess_of_tok[tok] = (uint8_t)kind_of_state(state);
    }
    return add_unit(tok, in->partner[tok] + 1, state);
}

/* From the file on all units that are met; false: the table leaves the file. */
static bool meet_all(const parse_input *in, uint32_t root)
{
    uint32_t *work = need(malloc(sizeof *work)), n_work = 1;
    size_t capacity_work = 1;
    bool is_good = meet_unit(in, root, 0);
    work[0] = root;
    while (is_good && n_work > 0) {
        const uint32_t id = work[--n_work];
        for (size_t i = 0; is_good && i < units[id].n_events; i++) {
            parse_node *event = &events[units[id].first + i];
            if (event->kind != 0)
                continue;
            uint32_t round = units[id].round;
            if (event->anchor == 0) {
                event->start = unit_for(in, event->start, event->end, &round);
                event->end = event->anchor = 1;
            }
            for (uint32_t j = 0; is_good && j < event->end; j++) {
                const uint32_t child = event->start + j;
                if (!units[child].is_run)
                    is_good = meet_unit(in, child, round);
                else
                    units[child].is_met = true;
                if (n_work == capacity_work) {
                    capacity_work = 2 * capacity_work + 64;
                    work = need(realloc(work, capacity_work * sizeof *work));
                }
                work[n_work++] = child;
            }
        }
    }
    free(work);
    return is_good;
}

/* Puts the nodes of all units in the order of a walk that left none to others; marks become those of that order. */
static size_t put_together(uint32_t root)
{
    struct at {
        uint32_t unit, next_run, runs_end;
        size_t event;
    } *stack = need(malloc(sizeof *stack));
    size_t n_stack = 1, capacity_stack = 1, n_out = 0;
    struct at first = {root, 0, 0, 0};
    stack[0] = first;
    while (n_stack > 0) {
        struct at *at = &stack[n_stack - 1];
        const struct unit *u = &units[at->unit];
        if (at->next_run < at->runs_end) {
            struct at child = {at->next_run++, 0, 0, 0};
            if (n_stack == capacity_stack) {
                capacity_stack = 2 * capacity_stack + 64;
                stack = need(realloc(stack, capacity_stack * sizeof *stack));
            }
            stack[n_stack++] = child;
            continue;
        }
        if (at->event == u->n_events) {
            n_stack--;
            continue;
        }
        const size_t e = u->first + at->event++;
        event_base[e] = (uint32_t)n_out;
        if (events[e].kind == 0) {
            at->next_run = events[e].start;
            at->runs_end = events[e].start + events[e].end;
            continue;
        }
        if (n_out == capacity)
            break;
        nodes[n_out] = events[e];
        nodes[n_out].mark = event_base[u->first + events[e].mark];
        n_out++;
    }
    free(stack);
    return n_out;
}

static void make_units(const parse_input *in)
{
    n_units = n_events = 0;
    file_guessed = file_wrong_guesses = file_wrong_cuts = 0;
    if (toks_capacity < in->eof_tok + 16) {
        toks_capacity = 2 * in->eof_tok + 1024;
        unit_of_tok = need(realloc(unit_of_tok, toks_capacity * sizeof *unit_of_tok));
        guess_of_tok = need(realloc(guess_of_tok, toks_capacity));
        events_capacity = 16 * toks_capacity;
        events = need(realloc(events, events_capacity * sizeof *events));
        event_base = need(realloc(event_base, events_capacity * sizeof *event_base));
    }
    memset(guess_of_tok, 0, in->eof_tok + 1);
    add_unit(0, in->eof_tok + 1, table.head->start);
    for (uint32_t i = 0; i <= in->eof_tok; i++) {
        const uint32_t k = in->kinds[i];
        bool is_unit = i < in->eof_tok && PARSE_IS_OPEN(k) && in->partner[i] - i > INLINE_TOKS;
        if (is_unit && groups)
            is_unit = !(k == T_L_BRACKET && i > 0 && (in->kinds[i - 1] == T_POUND || in->kinds[i - 1] == T_BANG));
        else if (is_unit)
            is_unit = (guess_of_tok[i] = (uint8_t)parse_guess(table.guesses, in, i)) != PARSE_UNIT_NONE;
        classes[i] = (uint8_t)parse_class(&table, in, i, is_unit);
        if (is_unit && !groups)
            unit_of_tok[i] = add_unit(i, in->partner[i] + 1, unit_row(guess_of_tok[i])[0]);
    }
    for (uint32_t id = 0, n = (uint32_t)n_units; !groups && id < n; id++)
        cut_unit(in, id, id == 0 ? (uint32_t)PARSE_UNIT_FILE : guess_of_tok[units[id].tok]);
    for (uint32_t id = 0; !groups && id < n_units; id++)
        walk_unit(in, &units[id]);
}

static void write_groups(const parse_input *in)
{
    for (uint32_t i = 0; i < in->eof_tok; i++) {
        if (!PARSE_IS_OPEN(in->kinds[i]) || in->partner[i] - i <= INLINE_TOKS)
            continue;
        const uint32_t around = parse_guess_around(in, i);
        const uint32_t kind_around = around ? guess_of_tok[around] : PARSE_UNIT_NONE;
        const uint32_t one[] = {parse_guess_key(in, i), kind_around, guess_of_tok[i]};
        fwrite(one, sizeof one, 1, groups);
    }
}

static void count_units(const parse_input *in, const char *name)
{
    if (groups)
        write_groups(in);
    n_guessed += file_guessed;
    n_wrong_guesses += file_wrong_guesses;
    n_wrong_cuts += file_wrong_cuts;
    if (file_wrong_cuts > 0 && getenv("RUSTG_TABLE_NAMES"))
        printf("cut wrongly %s\n", name);
    for (size_t i = 0; i < n_units; i++) {
        const struct unit *u = &units[i];
        uint32_t size = 0;
        while (size + 1 < N_SIZES && u->n_steps > 16u << size)
            size++;
        if (!u->is_met) {
            n_wasted++;
            continue;
        }
        n_met++;
        most_rounds = u->round > most_rounds ? u->round : most_rounds;
        n_runs_met += u->is_run;
        sizes[size]++;
        steps_of_sizes[size] += u->n_steps;
        all_steps += u->n_steps;
        if (u->n_steps > longest) {
            longest = u->n_steps;
            snprintf(longest_name, sizeof longest_name, "%s", name);
        }
    }
}

static uint32_t check_source(const char *name, const uint8_t *bytes, size_t n, uint32_t edition)
{
    parse_file file;
    if (!read_tokens(bytes, n, edition, &file))
        return 0;
    const parse_verdict verdict = parse_cpu_file(&file, &scratch);
    const parse_input in = input_of(&file);
    make_units(&in);
    const bool is_good = meet_all(&in, 0);
    if (verdict != PARSE_GOOD) {
        n_bad++;
        if (is_good && n_wrong++ < 20)
            printf("FAIL %s %u: the table reads a file that has an error\n", name, edition);
        return file.n_toks;
    }
    n_good++;
    good_bytes += n;
    if (!is_good) {
        n_left++;
        left_bytes += n;
        if (getenv("RUSTG_TABLE_NAMES"))
            printf("left %s %u\n", name, edition);
        return file.n_toks;
    }
    good_toks += file.n_toks;
    if (!is_mutant)
        count_units(&in, name);
    if (!same_nodes(nodes, put_together(0)) && n_wrong++ < 20)
        printf("FAIL %s %u: the nodes differ\n", name, edition);
    return file.n_toks;
}

static void write_counts(const char *path, const void *counts, size_t n_bytes)
{
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(counts, 1, n_bytes, out) != n_bytes || fclose(out) != 0)
        fprintf(stderr, "parse_units_on_host: cannot write %s\n", path);
}

int main(int argc, char **argv)
{
    const char *groups_name = getenv("RUSTG_TABLE_GROUPS");
    frames = need(malloc(MOST_FRAMES * sizeof *frames));
    make_counts();
    if (groups_name)
        groups = need(fopen(groups_name, "wb"));
    if (!check_list(argc, argv))
        return 2;
    tell_files();
    printf("%llu units, %llu of them runs; %llu groups: %llu guessed wrongly (%.4f%%); %llu lists cut wrongly; most "
           "rounds %u; "
           "%llu units walked for nothing; most frames %u\n",
           (unsigned long long)n_met, (unsigned long long)n_runs_met, (unsigned long long)n_guessed,
           (unsigned long long)n_wrong_guesses, n_guessed ? 100.0 * (double)n_wrong_guesses / (double)n_guessed : 0,
           (unsigned long long)n_wrong_cuts, most_rounds + 1, (unsigned long long)n_wasted, most_frames);
    printf("longest %u steps (%s); units, and percent of steps, of at most", longest, longest_name);
    for (uint32_t i = 0; i < N_SIZES; i++)
        printf(i + 1 < N_SIZES ? " %u: %llu, %.2f;" : " more than that, %u: %llu, %.2f\n",
               i + 1 < N_SIZES ? 16u << i : 8u << i, (unsigned long long)sizes[i],
               all_steps ? 100.0 * (double)steps_of_sizes[i] / (double)all_steps : 0);
    printf("hot rows: %.3f%% of the steps of all units\n",
           counted_steps ? 100.0 * (double)hot_steps / (double)counted_steps : 100);
    if (groups && fclose(groups) != 0)
        fprintf(stderr, "parse_units_on_host: cannot write %s\n", groups_name);
    if (getenv("RUSTG_TABLE_COUNTS"))
        write_counts(getenv("RUSTG_TABLE_COUNTS"), row_steps, n_row_steps() * sizeof *row_steps);
    return n_wrong != 0;
}
