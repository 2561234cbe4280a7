import { WireError } from '../../../src/wire/connect/wire-error.ts';
import { retryDelay } from '../../../src/wire/session/retry.ts';
import { STRAY_ERROR } from '../../../src/wire/session/stray-errors.ts';
import type { Transport, WireRecord } from '../../../src/wire/types.ts';
import { bodyOf, scripted } from '../scripted-transport.ts';
import { get, testSession } from '../session-options.ts';

const REMOVAL = get('http://a.test/', { method: 'DELETE', effect: 'cleanup' });
/** Returns a response that says when to ask again. */
const busy = (after: string, status = 503) => ({ status, headers: [['Retry-After', after]] as const });

const statuses = (record: WireRecord) =>
  record.attempts.map(({ outcome }) => (outcome.kind === 'answer' ? outcome.status : outcome.code));

/** Returns the statuses and codes of the attempts of a request; the transport responds to each from a list. */
const attemptsOf = async (
  script: Parameters<typeof scripted>,
  request: Parameters<typeof get>[1] = { repeatable: true },
) => statuses(await testSession({ transport: scripted(...script) }).send(get('http://a.test/', request)));

describe('retries', () => {
  test.each([408, 425, 429, 502, 503, 504, 507])(
    'a repeatable request is sent at most three times on %i',
    async (status) =>
      expect(await attemptsOf([{ status }, { status }, { status }, { status }])).toEqual([status, status, status]),
  );

  test('500 is tried once more, 404 and requests that are not repeatable not at all', async () => {
    expect(await attemptsOf([{ status: 500 }, { status: 500 }])).toEqual([500, 500]);
    expect(await attemptsOf([{ status: 404 }])).toEqual([404]);
    expect(await attemptsOf([{ status: 503 }], {})).toEqual([503]);
  });

  test.each<[string, Parameters<typeof scripted>, (number | string)[]]>([
    ['a gateway or a service that is down', [{ status: 503 }, { status: 502 }, { status: 401 }], [503, 502, 401]],
    ['at most three times', [{ status: 504 }, { status: 504 }, { status: 504 }, { status: 401 }], [504, 504, 504]],
    ['not after a limit of requests, which may be on invalid credentials', [{ status: 429 }, { status: 401 }], [429]],
    ['not after a fault', [{ status: 500 }, { status: 401 }], [500]],
    ['not after a lost connection', [new WireError('headers', 'ECONNRESET', 'reset'), { status: 401 }], ['ECONNRESET']],
  ])('what counts unless the service is unavailable is sent again: %s', async (_, outcomes, expected) => {
    const transport = scripted(...outcomes);
    expect(
      statuses(await testSession({ transport }).send(get('http://a.test/', { repeatable: 'when-unavailable' }))),
    ).toEqual(expected);
    expect(transport.seen.map(({ connection }) => connection)).toEqual(expected.map(() => 'new'));
  });

  test('what has an effect is sent again only after a response that says that it was not processed', async () => {
    const request = { method: 'POST', repeatable: 'when-deferred' } as const;
    expect(await attemptsOf([{ status: 429 }, { status: 425 }, { status: 201 }], request)).toEqual([429, 425, 201]);
    expect(await attemptsOf([{ status: 503 }, { status: 201 }], request)).toEqual([503]);
    expect(await attemptsOf([busy('0'), { status: 201 }], request)).toEqual([503, 201]);
    expect(await attemptsOf([new WireError('headers', 'ECONNRESET', 'reset')], request)).toEqual(['ECONNRESET']);
  });

  test('lost connections are tried again, a certificate that is refused is not', async () => {
    const refused = new WireError('connect', 'ECONNREFUSED', 'refused');
    expect(await attemptsOf([new WireError('headers', 'ECONNRESET', 'reset')])).toEqual(['ECONNRESET', 200]);
    expect(await attemptsOf([refused, refused, refused])).toEqual(Array(3).fill('ECONNREFUSED'));
    expect(await attemptsOf([new WireError('tls', 'CERT_HAS_EXPIRED', 'expired')])).toEqual(['CERT_HAS_EXPIRED']);
  });

  test('a removal goes over an open connection; if that was lost, once more over a new one', async () => {
    const lost = () => new WireError('headers', 'ECONNRESET', 'reset');
    for (const [script, connections, kind] of [
      [[{ status: 204 }], [undefined], 'answer'],
      [[lost(), { status: 204 }], [undefined, 'new'], 'answer'],
      [[new WireError('aborted', STRAY_ERROR, 'stray'), { status: 204 }], [undefined, 'new'], 'answer'],
      [[lost(), lost(), { status: 204 }], [undefined, 'new'], 'failure'],
      [[{ status: 503 }, { status: 204 }], [undefined], 'answer'],
    ] as const) {
      const transport = scripted(...script);
      const { outcome } = await testSession({ transport }).send(REMOVAL);
      expect([transport.seen.map((one) => one.connection), outcome.kind]).toEqual([connections, kind]);
    }
  });

  test('Retry-After is honoured up to five seconds, but not beyond the end of the run', async () => {
    const body = { bytes: new Uint8Array(), size: 0, digest: '', truncated: false };
    const delay = (value: string, retries = 0) => retryDelay({ kind: 'answer', body, ...busy(value) }, retries, 100);
    expect(['0', '2', '1000', 'soon'].map((value) => delay(value, 1))).toEqual([200, 2000, 5000, 200]);
    expect(delay(new Date(Date.now() + 3_600_000).toUTCString())).toBe(5000);
    const ending = testSession({ transport: scripted(busy('1000')), endsAt: 1000, now: () => 0 });
    expect(statuses(await ending.send(get('http://a.test/', { repeatable: true })))).toEqual([503]);
  });

  test('a service that permits few requests per second, and says so: all wait, and each is answered', async () => {
    let [left, limited] = [3, 0];
    const transport: Transport = {
      async send() {
        const refused = left <= 0;
        limited += refused ? 1 : 0;
        left -= 1;
        if (left === 0) setTimeout(() => (left = 3), 900);
        return { status: refused ? 429 : 200, headers: refused ? [['Retry-After', '1']] : [], body: bodyOf('') };
      },
      close: async () => undefined,
    };
    const wire = testSession({ transport, concurrency: 2, now: () => performance.now(), endsAt: Infinity });
    const all = Array.from({ length: 8 }, (_, at) => wire.send(get(`http://a.test/${at}`, { repeatable: true })));
    expect((await Promise.all(all)).map(({ outcome }) => outcome.kind === 'answer' && outcome.status)).toEqual(
      all.map(() => 200),
    );
    expect(limited).toBeLessThanOrEqual(4);
  });

  test('a service that only ever answers 429: three waits, and then no more', async () => {
    expect((await attemptsOf(Array(20).fill(busy('0', 429)))).length).toBeLessThanOrEqual(6);
  });
});

