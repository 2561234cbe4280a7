/** A failure of TLS is explained by its reason and the setting that helps. */
import { describe, expect, test } from 'vitest';
import { type ConnectionSettings, explainTlsFailure } from '../../src/wire/connect/tls-failure.ts';

const SET: ConnectionSettings = {
  addresses: { jobs: 'JOBS_URL' },
  ca: 'JOBS_CA',
  authorities: true,
  certificate: 'JOBS_CERT',
};
const UNSET: ConnectionSettings = { addresses: { jobs: 'JOBS_URL' }, ca: 'JOBS_CA', authorities: false };

const explained = (code: string, settings?: ConnectionSettings) =>
  explainTlsFailure({ code, message: 'odd' }, 'jobs', settings);

describe('the certificate of the service', () => {
  test.each([
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
  ])('%s: the CA setting is named', (code) => {
    const what = 'the certificate of the service is not trusted';
    expect(explained(code, SET)).toEqual({
      kind: 'certificate',
      what,
      hint: 'JOBS_CA does not contain the authorities that issued it; add them there',
    });
    expect(explained(code, UNSET).hint).toBe(
      'set JOBS_CA to the authorities that issued it (file or hashed directory)',
    );
    expect(explained(code).hint).toBe(
      'set the CA setting to the authorities that issued it (file or hashed directory)',
    );
  });

  test.each([
    [
      'CERT_HAS_EXPIRED',
      'the certificate of the service, or of its authority, has expired',
      'ask the operator of the service to renew it; no setting can help',
    ],
    [
      'CERT_NOT_YET_VALID',
      'the certificate of the service is not valid yet',
      'check the clock of this machine, and ask the operator of the service',
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'the certificate of the service is for another host',
      'use a host name of the certificate in JOBS_URL',
    ],
  ])('%s: no authority is missing', (code, what, hint) =>
    expect(explained(code, SET)).toEqual({ kind: 'certificate', what, hint }),
  );
});

test.each([
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'unknown_ca'],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'bad_certificate'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate_required'],
])('%s: the service refused the client, and the alert is named', (code, alert) => {
  expect(explained(code, SET)).toEqual({
    kind: 'client-certificate',
    what: `the service refused the TLS handshake with the alert ${alert}`,
    hint: 'check that the service accepts the client certificate in JOBS_CERT, and trusts its issuer',
  });
  expect(explained(code).hint).toBe('check that the service accepts the client certificate, and trusts its issuer');
});

test('an alert about the protocol is not about a certificate', () => {
  expect(explained('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', SET)).toMatchObject({
    kind: 'alert',
    hint: expect.stringContaining('check JOBS_URL'),
  });
});

test('another failure keeps its message', () => {
  expect(explained('EPROTO', SET)).toEqual({
    kind: 'handshake',
    what: 'the TLS handshake failed: odd',
    hint: 'check JOBS_URL',
  });
});
