/* cli_completion.c: prints what a shell needs to complete rustgc's options and their values. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

typedef enum completion_id {
#define OPTION(id, name, letter, value, most, help) COMPLETION_##id,
#include "cli/cli_option.def"
    N_COMPLETIONS
} completion_id;

static const struct {
    const char *name, *value, *help;
    char letter;
} completions[] = {
#define OPTION(id, name, letter, value, most, help) {name, value, help, letter},
#include "cli/cli_option.def"
};
static const struct {
    completion_id id;
    const char *word;
} completion_choices[] = {
#define OPTION(id, name, letter, value, most, help)
#define CHOICE(id, word, value) {COMPLETION_##id, word},
#define OFFERED(id, word)       {COMPLETION_##id, word},
#include "cli/cli_option.def"
};
static const bool completion_is_repeated[N_COMPLETIONS] = {
#define OPTION(id, name, letter, value, most, help)
#define REPEATED(id) [COMPLETION_##id] = true,
#include "cli/cli_option.def"
};
static const bool completion_is_listed[N_COMPLETIONS] = {
#define OPTION(id, name, letter, value, most, help)
#define LISTED(id) [COMPLETION_##id] = true,
#include "cli/cli_option.def"
};
enum { N_COMPLETION_CHOICES = sizeof completion_choices / sizeof *completion_choices };

typedef enum completion_kind {
    KIND_NOTHING,
    KIND_REST,
    KIND_WORDS,
    KIND_LIST,
    KIND_FILE,
    KIND_FOLDER,
    KIND_OTHER
} completion_kind;

/* A word that the option takes; NULL: there are no more. */
static const char *completion_word(size_t option, size_t at)
{
    if (option == COMPLETION_DUMP_AFTER)
        return cli_dump_name(at);
    for (size_t i = 0; i < N_COMPLETION_CHOICES; i++)
        if (completion_choices[i].id == (completion_id)option && completion_choices[i].word[0] && at-- == 0)
            return completion_choices[i].word;
    return NULL;
}

/* What stands behind the option. KIND_REST: a file behind its `=`, or nothing. KIND_FILE: a file, or several things one
 * of which is. */
static completion_kind completion_kind_of(size_t option)
{
    const char *value = completions[option].value;
    if (value == NULL)
        return KIND_NOTHING;
    if (value[0] == '[')
        return KIND_REST;
    if (completion_word(option, 0))
        return completion_is_listed[option] ? KIND_LIST : KIND_WORDS;
    return strcmp(value, "DIR") == 0                               ? KIND_FOLDER
           : strcmp(value, "FILE") == 0 || strcmp(value, "V") == 0 ? KIND_FILE
                                                                   : KIND_OTHER;
}

static void completion_put_words(cli_writer *out, size_t option)
{
    const char *word;
    for (size_t i = 0; (word = completion_word(option, i)) != NULL; i++) {
        writer_string(out, i > 0 ? " " : "");
        writer_string(out, word);
    }
}

/* In single quotes; of each of special a backslash stands before it. */
static void completion_put_quoted(cli_writer *out, const char *text, const char *special)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            writer_string(out, "'\\'");
        else if (strchr(special, *c))
            writer_char(out, '\\');
        writer_char(out, *c);
    }
}