test('no more than the limit at once, higher priority first, first come first among equals', async () => {
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const transport: Transport = {
    async send(request) {
      order.push(new URL(request.url).pathname.slice(1));
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return { status: 200, headers: [], body: bodyOf('') };
    },
    close: async () => undefined,
  };
  const wire = testSession({ transport, concurrency: 2 });
  await Promise.all(
    [
      ['a', 0],
      ['b', 5],
      ['c', 1],
      ['d', 5],
      ['e', 9],
      ['f', 0],
    ].map(([name, priority]) => wire.send(get(`http://a.test/${name}`, { priority: Number(priority) }))),
  );
  expect(most).toBe(2);
  expect(order).toEqual(['e', 'b', 'd', 'c', 'a', 'f']);
});

describe('redirects', () => {
  const to = (location: string, status = 302) => ({ status, headers: [['Location', location]] as const });

  test('are followed for GET only, and only when asked', async () => {
    expect(await attemptsOf([to('/b')], { redirects: 'follow' })).toEqual([302, 200]);
    expect(await attemptsOf([to('/b')], {})).toEqual([302]);
    expect(await attemptsOf([to('/b', 307)], { redirects: 'follow', method: 'POST' })).toEqual([307]);
  });

  test('five at most; never from https to http; never to something else', async () => {
    const follow = { redirects: 'follow' } as const;
    const loop = Array.from({ length: 9 }, () => to('/again'));
    expect(await attemptsOf(loop, follow)).toEqual([302, 302, 302, 302, 302, 'TOO_MANY_REDIRECTS']);
    expect(await attemptsOf([to('file:///etc/passwd')], follow)).toEqual(['REDIRECT_INVALID']);
    expect(await attemptsOf([to('http://a.test/')], { ...follow, url: 'https://a.test/' })).toEqual([
      'REDIRECT_DOWNGRADE',
    ]);
  });

  test.each([
    ['in the query', '?access_token=planted-secret'],
    ['in the path, percent-encoded', 'planted%2Dsecret'],
    ['in the user information', ''],
  ])('a redirect to another origin with a credential %s is recorded, and not followed', async (_, place) => {
    const transport = scripted(to(place === '' ? 'https://planted-secret@b.test/' : `https://b.test/${place}`));
    const wire = testSession({ transport });
    wire.redactor.add('planted-secret', 'TOKEN');
    const { outcome } = await wire.send(get('https://a.test/', { redirects: 'follow' }));
    expect(JSON.stringify(outcome)).not.toContain('planted-secret');
    // User information in the URL is not sent.
    if (place === '') expect(transport.seen.map(({ url }) => url)).toEqual(['https://a.test/', 'https://b.test/']);
    else {
      expect(outcome).toMatchObject({ phase: 'redirect', code: 'REDIRECT_WITH_SECRET', status: 302 });
      expect(transport.seen).toHaveLength(1);
    }
  });

  test('no credential goes to another origin, not even after coming back', async () => {
    const transport = scripted(to('https://b.test/x'), to('https://a.test/y'));
    const wire = testSession({ transport });
    wire.redactor.add('planted-secret', 'other');
    await wire.send(
      get('https://a.test/', {
        redirects: 'follow',
        headers: [
          ['X-Plain', 'stays'],
          ['X-Copy', 'planted-secret'],
          ['Cookie', 'a=b'],
        ],
        credential: { name: 'good', headers: [['Authorization', 'Bearer abcdefghijkl']], tls: { cert: 'c', key: 'k' } },
      }),
    );
    const names = transport.seen.map(({ headers }) =>
      headers.map(([name]) => name).filter((name) => !['User-Agent', 'Accept'].includes(name)),
    );
    expect(names).toEqual([['X-Plain', 'X-Copy', 'Cookie', 'Authorization'], ['X-Plain'], ['X-Plain']]);
    expect(transport.seen.map(({ credential }) => credential.tls !== undefined)).toEqual([true, false, false]);
  });
});

