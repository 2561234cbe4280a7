/** `assay report`: converts a recorded run to other formats. Offline. */
import { join } from 'node:path';
import type { Results } from '../../engine/words/types.ts';
import { JsonLimitError, parseBoundedJson } from '../../files/bounded-json.ts';
import { readGivenFile } from '../../files/read-file.ts';
import { FORMATS } from '../../report/files/formats.ts';
import { probesOf, type ReportInput } from '../../report/parts/report-input.ts';
import { readEvidence } from '../../wire/evidence/evidence.ts';
import { type Context, UsageError } from '../context.ts';
import { codeOf } from '../failure.ts';
import { wantedReports, writeReports } from '../reports.ts';

export interface ReportOptions {
  readonly to?: readonly string[];
}

/** @returns 0; the exit code of the gate is that of `assay run` and `assay judge` */
export async function reportCommand(context: Context, directory: string, options: ReportOptions): Promise<number> {
  const wanted = wantedReports(options.to ?? []);
  if (wanted.length === 0) {
    const formats = Object.entries(FORMATS).map(([name, { meaning }]) => `${name} (${meaning})`);
    throw new UsageError(
      `Name a format and a file: assay report ${directory} --to html=report.html. Formats: ${formats.join(', ')}.`,
    );
  }
  const { problems, tooLarge } = await writeReports(wanted, await readRun(directory));
  if (problems.length + tooLarge.length > 0) throw new UsageError([...problems, ...tooLarge].join('\n'));
  for (const { path } of wanted) context.remark(path);
  return 0;
}

/** Reads a recorded run for reports. A run that sent nothing has no evidence. Throws UsageError if the directory contains no run. */
export async function readRun(directory: string): Promise<ReportInput> {
  const results = await readResults(directory);
  const evidence = await readEvidence(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  return { results, exchanges: evidence?.exchanges ?? [], probes: probesOf(evidence?.assay) };
}

async function readResults(directory: string): Promise<Results> {
  const path = join(directory, 'results.json');
  try {
    const results = parseBoundedJson(readGivenFile(path, 'results')) as Results;
    if (results.format === 'assay-results/1') return results;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new UsageError(`No results.json found in ${directory}. Name the directory of a run.`);
    throw new UsageError(
      `Cannot read ${path}: ${error instanceof JsonLimitError ? `it ${error.message}` : (error as Error).message.slice(0, 200)}`,
    );
  }
  throw new UsageError(`${path} is not in the format assay-results/1.`);
}
