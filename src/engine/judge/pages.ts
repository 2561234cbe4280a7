/**
 * Finds responses that something else sent in place of a service: pages, such as a maintenance page with status 200,
 * and all responses after a service is gone. Pure.
 */

import type { Contract } from '../../contract/types.ts';
import { isObject } from '../../files/json-value.ts';
import { ASIDE, PASSING } from '../../wire/http.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { faceOf, failedIn, isHtml, jsonOf, quoteOf, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { looksLike } from '../words/answering.ts';
import { areOfSeveral, inTurn, isAlike, isAuthorised } from '../words/neighbours.ts';
import type { Recording } from '../words/types.ts';

const instead = (what: string): Outcome => ({
  kind: 'failure',
  phase: 'page',
  code: 'PAGE',
  message: `returned ${what}: something else responds in place of the service`,
});
const HTML = instead('an HTML page, as were other operations');
const STAND_IN = instead('the same bytes as other operations');

/** Returns the recording, with responses of something else in place of the service as failures. */
export function withoutPages(recording: Recording, contract: Contract): Recording {
  const pages = pagesIn(recording, contract);
  const same = new Set(standInsIn(recording.exchanges, contract));
  if (pages.size + same.size === 0) return recording;
  return replacing(recording, new Set([...pages, ...same]), (one) => (same.has(one) ? STAND_IN : HTML));
}

/**
 * Returns the HTML pages in place of responses. A page counts in two cases:
 * - three operations responded with it to a valid credential;
 * - several operations responded with it, at least one of them to a valid credential, and no request with a valid
 *   credential got any other response. If these are only two, the document must specify the response of at least one;
 *   otherwise they may legally return the same HTML file.
 * The same page of another service of the interface counts, too.
 * Operations that always respond with the page while the service works are wrong themselves, and are not counted. If a
 * service responded only with such pages, another service may be at its address. Its pages count only if, at the same
 * times, a service that also gave other responses returned the same page.
 */
function pagesIn(recording: Recording, { operations, format }: Contract): ReadonlySet<Exchange> {
  const answered = recording.exchanges.filter(succeeded);
  const others = answered.filter((one) => isAuthorised(one) && !isHtml(one));
  const otherwise = grouped(others, ({ service }) => service);
  const html = answered.filter(isHtml);
  const pagesOf = grouped(html.filter(isAuthorised), ({ operation }) => operation);
  const answers = new Set(others.map(({ operation }) => operation));
  const namesOf = (all: readonly Exchange[]) => [...new Set(all.map(({ operation }) => operation))];
  // Whether the read that its probe sent after the page, to find out if the service works, succeeded.
  const isAlone = (page: Exchange) => {
    const following = answered.filter(
      (one) =>
        one.probe === page.probe &&
        one.lane === page.lane &&
        one.service === page.service &&
        one.operation !== page.operation &&
        one.startedAt >= page.endedAt,
    );
    const [next] = inTurn(following);
    return next?.purpose === 'closing' && !isHtml(next);
  };
  // An operation is broken if it always responds with the page, although its service gave other responses in between,
  // or after each: the page is then a wrong response of the operation.
  const broken = new Set(
    [...pagesOf].flatMap(([name, all]) => {
      const apart = stretchesOf(all, otherwise.get(all[0].service) ?? []).length > 1;
      return !answers.has(name) && (apart || all.every(isAlone)) ? [name] : [];
    }),
  );
  const working = (names: readonly string[]) => names.filter((name) => !broken.has(name));
  const inPlace = (stretch: readonly Exchange[]) => {
    const names = namesOf(stretch);
    const specified = format !== undefined || names.some((name) => operations.get(name)?.answer !== undefined);
    const passing = names.some((name) => answers.has(name)) ? names : working(names);
    return stretch.some(isAuthorised) && passing.length >= (specified ? 2 : 3);
  };
  const alike = grouped(html, (one) => `${one.service} ${faceOf(one)}`);
  const down = [...alike.values()]
    .filter(([one]) => otherwise.has(one.service))
    .flatMap((all) =>
      working(namesOf(all.filter(isAuthorised))).length > 2
        ? all
        : stretchesOf(all, otherwise.get(all[0].service) ?? [])
            .filter(inPlace)
            .flat(),
    );
  if (down.length === 0) return new Set();
  const faces = new Set(down.map(faceOf));
  const answering = others.filter(({ service }) => down.some((one) => one.service === service));
  const silent = html.filter((one) => !otherwise.has(one.service) && faces.has(faceOf(one)));
  const beside = [...grouped(silent, ({ service }) => service).values()].filter((own) =>
    stretchesOf([...down, ...own], answering).every((stretch) => stretch.some((one) => down.includes(one))),
  );
  const same = html.filter((one) => otherwise.has(one.service) && faces.has(faceOf(one)) && !broken.has(one.operation));
  return new Set([...down, ...same, ...beside.flat()]);
}

/**
 * Returns the recording, with the responses of services that are gone as failures. A service is gone for a credential
 * if, after the last success with it, several operations failed, among them a request that only shows whether the
 * service works, and whose operation succeeded before. What something else answered in its place, such as a redirect to
 * a login page or a 404 of a gateway, is neither right nor wrong.
 */
export function withoutGone(recording: Recording): Recording {
  const byLane = grouped(recording.exchanges, ({ service, lane }) => `${service} ${lane}`);
  const gone = new Set([...byLane.values()].flatMap(goneIn));
  return gone.size === 0 ? recording : replacing(recording, gone, insteadOf);
}

/** Returns the recording with other outcomes of these exchanges. */
function replacing(
  recording: Recording,
  some: ReadonlySet<Exchange>,
  outcomeOf: (one: Exchange) => Outcome,
): Recording {
  const heard = (one: Exchange) => {
    if (!some.has(one)) return one;
    const [outcome, last] = [outcomeOf(one), one.attempts.at(-1)];
    return { ...one, outcome, attempts: last ? [...one.attempts.slice(0, -1), { ...last, outcome }] : [] };
  };
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/** Returns the responses that ended after the last success began, if the service is gone. */
function goneIn(all: readonly Exchange[]): readonly Exchange[] {
  const working = all.filter((one) => isAuthorised(one) && succeeded(one));
  const last = all
    .filter((one) => one.purpose !== 'refusal' && succeeded(one))
    .reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0);
  const failed = all.filter((one) => one.endedAt > last && !succeeded(one) && !ASIDE.has(statusOf(one)));
  const valid = failed.filter(isAuthorised);
  const isControl = (one: Exchange) => one.purpose === 'closing' && working.some((other) => isAlike(other, one));
  return areOfSeveral(valid) && valid.some(isControl)
    ? failed.filter((one) => one.purpose !== 'cleanup' && isResponse(one))
    : [];
}

/** Whether there was a response that may look like a judgement of the request, unlike an overload. */
const isResponse = (one: Exchange) =>
  (one.outcome.kind === 'answer' || failedIn(one, 'redirect')) && !PASSING.has(statusOf(one));

const insteadOf = (one: Exchange): Outcome => ({
  kind: 'failure',
  phase: 'page',
  code: 'GONE',
  message: `${one.outcome.kind === 'failure' ? `was ${one.outcome.message}` : `returned ${statusAndWords(one)}`}, and no later request to the service with the same credential succeeded`,
});

/**
 * Returns the successful responses with the same bytes that a service, or all services of the interface, gave to every
 * valid request for a while, or until the end, if these are not their own: at least two operations, one of them with a
 * valid credential, otherwise respond with JSON or XML of another structure. Empty lists may legally be equal, so if
 * the bytes contain no text, and other responses followed, one of the operations must otherwise respond with an object
 * that contains texts. If the document names one format for the service, every response counts as usual that is in it,
 * but one of the operations must have given it, unless no other response followed.
 */
export function standInsIn(exchanges: readonly Exchange[], { format }: Pick<Contract, 'format'>): readonly Exchange[] {
  const answered = exchanges.filter((one) => one.outcome.kind === 'answer' && !isHtml(one));
  const services = [...grouped(answered, ({ service }) => service).values()];
  return [...(services.length > 1 ? [answered] : []), ...services].flatMap((all) => {
    const valid = all.filter((one) => isAuthorised(one) || one.purpose === 'other');
    const alike = grouped(all.filter(succeeded), sameFace);
    return [...alike.values()].flatMap((same) => inPlaceOf(valid, same, format !== undefined));
  });
}

/** Returns those of the same responses that were in place of others. */
function inPlaceOf(valid: readonly Exchange[], same: readonly [Exchange, ...Exchange[]], isInFormat: boolean) {
  const [first] = same;
  if (!areOfSeveral(same)) return [];
  const others = valid.filter((one) => sameFace(one) !== sameFace(first));
  const succeeding = others.filter(succeeded);
  const usual = grouped(succeeding, ({ operation }) => (isInFormat ? '' : operation));
  const usualOf = ({ operation }: Exchange) => usual.get(isInFormat ? '' : operation);
  const isUnlike = (one: Exchange) => isStructured(one) && !isOfOneMake(first, one);
  const oneOfEach = [...grouped(same, ({ operation }) => operation).values()].map(([one]) => one);
  const odd = new Set(oneOfEach.filter((one) => usualOf(one)?.every(isUnlike)).map(({ operation }) => operation));
  if (odd.size < 2) return [];
  const isTelling = (one: Exchange) =>
    isInFormat
      ? succeeding.some(({ operation }) => operation === one.operation)
      : quoteOf(first) !== '' || usualOf(one)?.every(isRecord);
  return stretchesOf(same, others)
    .filter((stretch) => {
      const wrong = stretch.filter(({ operation }) => odd.has(operation));
      const isLast = others.every(({ startedAt }) => startedAt < stretch[0].endedAt);
      return areOfSeveral(wrong) && wrong.some(isAuthorised) && (isLast || wrong.some(isTelling));
    })
    .flat();
}

/** Returns a text that is equal for responses with the same status and bytes. */
const sameFace = (one: Exchange) => `${statusOf(one)} ${one.outcome.body?.digest}`;

/** Returns the name of the first element of XML, without its prefix. */
const rootOf = (one: Exchange) => /^(?:<[?!][^>]*> ?)*<(?:[\w.-]+:)?([\w.-]+)/.exec(quoteOf(one))?.[1];

const isStructured = (one: Exchange) => {
  const { json } = jsonOf(one);
  return (typeof json === 'object' && json !== null) || rootOf(one) !== undefined;
};

const isOfOneMake = (one: Exchange, other: Exchange) =>
  looksLike(one, other) || (rootOf(one) !== undefined && rootOf(one) === rootOf(other));

/** Whether a response is a JSON object with texts, unlike a list, which may be empty. */
const isRecord = (one: Exchange) => {
  const { json } = jsonOf(one);
  return isObject(json) && Object.values(json).some((value) => typeof value === 'string' && value !== '');
};

/** Returns the responses in groups, with other responses between them. */
function stretchesOf(some: readonly Exchange[], others: readonly Exchange[]) {
  const stretches: [Exchange, ...Exchange[]][] = [];
  for (const one of inTurn(some)) {
    const last = stretches.at(-1)?.at(-1);
    const isApart = others.some(
      ({ startedAt, endedAt }) => last && startedAt > last.endedAt && endedAt < one.startedAt,
    );
    if (last === undefined || isApart) stretches.push([one]);
    else stretches.at(-1)?.push(one);
  }
  return stretches;
}
