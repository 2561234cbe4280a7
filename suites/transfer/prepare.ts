/** From settings to lanes: the valid credentials of the transfer service, and invalid ones made from them. */

import { makeForeignCertificate, makeInvalidCertificates } from '../../src/auth/invalid-certificates.ts';
import {
  bearer,
  bearerHeader,
  byKind,
  makeInvalidTokens,
  type TokenHeader,
  tokenProblems,
} from '../../src/auth/tokens.ts';
import type { InvalidCredential } from '../../src/auth/types.ts';
import { loadX509Credential } from '../../src/auth/x509-credential.ts';
import { urlPathProblem } from '../../src/contract/url-path.ts';
import {
  behind,
  type Contract,
  isNearlyValid,
  type Lane,
  type Prepared,
  preview,
  type SettingProblem,
  type SettingValues,
  setTextsOf,
  textsOf,
  type WireCredential,
} from '../words.ts';
import { delegationHandshake, SIGNS_WITH } from './handshake.ts';
import { type KnownSettings, TEXTS } from './known-settings.ts';
import { transferSettings } from './settings.ts';

/** Headers in which the valid token is rejected, and the text before it, by the name of the credential. */
const ELSEWHERE: Readonly<Record<string, readonly [header: string, before: string]>> = {
  'token-under-another-scheme': ['Authorization', 'Basic '],
  'token-under-another-scheme-2': ['Authorization', 'Token '],
  'token-under-another-scheme~none': ['Authorization', ''],
  'none~but-the-token-in-another-header': ['X-Auth-Token', ''],
};

/** Invalid credentials that can be tried beside any valid one; the first lane tries them. */
const UNIVERSAL = new Set(['none', 'empty-token', 'garbage-token', 'foreign-token', 'foreign-certificate']);

const SETTING_OF = {
  cert: 'TRANSFER_CERT',
  key: 'TRANSFER_KEY',
  passphrase: 'TRANSFER_KEY_PASSPHRASE',
} as const;

const STATUS_PATH = 'transfer/gap/job-status-path';

const FOREIGN_DN = '/DC=example/DC=assay/CN=foreign';

/**
 * Makes the lanes `certificate` and `token`, as far as they are configured. Reads credential files; sends no request.
 */
export async function prepareTransfer(
  values: SettingValues,
  contract: Contract,
  notOffered: ReadonlySet<string>,
): Promise<Prepared> {
  const now = new Date();
  const problems: SettingProblem[] = [];
  const secrets: { value: string | Uint8Array; name: string }[] = [];
  const url = values.required('TRANSFER_URL');
  const withheld = setTextsOf({ source: 'TRANSFER_SOURCE_TOKEN', destination: 'TRANSFER_DESTINATION_TOKEN' }, values);
  const settings: KnownSettings = {
    ...textsOf(TEXTS, values),
    ...statusPath(values, contract, problems),
    cancelWaitMs: values.integer('TRANSFER_CANCEL_WAIT_MS'),
  };

  const file = values.text('TRANSFER_CERT');
  const keyFile = values.text('TRANSFER_KEY');
  const passphrase = values.text('TRANSFER_KEY_PASSPHRASE');
  const names = {
    ...SETTING_OF,
    cert: `${SETTING_OF.cert} ${preview(file)}`,
    key: `${SETTING_OF.key} ${preview(keyFile)}`,
  };
  const files = { cert: file ?? '', key: keyFile, passphrase };
  const certificate = file ? await loadX509Credential(files, names, now) : undefined;
  if (certificate && !certificate.untimely)
    for (const { change, message } of certificate.problems) {
      const place = ([change, 'key', 'cert'] as const).find((one) => files[one] !== undefined) ?? change;
      problems.push({ setting: SETTING_OF[change], because: [SETTING_OF[place]], message });
    }
  if (certificate?.key) secrets.push({ value: certificate.key, name: 'private-key' });
  const givenToken = values.text('TRANSFER_TOKEN');
  const services = { transfer: url };
  if (problems.length > 0) return { lanes: [], services, secrets, problems };

  const tokenHeader = bearerHeader(contract.renamed);
  const ownCertificate = notOffered.has('certificate') ? undefined : certificate;
  const token = notOffered.has('token') ? undefined : givenToken;
  const invalidTokens = await makeInvalidTokens(token, tokenHeader, { absent: absence('token', notOffered) });
  secrets.push(...invalidTokens.secrets.map((value) => ({ value, name: 'bad-token' })));
  const universal = [
    ...invalidTokens.credentials,
    await makeForeignCertificate(certificate?.userDn ?? FOREIGN_DN),
  ].filter((invalid) => UNIVERSAL.has(invalid.kind));
  const invalidProxies = await makeInvalidCertificates(ownCertificate, absence('certificate', notOffered));
  const furtherTokens = [
    ...invalidTokens.credentials.filter((one) => !UNIVERSAL.has(one.kind)),
    ...presentedOtherwise(token, tokenHeader, absence('token', notOffered)),
  ];
  const lanes: Lane[] = [];
  if (ownCertificate) {
    const { proxyDns, cert, key, problems: late } = ownCertificate;
    const good: WireCredential = { name: 'certificate', tls: { cert, key }, settings: ['TRANSFER_CERT'] };
    const delegates = contract.handshakes?.has(delegationHandshake.id);
    const signing = delegates ? [[SIGNS_WITH.cert, cert] as const, [SIGNS_WITH.key, key] as const] : [];
    lanes.push({
      name: 'certificate',
      credentials: new Map([['good', good], ...byKind(invalidProxies)]),
      settings: { ...settings, proxyDns, ...(delegates && { delegates }) } satisfies KnownSettings,
      secretValues: new Map([...withheld, ...signing]),
      ...(late.length > 0 && { problems: late.map(({ message }) => message) }),
    });
  }
  if (token) {
    const late = tokenProblems(token, now, 'TRANSFER_TOKEN');
    const good: WireCredential = { ...bearer(token, tokenHeader), settings: ['TRANSFER_TOKEN'] };
    lanes.push({
      name: 'token',
      credentials: new Map([
        ['good', good],
        ...byKind(furtherTokens),
        behind(good),
        ...byKind(universal)
          .filter(([kind]) => kind === 'empty-token' || kind === 'foreign-token')
          .map(([, invalid]) => behind(good, invalid)),
      ]),
      settings,
      secretValues: withheld,
      ...(late.length > 0 && { problems: late }),
    });
  }
  const first = lanes.find((lane) => lane.problems === undefined) ?? lanes[0];
  const notMade = Object.fromEntries(
    [...universal, ...invalidProxies, ...furtherTokens].flatMap((one) =>
      'cannot' in one && !isNearlyValid(one.kind) ? [[one.kind, one.cannot]] : [],
    ),
  );
  const withUniversal = lanes.map((lane) =>
    lane === first
      ? {
          ...lane,
          notMade,
          credentials: new Map([...lane.credentials, ['none', { name: 'none' }], ...byKind(universal)]),
        }
      : lane,
  );
  return { lanes: withUniversal, services, secrets, problems };
}

