/* cli_completion.c: prints what a shell needs to complete rustgc's options and their values. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

typedef enum completion_id {
#define OPTION(id, name, letter, value, most, help) COMPLETION_##id,
#include "cli/cli_option.def"
    N_COMPLETIONS
} completion_id;

static const char CHOICES[] = "";
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
#include "cli/cli_option.def"
};
enum { N_COMPLETION_CHOICES = sizeof completion_choices / sizeof *completion_choices };

/* Whether the value is the name of a file or folder, or of several things one of which is. */
static bool completion_is_path(const char *value)
{
    static const char *const names[] = {"FILE", "DIR", "V"};
    for (size_t i = 0; value && i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0)
            return true;
    return false;
}

static void completion_put_choices(cli_writer *out, size_t option)
{
    bool is_first = true;
    for (size_t i = 0; i < N_COMPLETION_CHOICES; i++) {
        if (completion_choices[i].id != (completion_id)option || !completion_choices[i].word[0])
            continue;
        writer_string(out, is_first ? "" : " ");
        writer_string(out, completion_choices[i].word);
        is_first = false;
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
        if (completions[i].value == NULL || completions[i].value[0] == '[')
            continue;
        writer_format(out, "    --%s", completions[i].name);
        if (completions[i].letter)
            writer_format(out, " | -%c", completions[i].letter);
        if (completions[i].value == CHOICES) {
            writer_string(out, ") COMPREPLY=($(compgen -W '");
            completion_put_choices(out, i);
            writer_string(out, "' -- \"$cur\")) ;;\n");
        } else {
            writer_string(out, completion_is_path(completions[i].value) ? ") COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
                                                                        : ") COMPREPLY=() ;;\n");
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
        const char *value = completions[i].value;
        if (completions[i].letter)
            writer_format(out, "    {-%c%s,--%s%s}", completions[i].letter, value ? "+" : "", completions[i].name,
                          value ? "=" : "");
        else
            writer_format(out, "    --%s%s", completions[i].name, value ? (value[0] == '[' ? "=-" : "=") : "");
        writer_string(out, "'[");
        completion_put_quoted(out, completions[i].help, "[]:\\");
        writer_char(out, ']');
        if (value && value[0] == '[') {
            writer_string(out, "::file:_files");
        } else if (value == CHOICES) {
            writer_string(out, ":value:(");
            completion_put_choices(out, i);
            writer_char(out, ')');
        } else if (value) {
            writer_string(out, completion_is_path(value) ? ":file:_files" : ":value:");
        }
        writer_string(out, "' \\\n");
    }
    writer_string(out, "    '*:file:_files'\n");
}

static void completion_fish(cli_writer *out)
{
    for (size_t i = 0; i < N_COMPLETIONS; i++) {
        const char *value = completions[i].value;
        writer_format(out, "complete -c rustgc -l %s", completions[i].name);
        if (completions[i].letter)
            writer_format(out, " -s %c", completions[i].letter);
        if (value == CHOICES) {
            writer_string(out, " -x -a '");
            completion_put_choices(out, i);
            writer_char(out, '\'');
        } else if (value && value[0] != '[') {
            writer_string(out, completion_is_path(value) ? " -r" : " -x");
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
