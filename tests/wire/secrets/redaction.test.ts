import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { makeInvalidTokens } from '../../../src/auth/tokens.ts';
import { createRedactor } from '../../../src/wire/secrets/redaction.ts';
import { anyText } from '../../any-text.ts';
import { ENCODINGS } from '../encodings.ts';
import { JWT, knowing, percentAll } from '../knowing.ts';

const SECRETS = {
  'a token': JWT,
  'a password': 'p/ä "ss\\wörd & <more>+%41',
  'an opaque token': 'AbCd-1234_efgh~5678.ijkl',
  'digits and signs': '12-34-56-78-90',
  'no letters at all': '§$%&/()=?!"+#',
};

describe.each(Object.entries(SECRETS))('%s', (_, secret) => {
  test.each(Object.entries(ENCODINGS))('is found %s', (_encoding, encode) => {
    // The text around it has no effect, and is not lost.
    const redactor = knowing(secret);
    const written = encode(secret);
    const text = redactor.text(`before [${written}] after`);
    expect(redactor.findSecrets(Buffer.from(`x "${written}"`))).toEqual(['token']);
    expect(text).toContain('[redacted:token]');
    expect(text.startsWith('before [')).toBe(true);
    expect(text.endsWith('] after')).toBe(true);
    expect(redactor.findSecrets(Buffer.from(text))).toEqual([]);
  });
});

