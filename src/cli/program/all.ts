/** All commands, in the order of the help. */
import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import { CLAIM_COMMANDS } from './claims.ts';
import { type Act, addCommand, type CommandRow } from './command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from './deployments.ts';
import { EXPLAINING_COMMANDS, RESULT_COMMANDS } from './results.ts';

/** Commands that take settings as options. */
const WITH_SETTINGS = ['init', 'doctor', 'plan', 'run', 'clean'];

/** Adds them to the program. */
export async function addCommands(program: Command, context: Context, act: Act): Promise<void> {
  const groups: Readonly<Record<string, readonly CommandRow[]>> = {
    'Test a deployment:': DEPLOYMENT_COMMANDS,
    'Test many deployments:': FLEET_COMMANDS,
    'Understand the results:': [...EXPLAINING_COMMANDS, ...RESULT_COMMANDS, completionRow(program)],
    'Clients, claims, proofs:': CLAIM_COMMANDS,
  };
  for (const [heading, rows] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const row of rows) addCommand(program, row, context, act);
  }
  const named = process.argv.slice(2, 4);
  const taking = WITH_SETTINGS.filter((name) => named.includes(name) || named.includes('completion'));
  // Reading the table of settings takes time.
  if (taking.length === 0) return;
  const { addSettingOptions } = await import('../setting-options.ts');
  for (const command of program.commands)
    if (taking.includes(command.name())) addSettingOptions(command, { shown: command.name() === 'init' });
}

/** Words that can follow a command, each with its meaning. */
interface Node {
  /** Names of the command and of those above it, without the program. */
  readonly path: readonly string[];
  readonly commands: readonly (readonly [name: string, meaning: string])[];
  readonly options: readonly {
    readonly long?: string;
    readonly short?: string;
    readonly meaning: string;
    readonly takesValue: boolean;
  }[];
}

const SHELLS: Readonly<Record<string, (program: string, nodes: readonly Node[]) => string>> = { bash, zsh, fish };

/** The command that prints the script of a program. */
function completionRow(program: Command): CommandRow {
  return {
    name: 'completion',
    description: 'print a script that completes commands and options in a shell',
    examples: ['source <(assay completion bash)', 'assay completion fish > ~/.config/fish/completions/assay.fish'],
    arguments: [new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS))],
    load: async () => (context, shell: string) => {
      context.answer(SHELLS[shell]?.(program.name(), nodesOf(program, [])) ?? '');
      return 0;
    },
  };
}

function nodesOf(command: Command, path: readonly string[]): Node[] {
  const options = command.options.map(({ long, short, description, required, optional }) => ({
    ...(long !== undefined && long !== null && { long }),
    ...(short !== undefined && short !== null && { short }),
    meaning: description,
    takesValue: required || optional,
  }));
  const commands = command.commands.map((one) => [one.name(), one.description()] as const);
  return [{ path, commands, options }, ...command.commands.flatMap((one) => nodesOf(one, [...path, one.name()]))];
}

function wordsOf({ commands, options }: Node): string[] {
  return [
    ...commands.map(([name]) => name),
    ...options.flatMap(({ long, short }) => [long, short].filter((word) => word !== undefined)),
    '--help',
  ];
}

function bash(program: string, nodes: readonly Node[]): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  const cases = nodes.map((node) => `    '${node.path.join(' ')}') words='${wordsOf(node).join(' ')}' ;;`);
  return `_${program}() {
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
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${program} ${program}
`;
}

/** Zsh can use completions of bash. */
function zsh(program: string, nodes: readonly Node[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(program, nodes)}`;
}

function fish(program: string, nodes: readonly Node[]): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const fresh =
      commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map(([name]) => name).join(' ')}`] : [];
    const when = (conditions: readonly string[]) =>
      conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
    return [
      ...commands.map(
        ([name, meaning]) => `complete -c ${program} -f${when([...seen, ...fresh])} -a ${name} -d ${quoted(meaning)}`,
      ),
      ...options.map(({ long, short, meaning, takesValue }) =>
        [
          `complete -c ${program}${when(seen)}`,
          ...(long === undefined ? [] : [`-l ${long.replace(/^--/, '')}`]),
          ...(short === undefined ? [] : [`-s ${short.replace(/^-/, '')}`]),
          ...(takesValue ? ['-r'] : []),
          `-d ${quoted(meaning)}`,
        ].join(' '),
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}
