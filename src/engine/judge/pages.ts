/** Pages that came in place of the answers of a service, such as a maintenance page with status 200. Pure. */
import type { Contract } from '../../contract/types.ts';
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
 * that lasted, no request with one got any other answer. A service that never answers otherwise is another service; two operations may return the
 * same HTML file, if the document specifies the answer of neither.
 */
export function withoutPages(recording: Recording, { operations, format }: Contract): Recording {
  if (recording.side === 'client') return recording;
  const answered = recording.exchanges.filter(succeeded);
  const inPlace = (stretch: readonly Exchange[]): boolean => {
    const names = [...new Set(stretch.map(({ operation }) => operation))];
    const specified = format !== undefined || names.some((name) => operations.get(name)?.answer !== undefined);
    return stretch.some(isAuthorised) && names.length >= (specified ? 2 : 3);
  };
  const stretches = [...grouped(answered, ({ service }) => service).values()].flatMap(htmlAmong);
  const pages = new Set(stretches.filter(inPlace).flat());
  if (pages.size === 0) return recording;
  const heard = (one: Exchange): Exchange => (pages.has(one) ? { ...one, outcome: INSTEAD } : one);
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/** Stretches of the same HTML. @param all successful exchanges with one service */
function htmlAmong(all: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const others = all.filter((one) => isAuthorised(one) && !isHtml(one));
  const alike = grouped(all.filter(isHtml), ({ outcome }) => (outcome.kind === 'answer' ? outcome.body.digest : ''));
  return others.length === 0 ? [] : [...alike.values()].flatMap((pages) => stretchesOf(pages, others));
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