/**
 * Returns the path of one job: from the setting, else the one that a profile fills in, whose placeholder may have
 * another name.
 */
function statusPath(
  values: SettingValues,
  contract: Contract,
  problems: SettingProblem[],
): Pick<KnownSettings, 'jobStatusPath' | 'statusPathShown' | 'statusPathFilled'> {
  const jobStatusPath = values.text('TRANSFER_JOB_STATUS_PATH');
  if (jobStatusPath !== undefined) return { jobStatusPath };
  const fill = contract.fills.get(STATUS_PATH);
  if (fill === undefined) return { jobStatusPath: null };
  const text = typeof fill === 'string' ? fill : '';
  const placeholders = text.match(/\{\w+\}/g) ?? [];
  const path = placeholders.length === 1 ? text.replace(/\{\w+\}/, '{job_id}') : text;
  const problem = path.includes('{job_id}')
    ? urlPathProblem(path, ['job_id'], { query: true })
    : 'it must contain {job_id}';
  if (problem === undefined)
    return { jobStatusPath: path, statusPathFilled: true, ...(path !== text && { statusPathShown: text }) };
  problems.push({
    setting: 'ASSAY_PROFILE',
    message: `The profile ${contract.profile?.name} fills ${STATUS_PATH} with ${JSON.stringify(fill)}, which is not a path such as /jobs/{job_id}: ${problem}.`,
  });
  return { jobStatusPath: null };
}

/** Returns why no invalid credential can be made without a valid one. */
function absence(credential: string, notOffered: ReadonlySet<string>) {
  const setting = transferSettings.credentials[credential]?.setting;
  return notOffered.has(credential) ? `The credential ${credential} is not offered.` : `${setting} is not set.`;
}

/** Returns the valid token under schemes and in headers that the service does not accept. */
function presentedOtherwise(
  token: string | undefined,
  { header: own, scheme = '' }: TokenHeader,
  absent: string,
): InvalidCredential[] {
  return Object.entries(ELSEWHERE)
    .filter(([, [header, before]]) => {
      const isDocumented = header === 'Authorization' || header.toLowerCase() === own.toLowerCase();
      return !isDocumented || before.trim().toLowerCase() !== scheme.toLowerCase();
    })
    .map(([kind, [header, before]]) =>
      token ? { kind, credential: { name: kind, headers: [[header, `${before}${token}`]] } } : { kind, cannot: absent },
    );
}
