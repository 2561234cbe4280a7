/** The evidence as a single HAR 1.2 file for viewers, with every body inline. */
import { toHarEntry } from '../../wire/evidence/har.ts';
import type { ReportInput } from '../parts/report-input.ts';

/**
 * Yields the file entry by entry, because bodies may be large. It lacks the data for judging again, which evidence.har
 * contains.
 */
export function* renderHar({ results, exchanges }: ReportInput): Generator<string> {
  const began = Date.parse(results.run.startedAt);
  const pages = [...new Set(exchanges.map((exchange) => exchange.interface))].map((id) => ({
    startedDateTime: results.run.startedAt,
    id,
    title: `${id}, run ${results.run.id}`,
    pageTimings: {},
  }));
  const creator = { name: 'assay', version: results.suite.version };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":${JSON.stringify(pages)},"entries":[\n`;
  let separator = '';
  for (const exchange of exchanges) {
    const { _assay, ...entry } = toHarEntry(exchange, began);
    const { id, interface: of, lane, probe, operation, purpose } = exchange;
    yield separator;
    yield JSON.stringify({
      ...entry,
      pageref: of,
      comment: `${id}: ${operation} (${purpose}, ${lane})`,
      _assay: { id, probe, operation, lane, purpose },
    });
    separator = ',\n';
  }
  yield '\n]}}\n';
}
