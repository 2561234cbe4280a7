/** The message about a TLS failure has the reason, and the setting that helps. */
import { type ConnectionSettings, explainTlsFailure } from '../../src/wire/connect/tls-failure.ts';

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
    'certificate',
    'the certificate of the service is not trusted',
    'set JOBS_CA to the file or directory of the CA certificates that issued it',
  ],

  [
    'CERT_NOT_YET_VALID',
    SET,
    'certificate',
    'the certificate of the service is not valid yet',
    'check the clock of this machine; if it is right, the operator of the service has to replace the certificate',
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
