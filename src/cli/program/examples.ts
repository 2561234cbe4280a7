/** Examples in the help of commands, one per line. */
import type { Command } from 'commander';

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  init: ['assay init', 'assay init --interface INTERFACE --url URL --certificate FILE --out staging.env'],
  doctor: ['assay doctor', 'assay doctor --env-file staging.env --quiet'],
  plan: ['assay plan', 'assay plan --reference'],
  run: ['assay run --env-file staging.env --out report', 'assay run --reference'],
  clean: ['assay clean reports/latest', 'assay clean reports/latest --remove'],
  fleet: ['assay fleet fleet/ --out reports/fleet', 'assay fleet fleet/ --out reports/fleet --resume'],
  merge: ['assay merge part-1 part-2 --out overview'],
  list: ['assay list requirements --only INTERFACE/RECORD', 'assay list settings', 'assay list faults --only ID'],
  explain: ['assay explain ID', 'assay explain inconclusive', 'assay explain exit-codes'],
  open: ['assay open', 'assay open report'],
  report: ['assay report reports/latest --to junit=junit.xml'],
  judge: ['assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'],
  diff: ['assay diff last-night reports/latest'],
  history: ['assay history'],
  baseline: ['assay baseline init reports/latest', 'assay baseline check'],
  serve: ['assay serve INTERFACE', 'assay serve INTERFACE --once OPERATION --out report'],
  certify: [
    'assay certify --new-key vendor.key --new-statement statement.yaml',
    'assay certify claim --statement statement.yaml --key vendor.key --out claim.assay',
  ],
  verify: ['assay verify claim.assay --key vendor.key.pub'],
  selftest: ['assay selftest', 'assay selftest --interface INTERFACE --seeds 100'],
  completion: ['source <(assay completion bash)', 'assay completion fish > ~/.config/fish/completions/assay.fish'],
};

/** Adds its examples to the help of each command. */
export function addExamples(program: Command): void {
  for (const command of program.commands) {
    const lines = EXAMPLES[command.name()];
    if (lines !== undefined) command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}
