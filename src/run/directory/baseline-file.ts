/** Reads and writes the baseline file: YAML that people write, with comments. */
import { Document, isMap, type YAMLSeq } from 'yaml';
import { type BaselineEntry, baselineProblems } from '../../compare/baseline.ts';
import { formProblems } from '../../contract/own-documents.ts';
import { InputError } from '../../files/read-file.ts';
import { writeWhole } from '../../files/write-file.ts';
import { readYaml } from '../../files/yaml-file.ts';
import { installedContracts } from '../installed/suites.ts';

const FORMAT = 'assay-baseline/1';

/** A parsed baseline: its entries, and the YAML document with its comments. */
export interface BaselineFile {
  readonly entries: readonly BaselineEntry[];
  readonly document: Document;
}

/**
 * Parses a baseline. Throws InputError if it is missing, not YAML, or has another format. Does not check the meaning of
 * entries.
 */
export function readBaseline(path: string): BaselineFile {
  const advice = 'Create one with `assay baseline init DIR`.';
  const { content, document, lineOf } = readYaml(path, 'baseline', path, advice);
  const wrong = formProblems('baseline', content).map(
    ({ pointer, what }) =>
      `${path}:${lineOf(pointer.split('/').slice(1))}: ${pointer === '' && / (format|type object)$/.test(what) ? `not a baseline: add "format: ${FORMAT}", or name another file with --baseline` : what.replace(/^\/entries\/\d+\/?/, '').trimStart()}.`,
  );
  if (wrong.length > 0) throw new InputError(wrong.join('\n'), wrong);
  return { entries: (content as { entries: BaselineEntry[] }).entries, document };
}

/**
 * Reads the entries of a baseline for a run.
 * @param today `YYYY-MM-DD`, UTC
 * @throws InputError with all problems: misspelt ids, missing reasons, dates too far ahead
 */
export function loadBaseline(path: string, today: string): BaselineFile {
  const file = readBaseline(path);
  const problems = baselineProblems(file.entries, today, requirementIds()).map(
    (one) => `The baseline ${JSON.stringify(path)}: ${one}`,
  );
  if (problems.length > 0) throw new InputError(problems.join('\n'), problems);
  return file;
}

/** Returns every id that an entry may name: the requirements of `assay run` and `assay serve`. */
function requirementIds() {
  return installedContracts().flatMap(({ contract: { requirements } }) =>
    [...requirements.values()].map(({ id, basis }) => (basis === 'gap' ? `${id}/as-profile-says` : id)),
  );
}

/** Returns an empty baseline. */
export function newBaseline(): BaselineFile {
  const document = new Document({ format: FORMAT, entries: [] });
  document.commentBefore =
    ' Known findings: they change no verdict, only whether the gate is red.\n Each needs a reason, an owner and an expiry date.';
  return { entries: [], document };
}

/** Appends entries and keeps comments. */
export function addEntries({ document }: BaselineFile, entries: readonly BaselineEntry[]): void {
  const seq = entriesOf(document);
  seq.flow = false;
  for (const entry of entries) seq.add(document.createNode(entry));
}

/** Removes the entries for these requirements and keeps the comments of the others. */
export function removeEntries({ document }: BaselineFile, requirements: ReadonlySet<string>): void {
  const seq = entriesOf(document);
  // The yaml library attaches a comment above the first entry to the list.
  seq.items = seq.items.filter((item) => !(isMap(item) && requirements.has(String(item.get('requirement')))));
}

/** Writes a baseline atomically. */
export async function writeBaseline(path: string, { document }: BaselineFile): Promise<void> {
  await writeWhole(path, document.toString({ lineWidth: 0 }));
}

/** The schema of baselines states that there is a list. */
const entriesOf = (document: Document) => document.get('entries') as YAMLSeq;