test.each([
  ['Set-Cookie', 'sid=31d4d96e407aad42; Path=/; Secure', 'sid=[redacted:Set-Cookie]; Path=/; Secure'],
  ['set-cookie', 'sid="a=b"; HttpOnly', 'sid=[redacted:set-cookie]; HttpOnly'],
  ['Set-Cookie', 'sid=; Max-Age=0', 'sid=; Max-Age=0'],
  ['Set-Cookie', 'onlyvalue', '[redacted:Set-Cookie]'],
  ['X-Auth-Token', 'MDAxY2xvY2F0aW9u', '[redacted:X-Auth-Token]'],
  ['Authorization', 'Bearer abc', '[redacted:Authorization]'],
  ['Authentication-Info', 'nextnonce="47364c23"', '[redacted:Authentication-Info]'],
  ['Server', 'sid=31d4d96e407aad42', 'sid=31d4d96e407aad42'],
])('a response header %s: %s is recorded as %s', async (name, value, recorded) => {
  const { outcome } = await testSession({ transport: scripted({ status: 200, headers: [[name, value]] }) }).send(
    get('https://a.test/'),
  );
  expect(outcome).toMatchObject({ kind: 'answer', headers: [[name, recorded]] });
});

test('an empty token hides no name of a scheme', async () => {
  const answer = { status: 401, headers: [['WWW-Authenticate', 'Bearer realm="a"']] as const };
  const { outcome } = await testSession({ transport: scripted(answer) }).send(
    get('https://a.test/', { credential: { name: 'empty-token', headers: [['Authorization', 'Bearer ']] } }),
  );
  expect(outcome.headers).toEqual(answer.headers);
});

describe('interruption', () => {
  test('ends what runs and what waits; clean-up goes on until its grace is over', async () => {
    const interrupt = new AbortController();
    const transport: Transport = {
      send: (request) =>
        request.method === 'DELETE'
          ? Promise.resolve({ status: 204, headers: [], body: bodyOf('') })
          : new Promise(() => undefined),
      close: async () => undefined,
    };
    const wire = testSession({ transport, concurrency: 1, signal: interrupt.signal });
    const running = wire.send(get('http://a.test/1', { repeatable: true }));
    const waiting = wire.send(get('http://a.test/2'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    interrupt.abort();
    expect((await running).outcome).toMatchObject({ phase: 'aborted', code: 'INTERRUPTED' });
    expect((await waiting).attempts).toEqual([]);
    wire.beginCleanup(60_000);
    expect((await wire.send(REMOVAL)).outcome).toMatchObject({
      status: 204,
    });
    expect((await wire.send(get('http://a.test/'))).outcome).toMatchObject({ phase: 'aborted' });
  });

  test('clean-up that hangs is ended when its grace is over', async () => {
    const transport: Transport = { send: () => new Promise(() => undefined), close: async () => undefined };
    const wire = testSession({ transport });
    wire.beginCleanup(10);
    expect((await wire.send(REMOVAL)).outcome).toMatchObject({
      phase: 'aborted',
    });
  });
});
