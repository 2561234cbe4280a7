import { createPrivateKey, X509Certificate } from 'node:crypto';
import { loadX509Credential } from '../../src/auth/x509-credential.ts';
import { utc } from '../../src/records/preview.ts';
import {
  certPem,
  DAY,
  FILES,
  file,
  keyPem,
  type Made,
  makeCa,
  makeKeys,
  makeProxy,
  makeUser,
} from './make-credential.ts';

const ca = await makeCa();
const user = await makeUser(ca);
const proxy = await makeProxy(user, { cn: '1001' });

const USER_DN = '/C=DE/O=Example/CN=Ada Lovelace';

/** Loads a credential, with the names of its settings in messages. */
const load = (files: Parameters<typeof loadX509Credential>[0], at?: Date) => loadX509Credential(files, FILES, at);

/** Writes a proxy file in the order that grid tools use. */
const proxyFile = async (leaf: Made, ...rest: Made[]) => file(certPem(leaf) + (await keyPem(leaf)) + certPem(...rest));
/** Writes and loads such a file. */
const loadedFrom = async (...chain: [Made, ...Made[]]) => load({ cert: await proxyFile(...chain) });

describe('a plain certificate', () => {
  it.each(['EC', 'RSA'] as const)('is read from a certificate file and a key file (%s)', async (kind) => {
    const made = await makeUser(ca, { kind });
    for (const pkcs8 of [true, false]) {
      const loaded = await load({ cert: file(certPem(made)), key: file(await keyPem(made, { pkcs8 })) });
      expect(loaded).toMatchObject({ userDn: USER_DN, proxyDns: [], problems: [] });
      expect(new X509Certificate(loaded.cert).checkPrivateKey(createPrivateKey(loaded.key))).toBe(true);
      expect(loaded.notAfter).toEqual(made.certificate.notAfter);
    }
  });

  it.each([
    ['PKCS#8', true, 'EC'],
    ['traditional PEM', false, 'RSA'],
  ] as const)('opens an encrypted key with its passphrase (%s, %s, %s)', async (_form, pkcs8, kind) => {
    const made = await makeUser(ca, { kind });
    const cert = file(certPem(made));
    const key = file(await keyPem(made, { passphrase: 'open sesame', pkcs8 }));
    const loaded = await load({ cert, key, passphrase: 'open sesame' });
    expect(loaded.problems).toEqual([]);
    expect(loaded.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    for (const [passphrase, message] of [
      ['wrong', /^PASSPHRASE does not open the private key in KEY_FILE\. Set /],
      [undefined, /^The private key in KEY_FILE is encrypted, and PASSPHRASE is not set\. Set /],
    ] as const)
      expect((await load({ cert, key, passphrase })).problems).toEqual([
        { change: 'passphrase', message: expect.stringMatching(message) },
      ]);
  });
});

describe('a proxy', () => {
  it('is read if its tool encoded the name of the user as another type of string', async () => {
    const name = 'C=DE, O=#0c074578616d706c65, CN=#0c0c416461204c6f76656c616365';
    const signer = await makeUser(ca, { name });
    const loaded = await loadedFrom(await makeProxy(user, { signer }), signer);
    expect(loaded).toMatchObject({ userDn: USER_DN, problems: [] });
  });

  it('is read where both settings name that file, with text around and Windows line ends', async () => {
    const text = `subject=x\r\n${certPem(proxy)}${await keyPem(proxy)}some words\n${certPem(user)}`.replaceAll(
      '\n',
      '\r\n',
    );
    const path = file(text);
    const found = { userDn: USER_DN, proxyDns: [`${USER_DN}/CN=1001`], problems: [] };
    expect(await load({ cert: path, key: path })).toMatchObject(found);
  });

  it('may be a proxy of a proxy, and carry VOMS attributes', async () => {
    const voms = await makeProxy(user, { cn: '2001', voms: true, kind: 'RSA' });
    const second = await makeProxy(voms, { cn: '2002' });
    expect(await loadedFrom(second, voms, user)).toMatchObject({
      proxyDns: [`${USER_DN}/CN=2001/CN=2002`, `${USER_DN}/CN=2001`],
      userDn: USER_DN,
      problems: [],
    });
  });

  it('from before RFC 3820 is known by its name', async () => {
    const legacy = await makeProxy(user, { cn: 'limited proxy', info: null });
    expect(await loadedFrom(legacy, user)).toMatchObject({
      userDn: USER_DN,
      problems: [],
    });
  });

  it('keeps attributes that have no common keyword, and slashes in values', async () => {
    const robot = await makeUser(ca, {
      name: [
        { DC: ['org'] },
        { '0.9.2342.19200300.100.1.1': ['ada'] },
        { E: ['ada@example.org'] },
        { CN: ['host/name.example'] },
      ],
    });
    const loaded = await loadedFrom(await makeProxy(robot, { cn: '7' }), robot);
    expect(loaded.userDn).toBe('/DC=org/UID=ada/emailAddress=ada@example.org/CN=host/name.example');
    expect(loaded.problems).toEqual([]);
  });
});

describe('what is wrong with a credential', () => {
  const problemsOf = async (cert: string, key?: string) =>
    (await load({ cert, ...(key ? { key } : {}) })).problems.map(({ message }) => message);
  const problemsWith = async (...chain: [Made, ...Made[]]) => problemsOf(await proxyFile(...chain));
  const IN = 'CERT_FILE';

  it('says that it expired, and which certificate of the chain', async () => {
    const expired = await makeProxy(user, { cn: '3', from: -2 * DAY, to: -DAY });
    const ended = (what: string, { certificate }: Made) => [
      `The ${what} in ${IN} expired on ${utc(certificate.notAfter)}.`,
    ];
    expect(await problemsWith(expired, user)).toEqual(ended(`proxy ${USER_DN}/CN=3`, expired));
    const old = await makeUser(ca, { from: -3 * DAY, to: -DAY });
    expect(await problemsWith(await makeProxy(old), old)).toEqual(ended(`certificate ${USER_DN}`, old));
  });

  it('says that it is not valid yet, at the time that is given', async () => {
    const early = await makeUser(ca, { from: DAY, to: 2 * DAY });
    expect(await problemsOf(file(certPem(early)), file(await keyPem(early)))).toEqual([
      `The certificate ${USER_DN} in CERT_FILE is not valid before ${utc(early.certificate.notBefore)}. If that time has passed, the clock of this machine is behind.`,
    ]);
    const files = { cert: await proxyFile(proxy, user) };
    expect((await load(files, new Date(Date.now() + 5 * DAY))).problems).toHaveLength(2);
  });

  it.each<[string, () => Promise<string>, string]>([
    [
      'certificates are swapped',
      async () => file(certPem(user, proxy) + (await keyPem(proxy))),
      `The private key in ${IN} does not belong to the first certificate in CERT_FILE, ${USER_DN}. Give the private key of that certificate, or put the certificate of the key first.`,
    ],
    [
      'the issuer of a proxy is missing',
      () => proxyFile(proxy),
      `CERT_FILE ends with the proxy ${USER_DN}/CN=1001. Append its issuer's certificate: ${USER_DN}.`,
    ],
    [
      'the signature of a proxy does not fit',
      async () => proxyFile(await makeProxy(user, { cn: '4', signer: await makeUser(ca) }), user),
      `In ${IN}, the signature of the proxy ${USER_DN}/CN=4 does not match the certificate that follows it.`,
    ],
    [
      'the signature of a certificate does not fit',
      async () => proxyFile(user, await makeCa()),
      `In ${IN}, the signature of ${USER_DN} does not match the certificate that follows it.`,
    ],
  ])('says that %s', async (_, written, problem) => expect((await problemsOf(await written()))[0]).toBe(problem));

  it('says that the key belongs to something else', async () => {
    const stranger = { ...user, keys: await makeKeys() };
    expect(await problemsOf(file(certPem(user)), file(await keyPem(stranger)))).toEqual([
      `The private key in KEY_FILE does not belong to the first certificate in CERT_FILE, ${USER_DN}. Give the private key of that certificate, or put the certificate of the key first.`,
    ]);
  });

  it('says that a part is missing or cannot be read', async () => {
    const block = (label: string) => file(`-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`);
    const cert = file(certPem(user));
    const files: [problem: string, cert: string, key?: string][] = [
      ['CERT_FILE contains no private key in PEM format.', cert],
      [
        'CERT_FILE contains no certificate in PEM format. From a PKCS#12 file, make one: openssl pkcs12 -in FILE -nodes -out cert.pem',
        file('none'),
      ],
      ['Cannot read CERT_FILE: no such file or directory.', '/nowhere/cert.pem'],
      ['CERT_FILE contains a certificate that cannot be decoded: copy or make the file again.', block('CERTIFICATE')],
      ['Cannot read the private key in KEY_FILE.', cert, block('PRIVATE KEY')],
    ];
    for (const [problem, ...given] of files) expect(await problemsOf(...given)).toEqual([problem]);
  });

  it('says which file has to be changed', async () => {
    const other = await keyPem(await makeUser(ca));
    const loaded = await load({ cert: file(certPem(user)), key: file(other) });
    expect(loaded.problems.map(({ change }) => change)).toEqual(['key']);
    const foreign = await load({ cert: file('none'), key: file(other) });
    expect(foreign.problems.map(({ change }) => change)).toEqual(['cert']);
  });
});
