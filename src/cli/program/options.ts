/** Options that several commands share. */

import { InputError } from '../../files/read-file.ts';
import { FORMATS } from '../../report/files/formats.ts';
import type { ClaimOptions } from '../../run/claims/claim-options.ts';
import type { GateOptions } from '../../run/gate-options.ts';
import type { Depth } from '../../settings/types.ts';
import { firstSentence, tableIn } from '../pages.ts';
import type { OptionRow } from './command.ts';

/** The option may be repeated. */
export const repeated = { repeated: true } as const;

export const json: OptionRow = ['--json', 'print only JSON on stdout'];
const onlyOf = (verb: string, entries: string): OptionRow => [
  '--only <glob>',
  `${verb} only these ${entries}: an id (with all ids below it), or a pattern such as '**/refuses/**' (* matches within a segment, ** also across /); comma-separated or repeated`,
  repeated,
];
export const only = onlyOf('test', 'requirements');
export const onlyEntries = onlyOf('list', 'entries');
export const envFile: OptionRow = [
  '--env-file <file>',
  'settings file to read instead of .env; environment variables override it',
];
export const requireComplete: OptionRow = [
  '--require-complete',
  'give exit code 3, not 0, if a documented requirement was skipped or inconclusive',
];
export const baseline: OptionRow = [
  '--baseline <file>',
  'YAML file of known failures (assay baseline init writes it); a failure does not turn the gate red until its entry expires',
];
/** Default of --baseline. */
export const BASELINE_FILE = 'baseline.yaml';
export const compare: OptionRow = [
  '--compare <dir>',
  'compare with the earlier run in this directory; it is not changed',
];
export const base: OptionRow = [
  '--base <dir>',
  'compare with the base run (the last run that passed) in this directory; a run that passes replaces it',
  { conflicts: ['compare'] },
];
/** Conditions that compare with an earlier run. */
const COMPARED: ReadonlySet<string> = new Set(['lost', 'worse']);
const failOnOf = (compares: boolean): OptionRow => [
  '--fail-on <conditions>',
  `conditions for exit code 1 (a red gate); comma-separated or repeated (default: new,expired${compares ? '; with --base or --compare also lost,worse' : ''})`,
  {
    repeated: true,
    values: () =>
      tableIn('docs/nightly.md', 'condition')
        .filter(([words]) => compares || !COMPARED.has(words))
        .map(([word, meaning]) => [word, firstSentence(meaning)]),
  },
];
export const failOn = failOnOf(true);
/** The option for a command without an earlier run. */
export const failOnAlone = failOnOf(false);
export const replace: OptionRow = [
  '--replace',
  'replace the results of an earlier run in the directory of --out, but keep its ledger, the list of created objects',
];
export const quiet: OptionRow = ['-q, --quiet', 'print only the conclusion, and reasons if the exit code is not 0'];
/** Deviations of the references. */
export const deviating: readonly OptionRow[] = [
  [
    '--fault <id>',
    'inject this fault, so that the reference contradicts a requirement (assay list faults)',
    { once: 'Give one fault; variants can be combined.' },
  ],
  [
    '--variant <id>',
    'apply this variant, a difference that the document allows (assay list variants); repeatable',
    repeated,
  ],
];
export const reference: OptionRow = ['--reference', 'use the embedded reference services instead of a deployment'];

/** Text for commands that take settings as options. */
export const ABOUT_SETTINGS =
  'Most settings are also options, such as --url, --cert, --ca or --token-file; assay init --help lists them. Secrets are read from files. If an option exists for several interfaces, put the interface before its name: --INTERFACE-url. Options override environment variables, which override the settings file.';

/** Details of an option that writes reports. */
export const reports = {
  repeated: true,
  values: () => Object.entries(FORMATS).map(([name, { meaning }]) => [name, meaning] as const),
} as const;

/** Returns options below a separate heading. */
export const under = (heading: string, ...options: readonly OptionRow[]): OptionRow[] =>
  options.map(([form, description, more]) => [form, description, { ...more, heading }]);

/** Options for a claim. */
export const claimed: readonly OptionRow[] = [
  ['--plan <plan>', 'test the interfaces of this certification plan (assay list plans); default depth: thorough'],
  [
    '--statement <file>',
    'your statement file (assay certify --new-statement); what it declares as not offered is not tested',
  ],
];

/** Values of `--fault` and `--variant` for references. */
export interface Deviating {
  readonly fault?: string;
  readonly variant?: readonly string[];
}

/** Values of options; a command gets those that it declares. */
export interface Options extends GateOptions, ClaimOptions {
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
  readonly practice?: true;
  readonly selftest?: string;
  readonly certificate?: string;
  readonly interface?: readonly string[];
}

/**
 * Returns the number that an option gives, if it is given. Throws InputError if it is not a whole number from `least`
 * to `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
  example = 2,
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new InputError(
      `${option} must be a whole number from ${least} to ${most} (got ${JSON.stringify(text)}). Example: ${option} ${example}`,
    );
  return number;
}
