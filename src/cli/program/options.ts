/** Options that several commands share. */

import type { Depth } from '../../settings/types.ts';
import type { OptionRow } from './command.ts';

/** The option may be repeated. */
export const repeated = { repeated: true } as const;

export const json: OptionRow = ['--json', 'print only JSON on stdout'];
export const only: OptionRow = [
  '--only <glob>',
  'select requirements below an id, or by pattern: * within a segment, ** across segments; repeatable',
  repeated,
];
export const envFile: OptionRow = [
  '--env-file <file>',
  'settings file to read instead of .env; environment variables override it',
];
export const requireComplete: OptionRow = [
  '--require-complete',
  'exit code 3 if a documented requirement was skipped or inconclusive',
];
export const baseline: OptionRow = [
  '--baseline <file>',
  'file of known findings, which do not turn the gate red until they expire',
];
/** The usual file. */
export const BASELINE_FILE = 'baseline.yaml';
export const compare: OptionRow = ['--compare <dir>', 'directory of an earlier run to compare with'];
export const base: OptionRow = [
  '--base <dir>',
  'directory of the last run that passed: compare with it, and keep this run there instead if it passes',
  { conflicts: ['compare'] },
];
export const failOn: OptionRow = [
  '--fail-on <conditions>',
  'conditions that turn the gate red: new, expired, lost, worse, warn, stale, residue, profile; comma-separated or repeated (default: new,expired; compared with an earlier run also lost,worse)',
  repeated,
];
export const replace: OptionRow = [
  '--replace',
  'replace the results of an earlier run in the directory of --out; its ledger is kept',
];
export const quiet: OptionRow = ['-q, --quiet', 'print only the conclusion'];
export const fault: OptionRow = ['--fault <id>', 'give the references a fault (assay list faults)'];
export const variants: OptionRow = [
  '--variant <id>',
  'give the references a legal variant (assay list variants); repeatable',
  repeated,
];
export const reference: OptionRow = ['--reference', 'use the embedded reference services instead of a deployment'];

/** Of commands that take settings as options. */
export const ABOUT_SETTINGS = `Every setting is also an option (--url, --cert, --key, --ca, --token-file, ...),
which overrides the environment and the settings file. Where several interfaces
have one, give its full name: that of the setting, in lower case and with
hyphens. For the list, see assay init --help.`;

export const REPORT_FORMATS = 'html, markdown, junit, github, har, allure (a directory), openmetrics, json; repeatable';

/** Options below a separate heading. */
export const under = (heading: string, ...options: readonly OptionRow[]): OptionRow[] =>
  options.map(([form, description, more]) => [form, description, { ...more, heading }]);

/** Options for a claim. */
export const claimed: readonly OptionRow[] = [
  [
    '--plan <plan>',
    'for a claim: test the interfaces of this certification plan (assay list plans), at depth thorough',
  ],
  ['--statement <file>', "for a claim: the vendor's statement; skip what it declares as not offered"],
];

/** Values of `--fault` and `--variant` for references. */
export interface Deviating {
  readonly fault?: string;
  readonly variant?: readonly string[];
}

/** Values of options; a command gets those that it declares. */
export interface Options {
  readonly reference?: true;
  readonly envFile?: string;
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly out?: string;
  readonly replace?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly quiet?: true;
  readonly requireComplete?: true;
  readonly baseline?: string;
  readonly failOn?: readonly string[];
  readonly compare?: string;
  readonly base?: string;
  readonly onlyFailedFrom?: string;
  readonly plan?: string;
  readonly nonce?: string;
  readonly statement?: string;
  readonly practice?: true;
  readonly selftest?: string;
  readonly certificate?: string;
  readonly interface?: readonly string[];
}
