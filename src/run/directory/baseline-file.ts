/** Reads and writes the baseline file: YAML that people write, with comments. */
import { Document, isMap, type YAMLSeq } from 'yaml';
import { type BaselineEntry, baselineProblems } from '../../compare/baseline.ts';
import { formProblems } from '../../contract/own-documents.ts';
import { memberOf, stepsOf } from '../../files/json-value.ts';
import { refuseIf } from '../../files/read-file.ts';
import { writeWhole } from '../../files/write-file.ts';
import { readYaml } from '../../files/yaml-file.ts';
import { suggestion } from '../../settings/nearest.ts';
import { installedContracts } from '../installed/suites.ts';

const FORMAT = 'assay-baseline/1';

/** A parsed baseline: its entries, and the YAML document with its comments. */
export interface BaselineFile {
  readonly entries: readonly BaselineEntry[];
  readonly document: Document;
}

/**
 * Reads a baseline. Throws InputError if it is missing or not YAML, or with all problems of its form, each with file
 * and line.
 * @param today `YYYY-MM-DD`, UTC: also reports entries with misspelt ids, missing reasons, dates too far ahead
 */
export function readBaseline(path: string, today?: string): BaselineFile {
  const advice = 'Create one with `assay baseline init DIR`.';
  const { content, document, lineOf } = readYaml(path, 'baseline', path, advice);
  const entries = memberOf(content, 'entries');
  const meant =
    today === undefined || !Array.isArray(entries) ? [] : baselineProblems(entries, today, requirementIds());
  const formal = formProblems('baseline', content).map(({ pointer, what, word = '', known = [] }) => ({
    pointer,
    what:
      pointer === '' && / (format|type object)$/.test(what)
        ? `not a baseline, which begins with "format: ${FORMAT}" and has "entries:". To write one from a run: assay baseline init DIR`
        : `${what.replace(/^\/entries\/(\d+)(?= )/, (_, at) => `entry ${Number(at) + 1}`).replace(/^(it |\/(entries\/\d+\/)?)/, '')}${suggestion(word, known)}`,
  }));
  // A problem of the meaning says more than one of the form at the same place.
  refuseIf(
    [...formal.filter((one) => !meant.some(({ pointer }) => pointer === one.pointer)), ...meant]
      .map(({ pointer, what }) => ({ line: lineOf(stepsOf(pointer)), what }))
      .sort((one, other) => one.line - other.line)
      .map(({ line, what }) => `${path}:${line}: ${what}`),
  );
  return { entries: entries as readonly BaselineEntry[], document };
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
    ' Known failures: they change no verdict, only whether the gate is red.\n Each needs a reason, an owner and an expiry date.';
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
  const seq = entriesOf(document);
  // A block list without items would become `[]` on a separate line.
  if (seq.items.length === 0) seq.flow = true;
  await writeWhole(path, document.toString({ lineWidth: 0 }));
}

/** The schema of baselines states that there is a list. */
const entriesOf = (document: Document) => document.get('entries') as YAMLSeq;
