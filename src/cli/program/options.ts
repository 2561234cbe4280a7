/** Options that several commands share. */
import { Option } from 'commander';

/** Options such as `--only`: commas and repetition both mean or. */
export const globs = (value: string, before: string[] = []): string[] => [...before, value];

export const json = new Option('--json', 'print only JSON on stdout');
export const only = new Option(
  '--only <glob>',
  'select requirements below an id, or by pattern: * within a segment, ** across segments; repeatable',
).argParser(globs);
export const envFile = new Option(
  '--env-file <file>',
  'settings file to read instead of .env; environment variables override it',
);
export const requireComplete = new Option(
  '--require-complete',
  'exit 3 if a documented requirement was skipped or could not be decided',
);
export const baseline = new Option(
  '--baseline <file>',
  'file of known findings, which do not turn the gate red until they expire',
);
/** The usual file. */
export const BASELINE_FILE = 'baseline.yaml';
export const compare = new Option(
  '--compare <dir>',
  'earlier run to compare with; reports fixed and lost requirements',
);
export const failOn = new Option(
  '--fail-on <words>',
  'conditions that turn the gate red: new, expired (default: both), warn, stale, lost, worse, residue, profile; comma-separated or repeated',
).argParser(globs);
export const quiet = new Option('-q, --quiet', 'print only the conclusion');
export const reference = new Option('--reference', 'test the embedded reference services instead of a deployment');

/** `before` is false after --no-report. */
export const reports = (value: string, before: string[] | false = []): string[] => [...(before || []), value];
export const REPORT_FORMATS = 'html, markdown, junit, github, har, allure (a directory), openmetrics, json; repeatable';

/** Examples below the help of a command, one per line. */
export const examples = (...lines: string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** Runs the action of a command, and ends the process with its exit code. */
export type Act = (command: () => Promise<number>) => Promise<void>;
