/** The setting of a credential is named by what the credential is: a TLS alert is about the certificate, a 401 about either. */
import { expect, test } from 'vitest';
import { aboutExchange } from '../../src/engine/send/documented-request.ts';
import { classify } from '../../src/engine/words/classify.ts';
import type { WireCredential } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange, operation } from './exchanges.ts';

const CONNECTION = { addresses: { transfer: 'JOBS_URL' }, authorities: false };

const messageOf = (credential: Pick<WireCredential, 'tls' | 'settings'>, outcome: ExchangeOptions): string => {
  const sent = exchange({ ...aboutExchange(operation('list-jobs'), {}, credential, CONNECTION), ...outcome });
  return JSON.stringify(classify(sent, [sent]));
};

const CERTIFICATE = { settings: ['JOBS_CERT'], tls: { cert: '', key: '' } };
const TOKEN = { settings: ['JOBS_TOKEN'] };
const ALERT: ExchangeOptions = { phase: 'tls', code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' };

test('an alert about the client certificate names its setting', () =>
  expect(messageOf(CERTIFICATE, ALERT)).toContain('the client certificate in JOBS_CERT'));

test('an alert to a request with a token does not name the token', () =>
  expect(messageOf(TOKEN, ALERT)).not.toContain('JOBS_TOKEN'));

test.each([
  [CERTIFICATE, 'JOBS_CERT'],
  [TOKEN, 'JOBS_TOKEN'],
])('a 401 names the setting: %j', (credential, name) =>
  expect(messageOf(credential, { status: 401 })).toContain(`check ${name}`),
);
