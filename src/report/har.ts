/** The evidence as a single HAR 1.2 file for viewers, with every body inline. */
import { toHarEntry } from '../wire/har.ts';
import type { ReportInput } from './report-input.ts';

/** Renders every exchange as an entry. It lacks the data for judging again; use evidence.har for that. */
export function renderHar({ results, exchanges }: ReportInput): string {
  const began = Date.parse(results.run.startedAt);
  const entries = exchanges.map((exchange) => {
    const { _assay, ...entry } = toHarEntry(exchange, began, () => undefined);
    const { id, interface: of, lane, probe, operation, purpose } = exchange;
    return JSON.stringify({ ...entry, pageref: of, comment: `${id}: ${operation} (${purpose}, ${lane})`, _assay: { id, probe, operation, lane, purpose } });
  });
  const pages = [...new Set(exchanges.map((exchange) => exchange.interface))].map((id) => ({
    startedDateTime: results.run.startedAt,
    id,
    title: `${id}, run ${results.run.id}`,
    pageTimings: {},
  }));
  const creator = { name: 'assay', version: results.suite.version };
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":${JSON.stringify(pages)},"entries":[\n${entries.join(',\n')}\n]}}\n`;
}
