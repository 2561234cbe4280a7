/** Checks credentials without sending them. */
import { readValidity } from '../../engine/send/credential-expiry.ts';
import type { Lane } from '../../engine/words/types.ts';
import { memberOf } from '../../files/json-value.ts';
import type { WireCredential } from '../../wire/types.ts';
import { type Diagnostic, ok, problem, validUntil } from './diagnostic.ts';

/** Proxies live for hours; an hour is enough for a run. */
const PROXY_SOON_MS = 3_600_000;

/** Diagnostics of a lane's credential, before it is used. */
export function credentialDiagnostics(about: string, lane: Lane, now: Date): Diagnostic[] {
  const name = `${about}, ${lane.name}`;
  if (lane.problems && lane.problems.length > 0)
    return lane.problems.map((sentence) =>
      problem(name, sentence.replace(/\.$/, ''), 'renew it; until then, no request is sent with it'),
    );
  const good = lane.credentials.get('good');
  if (good === undefined) return exchanged(name, lane, now);
  return [...certificates(name, good, now), ...tokens(name, good, now)];
}

function certificates(about: string, { tls }: WireCredential, now: Date): Diagnostic[] {
  const validity = tls && readValidity(tls.cert);
  if (validity === undefined) return [];
  const { leaf, length, expires } = validity;
  const subject = leaf.subject.split('\n').join(', ');
  return [
    validUntil(
      about,
      `the chain of ${length} (${subject})`,
      expires,
      now,
      'renew the proxy or certificate before a run',
      PROXY_SOON_MS,
    ),
  ];
}

/** A credential that only a run exchanges: providers may accept it once. */
function exchanged(about: string, { exchanged: held }: Lane, now: Date): Diagnostic[] {
  if (held === undefined) return [];
  const end = expiryOf(held.text() ?? '');
  const what = `the token in ${held.setting}`;
  const valid =
    end === undefined
      ? ok(about, `${what} has no readable expiry date`)
      : validUntil(about, what, end, now, `get a new one and set ${held.setting}`);
  return [{ ...valid, what: `${valid.what}; not exchanged, because that may use it up, so no read was sent` }];
}

/** RFC 7519, section 4.1.4: `exp` in seconds. The expiry of an opaque token is unknown. */
function tokens(about: string, { headers = [] }: WireCredential, now: Date): Diagnostic[] {
  return headers.map(([header, value]) => {
    const end = expiryOf(value.split(' ').at(-1) ?? '');
    if (end === undefined) return ok(about, `the token in ${header} has no readable expiry date`);
    return validUntil(about, `the token in ${header}`, end, now, 'get a new token before a run', PROXY_SOON_MS);
  });
}

function expiryOf(token: string): Date | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const exp = memberOf(payload, 'exp');
    const end = new Date(typeof exp === 'number' ? exp * 1000 : Number.NaN);
    return Number.isNaN(end.getTime()) ? undefined : end;
  } catch {
    return undefined;
  }
}