test('any secret in any encoding amid anything else is found', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 60 })
    .filter((text) => text.trim() === text && /[0-9A-Za-z]{3}/.test(text) && !/\p{Surrogate}/u.test(text));
  fc.assert(
    fc.property(
      secret,
      fc.constantFrom(...Object.entries(ENCODINGS)),
      fc.string({ maxLength: 30 }),
      fc.string({ maxLength: 30 }),
      (value, [, encode], before, after) => {
        const redactor = knowing(value);
        const bytes = Buffer.from(`${before} ${encode(value)} ${after}`);
        expect(redactor.findSecrets(bytes)).toEqual(['token']);
        expect(redactor.findSecrets(redactor.bytes(bytes).bytes)).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('redacted JSON is JSON, whatever the secret and wherever it stands', () => {
  const value = fc.oneof(
    anyText({ minLength: 8, maxLength: 20 }),
    fc.bigInt({ min: 10_000_000n }).map(String),
    fc.constantFrom('n12345678', 'u00e9abcdefg', '0041abcdefgh', '12345678e9'),
  );
  fc.assert(
    fc.property(
      value.filter((text) => !/\p{Surrogate}/u.test(text)),
      fc.json(),
      (secret, other) => {
        const redactor = knowing(secret);
        const texts = [
          JSON.stringify({
            a: secret,
            [secret]: [secret, `x${secret}y`, Number(secret) || 0],
            other: JSON.parse(other),
          }),
          `{"a":"\\n12345678","b":"\\u00e9abcdefg","c":"\\u0041abcdefgh","d":[12345678e9, 1${Number.parseInt(secret, 10) || 0}]}`,
        ];
        for (const text of texts) {
          const { bytes } = redactor.bytes(Buffer.from(text));
          expect(() => JSON.parse(Buffer.from(bytes).toString())).not.toThrow();
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('redacted XML stays well-formed where a secret begins inside a reference', () => {
  const redactor = knowing('amp;12345678', '65;abcdefgh');
  expect(redactor.text('<a>x&amp;12345678</a>')).toBe('<a>x[redacted:token-0]</a>');
  expect(redactor.text('<a>x&#65;abcdefgh</a>')).toBe('<a>x[redacted:token-1]</a>');
});

describe('tokens', () => {
  test('each part alone is a secret, save a header that is the same for all', () => {
    const redactor = knowing(JWT);
    const [header, payload, signature] = JWT.split('.') as [string, string, string];
    expect(redactor.text(`p=${payload}`)).toBe('p=[redacted:token]');
    expect(redactor.text(`s=${signature}`)).toBe('s=[redacted:token]');
    expect(redactor.text(`h=${header}`)).toBe(`h=${header}`);
    expect(redactor.text(`t=${JWT};`)).toBe('t=[redacted:token];');
  });

  test('a tampered token that is registered leaves nothing of the real one', () => {
    const [header, payload, signature] = JWT.split('.') as [string, string, string];
    const tampered = `${header}.${payload}.A${signature.slice(1)}`;
    const redactor = createRedactor();
    redactor.add(JWT, 'token');
    redactor.add(tampered, 'tampered');
    expect(redactor.text(`Bearer ${tampered}`)).not.toContain(payload.slice(0, 20));
    expect(redactor.text(`Bearer ${JWT}`)).toBe('Bearer [redacted:token]');
  });
});

test('a token whose header is the same for all is taken out as a whole, under its own name, beside those that are nearly the same', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'somebody' })}.${'c2lnbmF0dXJl'.repeat(4)}`;
  const { secrets, credentials } = await makeInvalidTokens(token);
  const redactor = createRedactor();
  for (const [secret, name] of [[token, 'TOKEN'], ...secrets.map((one) => [one, 'bad-token'] as const)] as const)
    redactor.add(secret, name);
  expect(redactor.text(`Bearer ${token}`)).toBe('Bearer [redacted:TOKEN]');
  const made = credentials.flatMap((one) =>
    'credential' in one && /token~/.test(one.kind) ? (one.credential.headers?.[0]?.[1] ?? []) : [],
  );
  expect(made.length).toBeGreaterThan(5);
  expect([...new Set(made.map((text) => redactor.text(text)))]).toEqual(['Bearer [redacted:bad-token]']);
});

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('private keys', () => {
  const pem = RSA.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const lines = pem.trim().split('\n').slice(1, -1);
  const redactor = createRedactor();
  redactor.add(pem, 'key');

  test.each([
    ['as a file', pem],
    ['with CRLF', pem.replaceAll('\n', '\r\n')],
    ['in JSON', JSON.stringify({ key: pem })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ key: pem }))],
    ['on one line', lines.join('')],
    ['one of its lines', `x ${lines[7]} y`],
    ['as base64 of the file', Buffer.from(pem).toString('base64')],
    ['as hexadecimal DER', Buffer.from(lines.join(''), 'base64').toString('hex')],
  ])('are found %s', (_, written) => {
    const { bytes, redacted } = redactor.bytes(Buffer.from(written));
    expect(redacted).toBe(true);
    const left = Buffer.from(bytes).toString();
    for (const line of lines.filter((each) => each.length === 64)) expect(left).not.toContain(line.slice(8, 56));
    expect(redactor.findSecrets(bytes)).toEqual([]);
  });

  test('another key is not touched, although it begins alike', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    expect(redactor.text(other)).toBe(other);
  });
});

describe('what is only presumed to be a secret', () => {
  const presumed = 'zone-of-the-north-of-europe-identifier-1';
  const alike = 'zone-of-the-north-of-europe-identifier-2';

  test('is redacted as a whole, in any encoding, and nothing that begins alike is', () => {
    const redactor = createRedactor();
    redactor.add(presumed, 'received', { presumed: true });
    expect(redactor.text(`${presumed} ${alike}`)).toBe(`[redacted:received] ${alike}`);
    const encoded = Buffer.from(presumed).toString('base64');
    expect(redactor.text(`<${encoded}>`)).not.toContain(encoded.slice(4, -4));
  });

  test('is redacted by its parts once it is known to be one, in either order', () => {
    for (const first of [true, false]) {
      const redactor = createRedactor();
      redactor.add(presumed, 'first', { presumed: first });
      redactor.add(presumed, 'second', { presumed: !first });
      expect(redactor.text(alike)).toBe('[redacted:first]2');
    }
  });
});

describe('a part of a secret', () => {
  const SHORTEST_PART = 24;
  const token = `${JWT.split('.')[0]}.${Buffer.from(JSON.stringify({ iss: 'https://issuer.example', jti: '77ab0a5c-9b1e-4d4c-8f57-0e2f6f4a1c3d' })).toString('base64url')}.Vq8mZ_3kTn-LxYw0aRdPzGf2Hs7BcUeJ5oKi9NvQ1t6MyW4rXhDlSgEpAuFbCj`;
  const WHOLE_CHARACTERS = [
    'plain',
    'URL-encoded',
    'every byte percent-encoded',
    'in JSON in JSON',
    'in XML, decimal references',
    'C escapes',
  ];

  test('of at least 24 characters is taken out, wherever it begins and however it is escaped', () => {
    const redactor = knowing(token);
    const secretFrom = token.indexOf('.') + 1;
    const part = fc
      .integer({ min: secretFrom, max: token.length - SHORTEST_PART })
      .chain((from) => fc.tuple(fc.constant(from), fc.integer({ min: from + SHORTEST_PART, max: token.length })));
    fc.assert(
      fc.property(part, fc.constantFrom(...WHOLE_CHARACTERS), ([from, to], encoding) => {
        const bytes = Buffer.from(`Duplicate entry '${ENCODINGS[encoding]?.(token.slice(from, to))}' for key`);
        expect(redactor.findSecrets(bytes)).toEqual(['token']);
        expect(Buffer.from(redactor.bytes(bytes).bytes).toString()).toBe("Duplicate entry '[redacted:token]' for key");
      }),
      { numRuns: 300 },
    );
  });

  test('two of them, cut and joined by something else, are both taken out', () => {
    const shown = knowing(token).text(`${token.slice(50, 90)}:${token.slice(100, 140)}`);
    expect(shown).toBe('[redacted:token]:[redacted:token]');
  });

  test('in base64, where it is most of the secret', () => {
    const inside = Buffer.from(`x:${token.slice(45, 120)}`).toString('base64');
    expect(knowing(token).findSecrets(Buffer.from(inside))).toEqual(['token']);
  });

  test.each([
    ['rsa', RSA],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ])('what the certificate shows of a key (%s) is none', (_, { privateKey, publicKey }) => {
    const redactor = createRedactor();
    redactor.add(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'key');
    const der = publicKey.export({ type: 'spki', format: 'der' });
    for (const before of [0, 1, 2]) {
      const shown = Buffer.concat([Buffer.alloc(before), der]).toString('base64');
      expect(redactor.text(shown)).toBe(shown);
    }
    expect(redactor.text(der.toString('hex'))).toBe(der.toString('hex'));
  });
});

describe('short secrets', () => {
  test('are found only where they are a whole value', () => {
    const redactor = knowing('abc12');
    expect(redactor.text('abc12')).toBe('[redacted:token]');
    expect(redactor.text('Bearer abc12')).toBe('Bearer [redacted:token]');
    expect(Buffer.from(redactor.bytes(Buffer.from('{"a":"abc12","b":"xabc12y"}')).bytes).toString()).toBe(
      '{"a":"[redacted:token]","b":"xabc12y"}',
    );
  });

  test('shorter than four characters are words, not secrets', () => {
    const redactor = knowing('n');
    expect(redactor.text('n')).toBe('n');
    expect(redactor.bytes(Buffer.from('{"verify_checksum":"n"}')).redacted).toBe(false);
  });
});

test('what holds no secret is returned as it was', () => {
  const redactor = knowing(JWT, 'another-secret');
  const bytes = Buffer.from(JSON.stringify({ job_id: '0f0c8f8e-3a1c-11ef-9d2c-02163e0170e3', list: [1, 2, 3] }));
  expect(redactor.bytes(bytes)).toEqual({ bytes: bytes, redacted: false });
  const text = `odd \ud800 text`;
  expect(redactor.text(text)).toBe(text);
});

test('a secret in UTF-16 is found', () => {
  const redactor = knowing('planted-secret');
  const bytes = Buffer.from('\ufeff<a>planted-secret</a>', 'utf16le');
  expect(redactor.findSecrets(bytes)).toEqual(['token']);
  expect(Buffer.from(redactor.bytes(bytes).bytes).toString('utf16le')).toBe('\ufeff<a>[redacted:token]</a>');
});

test('escapes of escapes are undone in text that begins and ends within a character', () => {
  const written = percentAll(percentAll('planted-secret'));
  const cut = Buffer.from(`ä${written}ä`).subarray(1, -1);
  expect(knowing('planted-secret').findSecrets(cut)).toEqual(['token']);
});

test('many escapes take a bounded time and memory, and what follows them is still found', () => {
  const redactor = knowing(JWT);
  const content = Buffer.concat([Buffer.from('%41\\u0042&#67;'.repeat(200_000)), Buffer.from(percentAll(JWT))]);
  const { bytes } = redactor.bytes(content);
  expect(Buffer.from(bytes.subarray(-16)).toString()).toBe('[redacted:token]');
});

test('a cut does not leave the beginning of a secret', () => {
  const redactor = knowing(JWT);
  const cutInside = redactor.bytes(Buffer.from(`0123456789${JWT}`), 60);
  expect(Buffer.from(cutInside.bytes).toString()).toBe('0123456789[redacted:token]');
  const ended = redactor.bytes(Buffer.from(`0123456789${JWT.slice(0, 50)}`), Number.POSITIVE_INFINITY);
  expect(Buffer.from(ended.bytes).toString()).toBe('0123456789[redacted:token]');
});
