/** `assay completion`: scripts by which shells complete command lines. They call the same command for each one. */
import type { Argument, Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { SUGGESTED } from '../../program/command.ts';

const BASH = `_assay() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
  # A value follows the equals sign.
  if [[ "\${COMPREPLY[*]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
# Ids may contain @, so it does not separate words.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//@}
complete -o default -F _assay assay`;

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  // Zsh can use completions of bash.
  zsh: `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${BASH}`,
  fish: `function _assay
  set -l words (commandline -opc)
  set -l found ($words[1] completion fish -- $words (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c assay -f -a '(_assay)'`,
};

/** Prints the script for a shell; with the words of a command line, what the last of them can be. @returns 0 */
export async function completionCommand(
  context: Context,
  program: Command,
  shell: string,
  words: readonly string[],
): Promise<number> {
  if (words.length === 0) context.answer(SCRIPTS[shell] ?? '');
  else {
    // Bash separates a value from the name of its option by an equals sign; fish does not.
    const typed = words.slice(1).filter((word, at, all) => word !== '=' || !all[at - 1]?.startsWith('--'));
    const [, option, value] = /^(--[\w-]+=)(.*)$/s.exec(typed.at(-1) ?? '') ?? [];
    const named = option === undefined ? [] : [option.slice(0, -1), value ?? ''];
    const all = [
      ...typed.slice(0, option === undefined ? undefined : -1),
      ...named,
      ...(words.at(-1) === '=' && words.at(-2)?.startsWith('--') ? [''] : []),
    ];
    const found = (await completed(program, all.slice(0, -1), all.at(-1) ?? '')).map(
      ([word, meaning]) => [`${option ?? ''}${word}`, meaning] as const,
    );
    // Without a word, the shell completes paths.
    if (found.length > 0)
      context.answer(found.map(([word, meaning]) => (shell === 'fish' ? `${word}\t${meaning}` : word)).join('\n'));
  }
  return 0;
}

/** Returns what a typed word can be after others, each with its meaning; none if it is the path of a file. */
async function completed(program: Command, before: readonly string[], typed: string) {
  let command = program;
  for (const word of before) command = command.commands.find((one) => one.name() === word) ?? command;
  const option = command.options.find((one) => one.required && [one.long, one.short].includes(before.at(-1)));
  const of = option ?? command.registeredArguments[0];
  const values = ((of && (await wordsOf(of))) ?? []).map((word) => [word, ''] as const);
  const isPath = of !== undefined && values.length === 0;
  const others = [
    ...command
      .createHelp()
      .visibleCommands(command)
      .map((one) => [one.name(), one.summary()] as const),
    ...command.options.flatMap(({ long, short, description }) =>
      [long, short].flatMap((name) => (name ? [[name, description] as const] : [])),
    ),
    ['--help', 'print help'] as const,
  ];
  const all = option || (isPath && !typed.startsWith('-')) ? values : [...values, ...others];
  // Of a list, the part after its last comma is completed.
  const head = typed.slice(0, typed.lastIndexOf(',') + 1);
  return all.map(([word, meaning]) => [`${head}${word}`, meaning] as const).filter(([word]) => word.startsWith(typed));
}

const wordsOf = async (of: Option | Argument) => of.argChoices ?? (await SUGGESTED.get(of)?.());
