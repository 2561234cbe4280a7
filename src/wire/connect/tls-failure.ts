/** Explains why TLS with a service failed, and which setting helps: the same words in `doctor` and in a run. */
import type { Attempt, Outcome } from '../types.ts';
import { alertOf, isAboutTheService } from './wire-error.ts';

/** Names of the settings with which an interface connects to its services. */
export interface ConnectionSettings {
  /** The setting with the address, by service. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The setting that names trusted authorities, if the interface has one. */
  readonly ca?: string;
  /** Whether that setting is set. */
  readonly authorities: boolean;
  /** The setting with the client certificate, if the interface has one. */
  readonly certificate?: string;
}

type Failed = Pick<Extract<Outcome, { kind: 'failure' }>, 'code' | 'message'>;

/** Code of a failure: the port speaks HTTP without TLS, or another protocol, and the address begins with https. */
export const SPEAKS_NO_TLS = 'SPEAKS_NO_TLS';
/** Code of a failure: the port speaks TLS, and the address begins with http. */
export const SPEAKS_TLS = 'SPEAKS_TLS';
/** Codes and messages of OpenSSL about a first record that is not TLS. */
const NOT_TLS = /SPEAKS_NO_TLS|wrong.version.number|packet.length.too.long|http.request|record.layer.failure/i;

/** Whether the port responded to a TLS handshake in another protocol. */
export const answeredWithoutTls = ({ code, message }: Failed): boolean => NOT_TLS.test(`${code} ${message}`);

/** The reason in an error of OpenSSL: `…:error:CODE:library:function:reason:file:line:`. */
const OPENSSL = /^\w+:error:\w+:[^:]*:[^:]*:([^:]+):.*$/s;

const PRESENTED = '; certificate: ';
/** Most characters of a name in a certificate that has not been verified. */
const LONGEST_NAME = 200;

/** Returns a message with the names in the certificate that the service presented. */
export const presenting = ({ subject = '', issuer = '' }: Partial<Attempt['tls']> & object, message: string): string =>
  `${message}${PRESENTED}${subject.slice(0, LONGEST_NAME)}, issued by ${issuer.slice(0, LONGEST_NAME)}`;

/** Alerts about the client's certificate. */
const OF_THE_CLIENT = /cert|unknown_ca|access_denied/;

/** Problems of the certificate of a service, each with its remedy; any other is that its authority is not trusted. */
const PROBLEMS: Readonly<Record<string, readonly [what: string, remedy: (address: string) => string]>> = {
  CERT_HAS_EXPIRED: [
    ', or of its authority, has expired',
    () => 'have the operator of the service renew it; no setting can help',
  ],
  CERT_NOT_YET_VALID: [
    ' is not valid yet',
    () => 'check the clock of this machine; if it is right, have the operator of the service replace the certificate',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    ' is for another host',
    (address) =>
      `write a host name of the certificate in ${address}, or have the operator of the service add this one to it`,
  ],
};

/**
 * Explains a failure of the phase `tls`: `what` is the reason, as a clause, and `hint` the remedy, in the imperative.
 * `kind`: the service rejected the client certificate (`client-certificate`), or ended the TLS handshake with another
 * alert (`alert`); Assay rejected the certificate of the service (`server-certificate`); any other failure
 * (`handshake`).
 * @param settings absent in recordings that do not name them
 */
export function explainTlsFailure(
  { code, message }: Failed,
  service: string,
  settings: ConnectionSettings | undefined,
) {
  const address = settings?.addresses[service] ?? 'the address';
  const alert = alertOf(code);
  if (alert !== undefined) {
    const ofTheClient = OF_THE_CLIENT.test(alert);
    const hint = ofTheClient
      ? `check that the service accepts the client certificate in ${settings?.certificate ?? 'the settings'}, and trusts its issuer`
      : `check ${address}; the operator of the service knows which versions of TLS it speaks`;
    return {
      kind: ofTheClient ? 'client-certificate' : 'alert',
      what: `the service refused the TLS handshake with the alert ${alert}`,
      hint,
    } as const;
  }
  const handshake = (what: string, hint: string) => ({ kind: 'handshake', what, hint }) as const;
  if (code === SPEAKS_TLS) return handshake('its port speaks TLS', `write https:// in ${address}`);
  const unlessPlain = 'write http:// only if the service has no TLS';
  if (answeredWithoutTls({ code, message }))
    return handshake('its port does not speak TLS', `check the port in ${address}; ${unlessPlain}`);
  if (code === 'ECONNRESET')
    return handshake(
      'the service closed the connection during the TLS handshake',
      `check the port in ${address}, and the log of the service; ${unlessPlain}`,
    );
  if (!isAboutTheService(code))
    return handshake(`the TLS handshake failed: ${message.replace(OPENSSL, '$1')}`, `check ${address}`);
  const [, presented] = message.split(PRESENTED);
  const [problem = ' is not trusted', remedy = trusting(settings)] = PROBLEMS[code] ?? [];
  return {
    kind: 'server-certificate',
    what: `the certificate of the service${problem}${presented === undefined ? '' : `: ${presented}`}`,
    hint: remedy(address),
  } as const;
}

const trusting = ({ ca = 'the CA setting', authorities }: Partial<ConnectionSettings> = {}) => {
  const remedy = authorities ? `add its certificate to ${ca}` : `set ${ca} to its certificate (file or directory)`;
  return (address: string) => `if ${address} is right and you trust this authority, ${remedy}`;
};
