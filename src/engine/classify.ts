/**
 * Meaning of an answer to a documented request: the table that decides one requirement per operation and credential,
 * and the blame of everything else that needed the answer.
 */
import { SERVICE_SILENT } from '../wire/silent-services.ts';
import type { Exchange, Outcome } from '../wire/types.ts';
import { jsonOf, statusAndWords, statusOf, succeeded } from './answer.ts';
import { openValues } from './open-values.ts';
import type { Blame } from './types.ts';
import { UNUSABLE_IDENTIFIER } from './unusable-identifier.ts';

export type Classification =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'contradicted'; readonly blame: 'target'; readonly why: string }
  | { readonly kind: 'undecided'; readonly blame: Blame; readonly why: string };

const ABSENT = new Set([404, 405, 410, 501]);
const BUSY = new Set([408, 425, 429, 502, 503, 504, 507]);

/** Under this name a probe notes why the document leaves open whether what it asked for can be done, such as to cancel a job that has finished. */
export const LEFT_OPEN = 'leftOpen';

/** Under this name a probe notes what helps against the answer that it got, as the end of a sentence. */
export const REMEDY = 'remedy';

/** The reason of what rests on an exchange, from what is said of the exchange itself: `OPERATION was answered with 503`. */
export function dependsOn(exchange: Exchange, why: string): string {
  return `depends on ${exchange.operation}, which ${why.slice(exchange.operation.length + 1)}`;
}

/** The standing of one exchange among all those recorded of the interface. */
export function classify(exchange: Exchange, all: readonly Exchange[]): Classification {
  const result = classifyAsLeft(exchange, all);
  const remedy = exchange.notes?.[REMEDY];
  return result.kind === 'undecided' && typeof remedy === 'string' ? { ...result, why: `${result.why}; ${remedy}` } : result;
}

/** As the table says, unless the document leaves open whether it could be done. */
function classifyAsLeft(exchange: Exchange, all: readonly Exchange[]): Classification {
  const result = classifyAsSent(exchange, all);
  const open = exchange.notes?.[LEFT_OPEN];
  const status = statusOf(exchange);
  if (typeof open !== 'string' || (status !== 500 && (result.kind !== 'contradicted' || status === 401))) return result;
  return undecided('settings', `${answeredWith(exchange)}; ${open}`);
}

function classifyAsSent(exchange: Exchange, all: readonly Exchange[]): Classification {
  if (succeeded(exchange)) return { kind: 'succeeded' };
  if (exchange.outcome.kind === 'failure') return classifyFailure(exchange.operation, exchange.outcome);
  const { status } = exchange.outcome;
  const said = answeredWith(exchange);
  const elsewhere = otherOrigin(exchange);
  if (elsewhere !== undefined && !BUSY.has(status))
    return undecided('settings', `${said} by ${elsewhere}, to which it was redirected; credentials are not sent to another origin`);
  if (ABSENT.has(status)) return absent(exchange, all, said);
  if (status === 500) {
    if (othersWork(exchange, all)) return contradicted(`${said} while other operations of the service work`);
    return undecided('infrastructure', `${said}, and no other operation of the service works`);
  }
  if (status === 401) {
    if (acceptedLater(exchange, all)) return contradicted(`${said}, although the service accepted the same credential later`);
    return undecided('credential', `${said}: the credential was not accepted`);
  }
  if (status === 400 && refusesGrant(exchange)) return undecided('credential', `${said}: the refresh token or the client was not accepted`);
  if (status === 403 || status === 419) return undecided('credential', `${said}: the credential is not authorised`);
  if (BUSY.has(status) || status >= 500) return undecided('infrastructure', said);
  if (status === 406 || status === 415) return refusedMediaType(exchange, all, said);
  if (status >= 400) {
    if (exchange.chosen) return undecided('settings', `${said}; ${valuesToCheck(exchange)}`);
    return contradicted(`${said}, although the request was as documented`);
  }
  return undecided('settings', `${said}, a redirect that could not be followed`);
}

/** `submit-job was answered with 400 ("No storage.")`: the server's own words usually name the cause. */
function answeredWith(exchange: Exchange): string {
  return `${exchange.operation} was answered with ${statusAndWords(exchange)}`;
}

/** The origin that answered, if a redirect led to another one than was asked. */
function otherOrigin({ request, attempts }: Exchange): string | undefined {
  const last = attempts.at(-1)?.url;
  if (last === undefined || !URL.canParse(last) || !URL.canParse(request.url)) return undefined;
  const { origin } = new URL(last);
  return origin === new URL(request.url).origin ? undefined : origin;
}

/** Values in the request that may be why it was refused: the settings or Assay chose them, because the document leaves them open. */
function valuesToCheck(exchange: Exchange): string {
  const values = openValues(exchange);
  if (values.length === 0) return 'check the values from the settings in the request';
  return `check the values in the request that the document leaves open: ${values.join(', ')}`;
}

