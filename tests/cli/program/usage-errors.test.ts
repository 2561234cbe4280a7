/** Words that are no command, option or value: what was meant, and the command that helps. */
import { inProcess } from '../in-process.ts';

test.each([
  ['run --urll x', 'assay run has no option "--urll"; did you mean --url', 'help run'],
  ['baseline inti', 'Unknown command "inti"; did you mean init?', 'help baseline'],
  ['rn', 'Unknown command "rn"; did you mean run?', 'help'],
  ['diff one', 'An argument is missing: assay diff BEFORE AFTER\n', 'help diff'],
  ['diff one two three', 'assay diff takes 2 arguments (got "one", "two", "three").', 'help diff'],
  ['report one', '--to is missing: assay report DIR --to FORMAT=FILE\n', 'help report'],
  ['report one --to', '--to needs a value: --to FORMAT=FILE.', 'help report'],
  ['report one --report markdown=-', 'assay report has no option "--report". --report is an option of', 'help report'],
  [
    'list faults transfer data-hub',
    'takes 1 argument (got "faults", "transfer", "data-hub"). To select requirements: assay list faults --only transfer,data-hub\n',
    'help list',
  ],
  [
    'baseline init one --out b.yaml',
    'assay baseline init has no option "--out". To name the file: --baseline FILE.',
    'help baseline init',
  ],
  ['judge one --out x', 'assay judge has no option "--out". --out is an option of init, run,', 'help judge'],
  ['run extra', 'assay run takes no argument (got "extra").\n', 'help run'],
  ['run --depth deep', '--depth must be standard or thorough (got "deep").', 'help run'],
  ['completion fsh', 'Unknown shell "fsh"; did you mean zsh? Shells: bash, zsh, fish.', 'help completion'],
  ['completion tcsh', 'Unknown shell "tcsh". Shells: bash, zsh, fish.', 'help completion'],
  ['run --fault a --fault b', '--fault is given twice. Give one fault; variants can be combined.', 'help run'],
  ['run --quiet --verbose', 'Give --quiet or --verbose, not both.', 'help run'],
  [
    'run --once x',
    'assay run has no option "--once"; did you mean --nonce? --once is an option of serve.\n',
    'help run',
  ],
  ['run --interface transfer', 'has no option "--interface". To select an interface: --only INTERFACE.', 'help run'],
  ['judge --url x', '. --url is an option of init, doctor, plan, run and clean.\n', 'help judge'],
  [
    'explain --falt',
    'assay explain has no option "--falt"; did you mean --fault (of run, serve and selftest)?',
    'help explain',
  ],
  ['plan --json=1', '--json takes no value (got "--json=1").\n', 'help plan'],
  ['zzzz', 'Unknown command "zzzz". Commands: init, doctor, plan, ', 'help'],
])('%s ends with 2, and names the nearest and the help', async (args, sentence, help) => {
  const { code, stderr } = await inProcess(args.split(' '));
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(new RegExp(`For usage and examples: assay ${help}$`));
  expect(code).toBe(2);
});
