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

/** Minimum length of a list that commands share. */
const LONG = 1000;

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
    words:
      of.argChoices ??
      (await SUGGESTED.get(of)?.()) ??
      // To list faults and variants takes time, so shells do it when they complete one.
      (/^(?:fault|variant)$/.test(of.name())
        ? [`$(assay list ${of.name()}s | awk '{print $1}')`]
        : of.name() === 'command'
          ? namesOf(siblings)
          : []),
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

/** Ids may contain @, so it does not separate words. */
function bash(name: string, nodes: readonly Node[]) {
  // Each long list is in the script once.
  const long = new Map<string, string>();
  const wordsOf = (words: readonly string[]) => {
    // The output of a command is kept, on one line.
    const [, list] = / list (\w+)/.exec(words[0] ?? '') ?? [];
    if (list) return `\${_${name}_${list}:=${words[0]?.replace('awk', "awk -v ORS=' '")}}`;
    const text = `'${words.join(' ')}'`;
    if (text.length < LONG) return text;
    long.set(text, long.get(text) ?? `words${long.size}`);
    return `"$${long.get(text)}"`;
  };
  const paths = nodes.slice(1).map(({ path }) => `'${path.join(' ')}'`);
  const valued = nodes.flatMap(({ options }) => options).filter(({ of }) => of.required);
  const chosen = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ of, words }) =>
      words.length > 0 ? [`    '${[...path, of.long].join(' ')}') words=${wordsOf(words)} ;;`] : [],
    ),
  );
  const cases = nodes.map(({ path, below, options, arguments: own }) => {
    const flags = [...options.flatMap(({ of: { long, short } }) => [long, short]), '--help'].filter(Boolean);
    const words = [...namesOf(below), ...own.flatMap((argument) => argument.words)];
    // The argument is a path unless its words are known; then only a dash begins an option.
    const paths = own.length > 0 && words.length === 0 ? ' paths=1' : '';
    return `    '${path.join(' ')}') words=${wordsOf(words)}' ${flags.join(' ')}'${paths} ;;`;
  });
  return `_${name}() {
  local path= words= paths= word= typed="\${COMP_WORDS[COMP_CWORD]}"
${[...long].map(([text, variable]) => `  local ${variable}=${text}`).join('\n')}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    word="\${path:+$path }$word"
    case "$word" in
      ${paths.join('|')}) path="$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  if [[ $paths && $typed != -* ]]; then words=; fi
  word="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$path $word" in
${chosen.join('\n')}
    *' '${[...new Set(valued.map(({ of }) => of.long))].join("|*' '")}) words= ;;
  esac
  # Of a list, the part after its last comma is completed.
  word="\${typed##*,}"
  COMPREPLY=($(compgen -P "\${typed%"$word"}" -W "$words" -- "$word"))
  # A value follows the equals sign.
  if [[ "\${COMPREPLY[*]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//@}
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
      ...own.flatMap(({ of, words }) =>
        words.length > 0 ? complete(seen, `-f -a ${quoted(words.join(' '))}`, of.description) : [],
      ),
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
