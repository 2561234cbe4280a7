/** Words that are no command, option or value: what was meant, and the command that helps. */
import { inProcess } from '../in-process.ts';

test.each([
  ['run --repotr x', 'Unknown option "--repotr"; did you mean --report?', 'help run'],
  ['baseline inti', 'Unknown command "inti"; did you mean init?', 'help baseline'],
  ['rn', 'Unknown command "rn"; did you mean run?', 'help'],
  ['diff one', 'Missing required argument "after".\n', 'help diff'],
  ['diff one two three', 'Too many arguments for "diff", which takes 2, but got "three".\n', 'help diff'],
  ['report one', 'Required option "--to <format=file>" not specified.\n', 'help report'],
  ['run --depth deep', 'Unknown value "deep" of --depth. Known: standard, thorough.\n', 'help run'],
  ['run --fault a --fault b', '--fault is given twice. Give one fault; variants can be combined.', 'help run'],
  ['plan --json=1', 'Unknown option "--json=1"; --json takes no value.\n', 'help plan'],
  ['list fault', 'Unknown kind "fault"; did you mean faults? Known: requirements, ', 'help list'],
  // Commands of other programs; of a subcommand, they mean something else.
  ['test', 'Unknown command "test"; did you mean run?', 'help'],
  ['baseline test', 'Unknown command "test". Commands: ', 'help baseline'],
  ['constructor', 'Unknown command "constructor". Commands: ', 'help'],
  ['run --output x', 'Unknown option "--output"; did you mean --out?\n', 'help run'],
  ['report one --output x', 'Unknown option "--output"; did you mean --to?\n', 'help report'],
  ['doctor --interface x', 'Unknown option "--interface".\n', 'help doctor'],
  ['run https://x', 'The address of a service is a setting, such as --transfer-url.\n', 'help run'],
  ['run --out', 'Option "--out" lacks its value <dir>.\n', 'help run'],
  ['zzzz', 'Unknown command "zzzz". Commands: init, doctor, plan, ', 'help'],
])('%s ends with 2, and names the nearest and the help', async (args, sentence, help) => {
  const { code, stderr } = await inProcess(args.split(' '));
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(new RegExp(`For usage and examples: assay ${help}$`));
  expect(code).toBe(2);
});
