/** Finds pages that a service returned in place of its responses, such as a maintenance page with status 200. Pure. */
import type { Contract } from '../../contract/types.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { isAuthorised, isHtml, succeeded, textOf } from '../words/answer.ts';
import type { Recording } from '../words/types.ts';

const INSTEAD: Outcome = {
  kind: 'failure',
  phase: 'page',
  code: 'PAGE',
  message:
    'answered with an HTML page, as were other operations at that time: something else answers in place of the service',
};

/**
 * Returns a text that is equal for equal pages: the words without digits if they are most of the words (others may be, for instance, the
 * number of the request).
 */
function faceOf(exchange: Exchange): string {
  if (exchange.outcome.kind !== 'answer' || !isHtml(exchange)) return '';
  const words = textOf(exchange).split(' ');
  const lasting = words.filter((word) => !/\d/.test(word));
  return lasting.length * 2 > words.length ? lasting.join(' ') : exchange.outcome.body.digest;
}

/**
 * Returns the recording with such pages as failures. A page counts if several operations responded with it, also to a valid credential, and
 * if no request with a valid credential got any other response in the meantime. A service that only ever responds with such a page is
 * another service, unless a service that also gives other responses had the same page for at least as long. Two operations may return the
 * same HTML file if the document specifies the response of neither.
 */
export function withoutPages(recording: Recording, { operations, format }: Contract): Recording {
  if (recording.side === 'client') return recording;
  const answered = recording.exchanges.filter(succeeded);
  const others = answered.filter((one) => isAuthorised(one) && !isHtml(one));
  const otherwise = grouped(others, ({ service }) => service);
  const html = answered.filter(isHtml);
  const pagesOf = grouped(html.filter(isAuthorised), ({ operation }) => operation);
  const answers = new Set(others.map(({ operation }) => operation));
  // An operation that only ever responds with the page, even after others of its service gave other responses, is broken: the page is its
  // own.
  const isBroken = (name: string): boolean => {
    const all = pagesOf.get(name) ?? [];
    return !answers.has(name) && stretchesOf(all, otherwise.get(all[0]?.service ?? '') ?? []).length > 1;
  };
  const inPlace = (stretch: readonly Exchange[]): boolean => {
    const names = [...new Set(stretch.map(({ operation }) => operation))];
    const specified = format !== undefined || names.some((name) => operations.get(name)?.answer !== undefined);
    const passing = names.some((name) => answers.has(name)) ? names : names.filter((name) => !isBroken(name));
    return stretch.some(isAuthorised) && passing.length >= (specified ? 2 : 3);
  };
  const alike = grouped(html, (one) => `${one.service} ${faceOf(one)}`);
  const down = [...alike.values()]
    .filter(([one]) => otherwise.has(one.service))
    .flatMap((all) => stretchesOf(all, otherwise.get(all[0].service) ?? []))
    .filter(inPlace)
    .flat();
  if (down.length === 0) return recording;
  const faces = new Set(down.map(faceOf));
  const answering = others.filter(({ service }) => down.some((one) => one.service === service));
  const silent = html.filter((one) => !otherwise.has(one.service) && faces.has(faceOf(one)));
  const beside = [...grouped(silent, ({ service }) => service).values()].filter((own) =>
    stretchesOf([...down, ...own], answering).every((stretch) => stretch.some((one) => down.includes(one))),
  );
  const pages = new Set([...down, ...beside.flat()]);
  const heard = (one: Exchange): Exchange => (pages.has(one) ? { ...one, outcome: INSTEAD } : one);
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/** Returns the pages, in parts between which the service answered. */
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
