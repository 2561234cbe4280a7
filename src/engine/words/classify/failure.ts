/** Classifies exchanges without a response: what the connection's failure means, and what to check. */
import { explainTlsFailure } from '../../../wire/connect/tls-failure.ts';
import { UNREACHED } from '../../../wire/connect/wire-error.ts';
import { INTERRUPTED } from '../../../wire/session/limits.ts';
import { SERVICE_SILENT } from '../../../wire/session/silent-services.ts';
import type { Exchange, Origin, Outcome } from '../../../wire/types.ts';
import { redirectedTo } from '../answer.ts';
import { theOperation, toCheck, undecided } from '../open-places.ts';
import { originsOf, settingsIn } from '../origins.ts';
import type { Classification } from '../types.ts';
import { UNUSABLE_IDENTIFIER } from '../unusable-identifier.ts';

/** The code of a request that is not sent because no response at the address can be one of the documented service. */
export const NOTHING_DOCUMENTED = 'NOTHING_DOCUMENTED';

const LOG = 'see the log of the service';
const ENDED = 'the connection ended before the response was complete';
/** Why no response came, by code or phase. */
const WHY: Readonly<Record<string, string>> = {
  ENDED_BEFORE_HEADERS: 'no response began while Assay waited for one',
  UNREQUESTED_CONTINUE:
    'before the response, the service sent 100 (Continue), which the request did not expect and Assay cannot read',
  MALFORMED_HTTP: 'the response is not valid HTTP',
  UND_ERR_SOCKET: ENDED,
  ECONNRESET: ENDED,
  dns: 'the host name cannot be resolved',
  ECONNREFUSED: 'the connection was refused',
  connect: 'no connection',
  aborted: 'the request was ended',
};

export function classifyFailure(
  exchange: Exchange,
  { phase, code, message }: Extract<Outcome, { kind: 'failure' }>,
  all: readonly Exchange[],
): Classification {
  const elsewhere = redirectedTo(exchange)?.elsewhere;
  const redirected = elsewhere === undefined ? '' : ` was redirected to ${elsewhere}, and`;
  const operation = `${theOperation(exchange)}${redirected}`;
  if (phase === 'refused-by-safety') {
    const check = toCheck(exchange, all, ['params']);
    const isTarget = code === UNUSABLE_IDENTIFIER && check === '';
    const blame = code === NOTHING_DOCUMENTED ? 'infrastructure' : isTarget ? 'target' : 'settings';
    return undecided(blame, `${operation} was not sent: ${message}${check}`);
  }
  if (code === INTERRUPTED) {
    // An earlier attempt of the request shows more.
    const earlier = exchange.attempts.find(
      ({ outcome }) => outcome.kind === 'failure' && outcome.code !== code,
    )?.outcome;
    return earlier?.kind === 'failure'
      ? classifyFailure(exchange, earlier, all)
      : { kind: 'undecided', blame: 'infrastructure', relation: 'interrupted', why: `${operation} was interrupted` };
  }
  if (code === SERVICE_SILENT) return undecided('infrastructure', `${operation} was ${message}`);
  if (phase === 'page') return undecided('infrastructure', `${operation} ${message}`);
  if (phase === 'path') return undecided('settings', `${operation} ${message}`);
  const answers = all.some(({ service, outcome }) => service === exchange.service && outcome.kind === 'answer');
  if (phase === 'tls') {
    const { kind, what, hint } = explainTlsFailure({ code, message }, exchange.service, connectionOf(exchange));
    return undecided(
      kind === 'client-certificate' ? 'credential' : 'infrastructure',
      `${operation} ${kind === 'server-certificate' ? 'was not sent' : 'got no response'}: ${what}; ${kind === 'handshake' && answers ? LOG : hint}`,
    );
  }
  const setting = connectionOf(exchange)?.addresses[exchange.service];
  // A port without TLS may wait for the rest of a request while the handshake waits for a reply, and services that
  // expect TLS end every connection without it.
  const { url } = exchange.request;
  const isDoubtful = setting !== undefined && !answers && url.startsWith(phase === 'timeout' ? 'https:' : 'http:');
  const address = isDoubtful ? `check scheme and port in ${setting}, ` : '';
  if (phase === 'timeout')
    return undecided(
      'infrastructure',
      `${operation} got no response in time (${message}); ${address}${LOG}, or raise ASSAY_REQUEST_TIMEOUT_MS`,
    );
  const coded = message.includes(code) ? message : `${code}: ${message}`;
  if (phase === 'redirect')
    return undecided(
      'settings',
      `${operation} returned a redirect that is not followed (${code}: ${message}); check the address`,
    );
  if (phase === 'limit')
    return undecided(
      'infrastructure',
      `${operation} returned a response that is larger than Assay reads (${coded}); check the address, or use a credential that can read fewer objects`,
    );
  const why = WHY[code] ?? WHY[phase];
  const isProxy = message.startsWith('proxy ');
  const place = isProxy ? 'HTTPS_PROXY or HTTP_PROXY' : elsewhere === undefined && setting;
  const [detail, remedy] = UNREACHED.has(phase)
    ? [place ? `${place}; ${coded}` : coded, elsewhere === undefined ? '' : '; check the address and the credential']
    : [coded, `; ${phase === 'headers' ? address : ''}${LOG}`];
  return undecided(
    'infrastructure',
    `${operation} got ${phase === 'body' ? 'an incomplete' : 'no'} response${why === undefined ? '' : `: ${why}`} (${detail})${remedy}`,
  );
}

/** Returns the settings of the connection, as they were recorded, or undefined if no setting names the address. */
function connectionOf(exchange: Exchange) {
  const { address, authorities = [], certificate: presented } = originsOf(exchange);
  const named = (origins: readonly Origin[] = []) => origins.flatMap(settingsIn)[0];
  const [trust] = authorities;
  const ca = trust?.from === 'gap' ? trust.setting : named(authorities);
  const [own, certificate] = [named(address), named(presented)];
  if (own === undefined) return undefined;
  return {
    addresses: { [exchange.service]: own },
    authorities: trust?.from === 'setting',
    ca,
    certificate,
  };
}
