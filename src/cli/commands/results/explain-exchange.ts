/** Explanations of exchanges: a request of a run with its response, as recorded. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../files/read-file.ts';
import { utc } from '../../../records/preview.ts';
import { exchangeLines, findingsAbout } from '../../../report/terminal/exchange.ts';
import type { Layout } from '../../../report/terminal/layout.ts';
import { LATEST, REPORTS, withoutLatest } from '../../../run/directory/run-files.ts';
import { toHarEntry } from '../../../wire/evidence/har.ts';
import { readRun } from './report.ts';

/** Whether a word names an exchange. */
export const isExchange = (word: string): boolean => /^e\d+$/i.test(word);

/** Explains exchanges of one run: `words` are their ids and, unless it is the latest one, the run's directory. */
export async function explainExchanges(words: readonly string[], layout: Layout) {
  const ids = words.filter(isExchange).map((word) => word.toLowerCase());
  const [named, ...others] = words.filter((word) => !isExchange(word));
  const directory = named ?? join(REPORTS, LATEST);
  const command = `assay explain ${ids.join(' ')} DIR`;
  if (others.length > 0) throw new InputError(`Give one run: ${command}`);
  if (named === undefined && !existsSync(directory))
    throw new InputError(`${ids[0]} is an exchange of a run. ${withoutLatest(command)}`);
  const { results, exchanges } = await readRun(directory);
  const { id: run, startedAt } = results.run;
  const began = Date.parse(startedAt);
  const which = `Run ${run}, ${utc(startedAt)}, in ${directory} (for another run: ${command})`;
  return ids.map((id, at) => {
    const exchange = exchanges.find((one) => one.id === id);
    if (exchange === undefined)
      throw new InputError(
        `No exchange ${id} found in ${JSON.stringify(directory)}, which contains ${exchanges.length === 0 ? 'none' : `${exchanges[0]?.id} to ${exchanges.at(-1)?.id}`}. For an exchange of another run: ${command}`,
      );
    const findings = findingsAbout(id, results.requirements);
    const ofClient = results.target.interfaces[exchange.interface]?.side === 'client';
    const lines = exchangeLines(exchange, findings, ofClient, layout);
    return {
      whole: toHarEntry(exchange, began),
      lines: named === undefined && at === 0 ? [layout.wrapped(which), '', ...lines] : lines,
    };
  });
}