/** 406 and 415 to the documented media types, sent without a content coding, refuse what the document shows (RFC 9110, 15.5.7 and 15.5.16). */
function refusedMediaType(exchange: Exchange, all: readonly Exchange[], said: string): Classification {
  const coded = exchange.request.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (exchange.documentedMediaType !== true || coded) return undecided('settings', `${said}; the document does not show the media type that was sent`);
  if (!othersWork(exchange, all)) return undecided('settings', `${said}, and no other operation of the service works`);
  return contradicted(`${said}, although the media types are the documented ones`);
}

function contradicted(why: string): Classification {
  return { kind: 'contradicted', blame: 'target', why };
}

function undecided(blame: Blame, why: string): Classification {
  return { kind: 'undecided', blame, why };
}

function absent(exchange: Exchange, all: readonly Exchange[], said: string): Classification {
  if (!othersWork(exchange, all)) return undecided('settings', `${said}, and no other operation of the service works; check the address`);
  if (exchange.identifiers === 'settings' && !confirmed(exchange, all))
    return undecided('settings', `${said}; an identifier or path comes only from the settings`);
  if (exchange.identifiers === 'given' && !confirmed(exchange, all) && !takenElsewhere(exchange, all))
    return undecided('settings', `${said}; an identifier or path comes only from the settings`);
  return contradicted(`${said} while other operations of the service work`);
}

/** Every value that it took was taken by some other request that succeeded, or is a path below such a one, so the values from the settings are right. */
function takenElsewhere(exchange: Exchange, all: readonly Exchange[]): boolean {
  const taken = all.filter((other) => other.id !== exchange.id && other.interface === exchange.interface && other.purpose !== 'refusal' && succeeded(other));
  return Object.values(exchange.params).every((value) =>
    taken.some((other) => Object.values(other.params).some((known) => known !== '' && (value === known || value.startsWith(`${known}/`)))),
  );
}

/** The same operation succeeded in this run, so a path from the settings is right. */
function confirmed(exchange: Exchange, all: readonly Exchange[]): boolean {
  return all.some((other) => other.operation === exchange.operation && other.purpose === 'documented' && succeeded(other));
}

/** Another operation of the same service succeeded with a good credential. */
function othersWork(exchange: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    (other) =>
      other.operation !== exchange.operation && sameService(other, exchange) && other.purpose !== 'refusal' && other.purpose !== 'other' && succeeded(other),
  );
}

/** An exchange that began later shows that the credential is accepted. */
function acceptedLater(exchange: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    (other) =>
      other.lane === exchange.lane &&
      other.request.credential === exchange.request.credential &&
      sameService(other, exchange) &&
      other.startedAt > exchange.startedAt &&
      other.purpose !== 'refusal' &&
      succeeded(other),
  );
}

/** A token endpoint that refuses the credential in a grant, which is a form, says so with 400 (RFC 6749, section 5.2). */
function refusesGrant(exchange: Exchange): boolean {
  const type = exchange.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (!/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return false;
  const { json } = jsonOf(exchange);
  const error = typeof json === 'object' && json !== null && Object.hasOwn(json, 'error') ? (json as { error: unknown }).error : undefined;
  return error === 'invalid_grant' || error === 'invalid_client' || error === 'unauthorized_client';
}

function sameService(a: Exchange, b: Exchange): boolean {
  return a.interface === b.interface && a.service === b.service;
}

function classifyFailure(operation: string, { phase, code, message }: Extract<Outcome, { kind: 'failure' }>): Classification {
  if (phase === 'refused-by-safety') return undecided(code === UNUSABLE_IDENTIFIER ? 'target' : 'settings', `${operation} was not sent: ${message}`);
  if (code === SERVICE_SILENT) return undecided('infrastructure', `${operation} was ${message}`);
  if (phase === 'redirect') return undecided('settings', `${operation} was answered with a redirect that is not followed (${code}: ${message})`);
  const hints: Partial<Record<typeof phase, string>> = {
    dns: 'the host name cannot be resolved',
    connect: 'no connection',
    tls: 'the TLS handshake failed; see the CA setting',
    timeout: 'no response in time',
    limit: 'the response exceeds a limit',
    aborted: code === 'ENDED_BEFORE_HEADERS' ? 'no response had begun when the wait for it ended' : 'the run was interrupted',
  };
  return undecided('infrastructure', `${operation} was not answered: ${hints[phase] ?? 'the connection broke'} (${coded(code, message)})`);
}

/** A message with its code, once: Node's own messages name it. */
function coded(code: string, message: string): string {
  return message.includes(code) ? message : `${code}: ${message}`;
}
