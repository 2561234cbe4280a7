/** Pages that came in place of the answers of a service, such as a maintenance page with status 200. Pure. */
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { isAuthorised, isHtml, succeeded } from '../words/answer.ts';
import type { Recording } from '../words/types.ts';

const INSTEAD: Outcome = {
  kind: 'failure',
  phase: 'page',
  code: 'PAGE',
  message:
    'answered with an HTML page, as were other operations at that time: something else answers in place of the service',
};

/**
 * The recording with such pages as failures. Several operations were answered with the same HTML, also with a valid credential, and as long as
 * that lasted, no request with one got any other answer. A service that never answers otherwise is another service.
 */
export function withoutPages(recording: Recording): Recording {
  if (recording.side === 'client') return recording;
  const answered = recording.exchanges.filter(succeeded);
  const pages = new Set([...grouped(answered, ({ service }) => service).values()].flatMap(pagesAmong));
  if (pages.size === 0) return recording;
  const heard = (one: Exchange): Exchange => (pages.has(one) ? { ...one, outcome: INSTEAD } : one);
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/** @param all successful exchanges with one service */
function pagesAmong(all: readonly Exchange[]): readonly Exchange[] {
  const others = all.filter((one) => isAuthorised(one) && !isHtml(one));
  const alike = grouped(all.filter(isHtml), ({ outcome }) => (outcome.kind === 'answer' ? outcome.body.digest : ''));
  const stretches = [...alike.values()].flatMap((pages) => stretchesOf(pages, others));
  const inPlace = (stretch: readonly Exchange[]) =>
    stretch.some(isAuthorised) && new Set(stretch.map(({ operation }) => operation)).size > 1;
  return others.length === 0 ? [] : stretches.filter(inPlace).flat();
}

/** The pages, in parts between which the service answered. */
function stretchesOf(pages: readonly Exchange[], others: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const stretches: Exchange[][] = [];
  for (const page of pages.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const last = stretches.at(-1)?.at(-1);
    const isApart = others.some(
      ({ startedAt, endedAt }) => last && startedAt > last.endedAt && endedAt < page.startedAt,
    );
    if (last === undefined || isApart) stretches.push([page]);
    else stretches.at(-1)?.push(page);
  }
  return stretches;
}
