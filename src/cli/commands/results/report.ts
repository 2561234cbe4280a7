/** `assay report`: converts a recorded run to other formats. Offline. */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { codeOf, InputError, messageOf, reasonOf, refuseIf } from '../../../files/read-file.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { FORMATS, isDirectory } from '../../../report/files/formats.ts';
import type { ReportInput } from '../../../report/parts/report-input.ts';
import { readResults, runFilesIn } from '../../../run/directory/run-files.ts';
import { withAnyCommands } from '../../../run/started-as.ts';
import { suggestion } from '../../../settings/nearest.ts';
import { readEvidence } from '../../../wire/evidence/evidence.ts';
import type { Context } from '../../context.ts';

/** @returns 0; the exit code of the gate is that of `assay run` and `assay judge` */
export async function reportCommand(
  context: Context,
  directory: string,
  options: { readonly to: readonly string[] },
): Promise<number> {
  const wanted = wantedReports(options.to);
  const { problems } = await writeReports(wanted, await readRun(directory));
  refuseIf(problems);
  for (const { path } of wanted) context.remark(path);
  return 0;
}

/**
 * Reads a recorded run for reports. A run that sent no request has no evidence. Throws InputError if the directory
 * contains no run.
 */
export async function readRun(directory: string): Promise<ReportInput> {
  const results = readResults(directory);
  const evidence = await readEvidence(directory).catch((error: unknown) => {
    if (error instanceof Error && codeOf(error.cause) === 'ENOENT') return undefined;
    throw new InputError(messageOf(error));
  });
  return { results, exchanges: evidence?.exchanges ?? [] };
}

export interface WantedReport {
  readonly format: string;
  /** A file; for some formats a directory. */
  readonly path: string;
}

/** Parses `FORMAT=FILE` entries. Throws InputError, with the nearest format, if one is invalid. */
export function wantedReports(
  entries: readonly string[],
  names: readonly string[] = Object.keys(FORMATS),
): WantedReport[] {
  return entries.map((entry) => {
    const [, format = entry, path = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    if (!names.includes(format))
      throw new InputError(
        `Unknown report format ${JSON.stringify(format)}${suggestion(format, names)} Write FORMAT=FILE; formats: ${names.join(', ')}.`,
      );
    if (path === '')
      throw new InputError(
        `The report format ${format} lacks a ${isDirectory(format) ? 'directory' : 'file'}: write ${placed(format)}.`,
      );
    if (path === '-') throw new InputError('Reports are not written to stdout: name a file (./- for a file named -).');
    return { format, path };
  });
}

const placed = (format: string) => `${format}=${isDirectory(format) ? 'DIR' : 'FILE'}`;

/** Returns why a report cannot be written to its path, as far as this can be known without writing; else undefined. */
export function problemOf({ format, path }: WantedReport): string | undefined {
  try {
    if (!isDirectory(format) && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error('it is a directory');
    let place = resolve(path);
    while (!existsSync(place)) place = dirname(place);
    accessSync(place, constants.W_OK);
    return undefined;
  } catch (error) {
    return unwritten({ format, path }, error);
  }
}

/**
 * Renders and writes reports atomically.
 * @param directory of the results, if the user did not name it: `assay report` writes a report from it later
 * @returns the reports written, and one sentence per report that could not be
 */
export async function writeReports(wanted: readonly WantedReport[], input: ReportInput, directory?: string) {
  const problems: string[] = [];
  const written: WantedReport[] = [];
  for (const { format, path } of wanted) {
    try {
      const rendered = await FORMATS[format]?.(input);
      if (rendered === undefined) continue;
      if (typeof rendered === 'string') await writeWhole(path, withAnyCommands(rendered));
      else if ('next' in rendered) await writeWhole(path, rendered);
      else for (const [name, content] of rendered) await writeWhole(join(path, name), content);
      written.push({ format, path });
    } catch (error) {
      const kept = directory !== undefined && runFilesIn(directory).includes('evidence.har');
      const later = ` The results are kept. Write it elsewhere: assay report ${shellWord(directory ?? '')} --to ${placed(format)}`;
      problems.push(`${unwritten({ format, path }, error)}${kept ? later : ''}`);
    }
  }
  return { written, problems };
}

const unwritten = ({ format, path }: WantedReport, error: unknown) =>
  `Cannot write the ${format} report to ${JSON.stringify(path)}: ${reasonOf(error)}.`;
