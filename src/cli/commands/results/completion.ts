/** `assay completion`: scripts by which shells complete commands, options and their values. */
import type { Argument, Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { SUGGESTED } from '../../program/command.ts';

/** A command: the names that lead to it, and the commands below it. */
interface Node {
  readonly path: readonly string[];
  readonly below: readonly Command[];
  readonly arguments: readonly Completed<Argument>[];
  readonly options: readonly Completed<Option>[];
}

/** An option or an argument, with the words that shells complete. */
interface Completed<T> {
  readonly of: T;
  readonly words: readonly string[];
}

/** Prints the script of a program for a shell. @returns 0 */
export async function completionCommand(context: Context, program: Command, shell: string): Promise<number> {
  context.answer(SCRIPTS[shell]?.(program.name(), await nodesOf(program)) ?? '');
  return 0;
}

/** Returns a command and those below it. `siblings`: the commands that `help` explains. */
async function nodesOf(
  command: Command,
  path: readonly string[] = [],
  siblings: readonly Command[] = [],
): Promise<Node[]> {
  const below = command.createHelp().visibleCommands(command);
  const completed = async <T extends Option | Argument>(of: T): Promise<Completed<T>> => ({
    of,
    words: of.argChoices ?? (await SUGGESTED.get(of)?.()) ?? (of.name() === 'command' ? namesOf(siblings) : []),
  });
  const node: Node = {
    path,
    below,
    arguments: await Promise.all(command.registeredArguments.map((one) => completed(one))),
    options: await Promise.all(command.options.map((one) => completed(one))),
  };
  const nodes = await Promise.all(below.map((one) => nodesOf(one, [...path, one.name()], command.commands)));
  return [node, ...nodes.flat()];
}

const namesOf = (commands: readonly Command[]) => commands.map((one) => one.name());

function bash(name: string, nodes: readonly Node[]) {
  const paths = nodes.slice(1).map(({ path }) => `'${path.join(' ')}'`);
  const valued = nodes.flatMap(({ options }) => options).filter(({ of }) => of.required);
  const chosen = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ of, words }) =>
      words.length > 0 ? [`    '${[...path, of.long].join(' ')}') words='${words.join(' ')}' ;;`] : [],
    ),
  );
  const cases = nodes.map(({ path, below, options, arguments: own }) => {
    const words = [
      ...namesOf(below),
      ...own.flatMap((argument) => argument.words),
      ...options.flatMap(({ of: { long, short } }) => [long, short]),
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
  word="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$path $word" in
${chosen.join('\n')}
    *' '${[...new Set(valued.map(({ of }) => of.long))].join("|*' '")}) words= ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  # A value follows the equals sign.
  if [[ "\${COMPREPLY[*]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _${name} ${name}
`;
}

/** Zsh can use completions of bash. */
function zsh(name: string, nodes: readonly Node[]) {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(name, nodes)}`;
}

function fish(name: string, nodes: readonly Node[]) {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = nodes.flatMap(({ path, below, options, arguments: own }) => {
    const seen = path.map((one) => `__fish_seen_subcommand_from ${one}`);
    const fresh = `not __fish_seen_subcommand_from ${namesOf(below).join(' ')}`;
    const complete = (conditions: readonly string[], words: string, meaning: string) => {
      const when = conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
      return `complete -c ${name}${when} ${words} -d ${quoted(meaning)}`;
    };
    return [
      ...below.map((one) => complete([...seen, fresh], `-f -a ${one.name()}`, one.summary() || one.description())),
      ...own.flatMap(({ of, words }) => words.map((word) => complete(seen, `-f -a ${word}`, of.description))),
      ...options.map(({ of: { long, short, required, optional, description }, words: values }) => {
        const words = [
          long?.replace('--', '-l '),
          short?.replace('-', '-s '),
          (required || optional) && '-r',
          values.length > 0 && `-f -a ${quoted(values.join(' '))}`,
        ];
        return complete(seen, words.filter(Boolean).join(' '), description);
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const SCRIPTS: Readonly<Record<string, (name: string, nodes: readonly Node[]) => string>> = { bash, zsh, fish };
