/** Words that are no command, option or value: what was meant, and the command that helps. */
import { inProcess } from '../in-process.ts';

test.each([
  ['run --repotr x', 'Unknown option "--repotr"; did you mean --report?', 'help run'],
  ['baseline inti', 'Unknown command "inti"; did you mean init?', 'help baseline'],
  ['rn', 'Unknown command "rn"; did you mean run?', 'help'],
  ['diff one', 'Missing argument <after>.\n', 'help diff'],
  ['diff one two three', 'Unexpected argument "three".\n', 'help diff'],
  ['report one', 'Required option "--to <format=file>" not specified.\n', 'help report'],
  ['report one --to', '--to needs a value: --to <format=file>.\n', 'help report'],
  ['report one --report markdown=-', 'Unknown option "--report". --report is an option of', 'help report'],
  ['judge one --out x', 'Unknown option "--out". --out is an option of init, run,', 'help judge'],
  ['run extra', 'Unexpected argument "extra".\n', 'help run'],
  ['run --depth deep', '--depth "deep" is not known. Allowed: standard, thorough.\n', 'help run'],
  ['completion fsh', 'Shell "fsh" is not known. Allowed: bash, zsh, fish.\n', 'help completion'],
  ['completion', 'Missing argument <shell>: bash, zsh, fish.\n', 'help completion'],
  ['run --fault a --fault b', '--fault is given twice. Give one fault; variants can be combined.', 'help run'],
  ['run --quiet --verbose', 'Option "-q, --quiet" cannot be used with option "-v, --verbose".', 'help run'],
  ['run --timeout-ms 5', '; did you mean --request-timeout-ms or --run-timeout-ms?', 'help run'],
  ['run --once x', 'Unknown option "--once". --once is an option of serve.\n', 'help run'],
  ['judge --url x', '. --url is an option of init, doctor, plan, run and clean.\n', 'help judge'],
  ['plan --json=1', 'Unknown option "--json=1"; --json takes no value.\n', 'help plan'],
  ['zzzz', 'Unknown command "zzzz". Commands: init, doctor, plan, ', 'help'],
])('%s ends with 2, and names the nearest and the help', async (args, sentence, help) => {
  const { code, stderr } = await inProcess(args.split(' '));
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(new RegExp(`For usage and examples: assay ${help}$`));
  expect(code).toBe(2);
});
