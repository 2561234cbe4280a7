/** `assay completion`: scripts by which shells complete commands, options and their values. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';

/** Prints the script of a program for a shell. @returns 0 */
export function completionCommand(context: Context, program: Command, shell: string): number {
  context.answer(SCRIPTS[shell]?.(program) ?? '');
  return 0;
}

/** Returns a command and those below it, each with the names that lead to it. */
function nodesOf(command: Command, path: readonly string[] = []): { path: readonly string[]; command: Command }[] {
  return [{ path, command }, ...command.commands.flatMap((one) => nodesOf(one, [...path, one.name()]))];
}

function bash(program: Command) {
  const name = program.name();
  const nodes = nodesOf(program);
  const paths = nodes.slice(1).map(({ path }) => `'${path.join(' ')}'`);
  const valued = nodes.flatMap(({ command }) => command.options).filter(({ required }) => required);
  const chosen = valued.flatMap(({ long, argChoices }) =>
    argChoices ? [`    ${long}) words='${argChoices.join(' ')}' ;;`] : [],
  );
  const cases = nodes.map(({ path, command: { commands, options, registeredArguments } }) => {
    const words = [
      ...commands.map((one) => one.name()),
      ...registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      ...options.flatMap(({ long, short }) => [long, short]),
      '--help',
    ];
    return `    '${path.join(' ')}') words='${words.filter(Boolean).join(' ')}' ;;`;
  });
  return `_${name}() {
  local path= words= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    word="\${path:+$path }$word"
    case "$word" in
      ${paths.join('|')}) path="$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${[...new Set(chosen)].join('\n')}
    ${[...new Set(valued.map(({ long }) => long))].join('|')}) words= ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`;
}

/** Zsh can use completions of bash. */
function zsh(program: Command) {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(program)}`;
}

function fish(program: Command) {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = nodesOf(program).flatMap(({ path, command: { commands, options, registeredArguments } }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const fresh = `not __fish_seen_subcommand_from ${commands.map((one) => one.name()).join(' ')}`;
    const complete = (conditions: readonly string[], words: string, meaning: string) => {
      const when = conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
      return `complete -c ${program.name()}${when} ${words} -d ${quoted(meaning)}`;
    };
    return [
      ...commands.map((one) => complete([...seen, fresh], `-f -a ${one.name()}`, one.summary())),
      ...registeredArguments.flatMap(({ argChoices = [], description }) =>
        argChoices.map((choice) => complete(seen, `-f -a ${choice}`, description)),
      ),
      ...options.map(({ long, short, required, optional, description, argChoices }) => {
        const words = [
          long?.replace('--', '-l '),
          short?.replace('-', '-s '),
          (required || optional) && '-r',
          argChoices && `-f -a ${quoted(argChoices.join(' '))}`,
        ];
        return complete(seen, words.filter(Boolean).join(' '), description);
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const SCRIPTS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };
