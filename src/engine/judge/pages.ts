/**
 * Finds responses that something else sent in place of a service: pages, such as a maintenance page with status 200,
 * and all responses after a service is gone. Pure.
 */

import type { Contract } from '../../contract/types.ts';
import { ASIDE, PASSING } from '../../wire/http.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { faceOf, failedIn, isHtml, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { isAlike, isAuthorised } from '../words/neighbours.ts';
import type { Recording } from '../words/types.ts';
import { standInsIn, stretchesOf } from './stand-ins.ts';

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
    const [next] = following.toSorted((one, other) => one.startedAt - other.startedAt);
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
  return new Set(valid.map(({ operation }) => operation)).size > 1 && valid.some(isControl)
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
