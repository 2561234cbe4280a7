/** The message about a TLS failure has the reason, and the setting that helps. */
import { type ConnectionSettings, explainTlsFailure, presenting } from '../../../src/wire/connect/tls-failure.ts';

const SET: ConnectionSettings = {
  addresses: { jobs: 'JOBS_URL' },
  ca: 'JOBS_CA',
  authorities: true,
  certificate: 'JOBS_CERT',
};
const UNSET: ConnectionSettings = { addresses: { jobs: 'JOBS_URL' }, ca: 'JOBS_CA', authorities: false };

test.each<[string, ConnectionSettings | undefined, string, string, string]>([
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    UNSET,
    'server-certificate',
    'the certificate of the service is not trusted',
    'if JOBS_URL is right and you trust this authority, set JOBS_CA to its certificate (file or directory)',
  ],

  [
    'CERT_NOT_YET_VALID',
    SET,
    'server-certificate',
    'the certificate of the service is not valid yet',
    'check the clock of this machine; if it is right, have the operator of the service replace the certificate',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    SET,
    'client-certificate',
    'the service refused the TLS handshake with the alert unknown_ca',
    'check that the service accepts the client certificate in JOBS_CERT, and trusts its issuer',
  ],

  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    SET,
    'alert',
    'the service refused the TLS handshake with the alert protocol_version',
    'check JOBS_URL; the operator of the service knows which versions of TLS it speaks',
  ],
  ['EPROTO', SET, 'handshake', 'the TLS handshake failed: odd', 'check JOBS_URL'],
])('%s', (code, settings, kind, what, hint) =>
  expect(explainTlsFailure({ code, message: 'odd' }, 'jobs', settings)).toEqual({ kind, what, hint }),
);

test('the certificate is named as it was presented, with bounded names', () => {
  const message = presenting({ subject: 'CN=service', issuer: `CN=${'x'.repeat(5000)}` }, 'self-signed certificate');
  const { what } = explainTlsFailure({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message }, 'jobs', SET);
  expect(what).toMatch(/^the certificate of the service is not trusted: CN=service, issued by CN=x+$/);
  expect(what.length).toBeLessThan(300);
});
