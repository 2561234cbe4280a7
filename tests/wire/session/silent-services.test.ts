/**
 * No further requests are sent to a service that has stopped responding; a slow one, or one that is silent for a
 * moment, gets them.
 */
import { openLedger } from '../../../src/wire/session/ledger.ts';
import type { Outcome } from '../../../src/wire/types.ts';
import { httpServer } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';

const HANGS = 'hangs';
const LIMIT_MS = 900;

/** Starts a server that hangs if the path says so, and a session with a time limit of LIMIT_MS. */
async function started(options: Parameters<typeof testSession>[0] = {}) {
  const asked: string[] = [];
  let awake = false;
  const { url } = await httpServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/one/late') setTimeout(() => response.end('here'), 2 * LIMIT_MS);
    else if (awake || !request.url?.includes(HANGS)) response.end('here');
    else if (request.url.includes('bytes')) {
      const timer = setInterval(() => response.write('x'), 10);
      response.once('close', () => clearInterval(timer));
    } else if (request.url.includes('headers')) response.write('all, and no end');
  });
  const session = testSession({ requestTimeoutMs: LIMIT_MS, addresses: [`${url}/one`, `${url}/two`], ...options });
  const codes = async (paths: string[], request: Parameters<typeof get>[1] = {}) =>
    (await Promise.all(paths.map(async (path) => (await session.send(get(url + path, request))).outcome))).map(shown);
  return {
    asked,
    codes,
    session,
    wake: () => {
      awake = true;
    },
  };
}

/** Sends requests until the service is known to be silent. */
async function silence(codes: (paths: string[]) => Promise<string[]>) {
  await codes(['/one/hangs-a', '/one/hangs-b']);
  await codes(['/one/hangs-c']);
}

const shown = (outcome: Outcome) => (outcome.kind === 'failure' ? outcome.code : String(outcome.status));

describe('a service', async () => {
  const LATE = 'HEADERS_TIMEOUT';
  const CUT = 'BODY_TIMEOUT';
  const SILENT = 'SERVICE_SILENT';

  /** Paths requested at once, and their outcomes, step by step. */
  const ROWS: readonly (readonly [what: string, steps: readonly (readonly [paths: string, codes: string])[]])[] = [
    [
      'is silent when two requests, and then another, were not answered in time',
      [
        ['hangs-a hangs-b', `${LATE} ${LATE}`],
        ['hangs-a', LATE],
        ['hangs-c works', `${SILENT} ${SILENT}`],
      ],
    ],
    [
      'is silent when its responses do not end',
      [
        ['hangs-headers-a hangs-headers-b', `${CUT} ${CUT}`],
        ['hangs-headers-c', CUT],
        ['works', SILENT],
      ],
    ],
    [
      'whose responses were still coming is not silent',
      [...[...'abc'].map((each) => [`hangs-bytes-${each}`, CUT] as const), ['works', '200']],
    ],
    [
      'with one operation that takes too long is asked for all others',
      [...[...'0123'].map((page) => [`hangs?page=${page}`, LATE] as const), ['works', '200']],
    ],
    [
      'that answers between time-outs is asked on',
      [...'abcd'].flatMap((each) => [[`hangs-${each}`, LATE] as const, ['works', '200'] as const]),
    ],
  ];
  // All at once, because each waits for time limits.
  const seen = await Promise.all(
    ROWS.map(async ([, steps]) => {
      const { asked, codes } = await started();
      const came: string[] = [];
      for (const [paths] of steps) came.push((await codes(paths.split(' ').map((path) => `/one/${path}`))).join(' '));
      return { came, asked };
    }),
  );
  test.each(ROWS.map(([what, steps], at) => [what, steps, seen[at]] as const))('%s', (_, steps, own) => {
    const expected = steps.map(([, codes]) => codes);
    expect(own?.came).toEqual(expected);
    expect(own?.asked).toHaveLength(
      expected.flatMap((codes) => codes.split(' ')).filter((one) => one !== SILENT).length,
    );
  });

  /** Further scenarios, also at once: each returns what came, and what is expected. */
  const SCENARIOS: Record<string, () => Promise<[came: unknown, expected: unknown]>> = {
    'that was silent for one time limit is asked on': async () => {
      const { codes, wake } = await started();
      const silent = await codes(['/one/hangs-a', '/one/hangs-b', '/one/hangs-c', '/one/hangs-d']);
      wake();
      return [
        [silent, await codes(['/one/hangs-a', '/one/hangs-b'])],
        [Array(4).fill(LATE), ['200', '200']],
      ];
    },
    'does not speak for another one at the same origin': async () => {
      const { codes } = await started();
      await silence(codes);
      return [await codes(['/two/works', '/one/works']), ['200', SILENT]];
    },
    'that is silent is asked again for clean-up': async () => {
      const { codes, session } = await started();
      await silence(codes);
      session.beginCleanup(5000);
      return [await codes(['/one/works'], { effect: 'cleanup' }), ['200']];
    },
    'that timed out gets the requests that wait before the repetition': async () => {
      const { asked, codes } = await started({ concurrency: 1 });
      const came = await codes(['/one/hangs-a', '/one/works'], { repeatable: true, priority: 5 });
      return [
        { came, asked },
        { came: [LATE, '200'], asked: ['/one/hangs-a', '/one/works', '/one/hangs-a'] },
      ];
    },
    'that is silent gets no creation, and the ledger no line': async () => {
      const ledger = openLedger();
      const { codes } = await started({ ledger, allow: new Set(['files']) });
      await silence(codes);
      const created = { effect: { creates: 'files' }, ledger: { kind: 'files', name: 'new' } } as const;
      return [
        [await codes(['/one/works'], created), ledger.pending()],
        [[SILENT], []],
      ];
    },
    'has more time for a large body than the limit of the settings': async () => {
      const { codes } = await started();
      const answered = codes(['/one/late'], { extraMs: 20_000 });
      return [
        [await codes(['/one/late']), await answered],
        [[LATE], ['200']],
      ];
    },
  };
  const outcomes = await Promise.all(Object.entries(SCENARIOS).map(async ([what, run]) => [what, ...(await run())]));
  test.each(outcomes)('%s', (_, came, expected) => expect(came).toEqual(expected));
});
