/** `assay report`: converts a recorded run to other formats. Offline. */

import { InputError } from '../../../files/input.ts';
import { FORMATS } from '../../../report/files/formats.ts';
import { probesOf, type ReportInput } from '../../../report/parts/report-input.ts';
import { readResults } from '../../../run/directory/earlier-run.ts';
import { readEvidence } from '../../../wire/evidence/evidence.ts';
import type { Context } from '../../context.ts';
import { codeOf } from '../../failure.ts';
import { wantedReports, writeReports } from '../../reports.ts';

/** @returns 0; the exit code of the gate is that of `assay run` and `assay judge` */
export async function reportCommand(
  context: Context,
  directory: string,
  options: { readonly to?: readonly string[] },
): Promise<number> {
  const wanted = wantedReports(options.to ?? []);
  if (wanted.length === 0) {
    const formats = Object.entries(FORMATS).map(([name, { meaning }]) => `${name} (${meaning})`);
    throw new InputError(
      `Name a format and a file: assay report ${directory} --to html=report.html. Formats: ${formats.join(', ')}.`,
    );
  }
  const { problems, tooLarge } = await writeReports(wanted, await readRun(directory));
  if (problems.length + tooLarge.length > 0) throw new InputError([...problems, ...tooLarge].join('\n'));
  for (const { path } of wanted) context.remark(path);
  return 0;
}

/** Reads a recorded run for reports. A run that sent nothing has no evidence. Throws InputError if the directory contains no run. */
export async function readRun(directory: string): Promise<ReportInput> {
  const results = readResults(directory);
  const evidence = await readEvidence(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new InputError(error instanceof Error ? error.message : String(error));
  });
  return { results, exchanges: evidence?.exchanges ?? [], probes: probesOf(evidence?.assay) };
}