static void completion_bash(cli_writer *out)
{
    writer_string(out, "_rustgc() {\n"
                       "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    if [[ $cur == = ]]; then\n        cur=\n"
                       "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
                       "    case $prev in\n");
    for (size_t i = 0; i < N_COMPLETIONS; i++) {
        const completion_kind kind = completion_kind_of(i);
        if (kind == KIND_NOTHING || kind == KIND_REST)
            continue;
        writer_format(out, "    --%s", completions[i].name);
        if (completions[i].letter)
            writer_format(out, " | -%c", completions[i].letter);
        if (kind == KIND_WORDS || kind == KIND_LIST) { /* of a list the last word is completed */
            const bool is_list = kind == KIND_LIST;
            writer_format(out, ") COMPREPLY=($(compgen %s-W '", is_list ? "-P \"${cur%\"${cur##*,}\"}\" " : "");
            completion_put_words(out, i);
            writer_format(out, "' -- \"%s\")) ;;\n", is_list ? "${cur##*,}" : "$cur");
        } else if (kind == KIND_OTHER) {
            writer_string(out, ") COMPREPLY=() ;;\n");
        } else {
            writer_format(out, ") COMPREPLY=($(compgen -%c -- \"$cur\")) ;;\n", kind == KIND_FOLDER ? 'd' : 'f');
        }
    }
    writer_string(out, "    *)\n        if [[ $cur == -* ]]; then\n            COMPREPLY=($(compgen -W '");
    for (size_t i = 0; i < N_COMPLETIONS; i++)
        writer_format(out, "%s--%s", i > 0 ? " " : "", completions[i].name);
    writer_string(out,
                  "' -- \"$cur\"))\n        else\n            COMPREPLY=($(compgen -f -- \"$cur\"))\n        fi ;;\n"
                  "    esac\n}\ncomplete -o filenames -F _rustgc rustgc\n");
}

static void completion_zsh(cli_writer *out)
{
    writer_string(out, "#compdef rustgc\n_arguments -s \\\n");
    for (size_t i = 0; i < N_COMPLETIONS; i++) {
        const completion_kind kind = completion_kind_of(i);
        writer_string(out, completion_is_repeated[i] ? "    '*'" : "    ");
        if (completions[i].letter)
            writer_format(out, "{-%c%s,--%s%s}", completions[i].letter, kind == KIND_NOTHING ? "" : "+",
                          completions[i].name, kind == KIND_NOTHING ? "" : "=");
        else
            writer_format(out, "--%s%s", completions[i].name,
                          kind == KIND_NOTHING ? ""
                          : kind == KIND_REST  ? "=-"
                                               : "=");
        writer_string(out, "'[");
        completion_put_quoted(out, completions[i].help, "[]:\\");
        writer_char(out, ']');
        switch (kind) {
        case KIND_NOTHING: break;
        case KIND_REST: writer_string(out, "::file:_files"); break;
        case KIND_FILE: writer_string(out, ":file:_files"); break;
        case KIND_FOLDER: writer_string(out, ":directory:_files -/"); break;
        case KIND_OTHER: writer_string(out, ":value:"); break;
        case KIND_WORDS:
        case KIND_LIST:
            writer_string(out, kind == KIND_LIST ? ":value:_values -s , value " : ":value:(");
            completion_put_words(out, i);
            writer_string(out, kind == KIND_LIST ? "" : ")");
            break;
        }
        writer_string(out, "' \\\n");
    }
    writer_string(out, "    '*:file:_files'\n");
}

static void completion_fish(cli_writer *out)
{
    for (size_t i = 0; i < N_COMPLETIONS; i++) {
        writer_format(out, "complete -c rustgc -l %s", completions[i].name);
        if (completions[i].letter)
            writer_format(out, " -s %c", completions[i].letter);
        switch (completion_kind_of(i)) {
        case KIND_NOTHING:
        case KIND_REST: break;
        case KIND_FILE: writer_string(out, " -r"); break;
        case KIND_FOLDER: writer_string(out, " -x -a '(__fish_complete_directories)'"); break;
        case KIND_OTHER: writer_string(out, " -x"); break;
        case KIND_WORDS:
            writer_string(out, " -x -a '");
            completion_put_words(out, i);
            writer_char(out, '\'');
            break;
        case KIND_LIST:
            writer_string(out, " -x -a '(__fish_complete_list , \"printf %s\\\\\\\\n ");
            completion_put_words(out, i);
            writer_string(out, "\")'");
            break;
        }
        writer_string(out, " -d '");
        completion_put_quoted(out, completions[i].help, "\\");
        writer_string(out, "'\n");
    }
}

void cli_completions(cli_writer *out, cli_shell shell)
{
    switch (shell) {
    case CLI_SHELL_BASH: completion_bash(out); break;
    case CLI_SHELL_ZSH: completion_zsh(out); break;
    case CLI_SHELL_FISH: completion_fish(out); break;
    }
}
