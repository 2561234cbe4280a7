/** Deployments and settings in states for which the target is not to blame: rows spread over each table. */

import { withVerdict } from '../verdicts.ts';
import { briefError, Deployment } from './deployment.ts';
import { RESET } from './outages.ts';
import { notOffered, outages, wrongSettings } from './tables.ts';

const SERVED = ['ticket-bridge', 'transfer', 'data-hub'];

test.each(SERVED)('%s: a wrong setting is not the fault of the target, and is named', async (name) => {
  expect(await wrongSettings(name, 36)).toEqual([]);
});

/** Kinds of objects that a run may create; a read-only run sends no request to a ticket bridge. */
const RUNS = [
  ['ticket-bridge', 'all'],
  ['transfer', 'all'],
  ['transfer', ''],
  ['data-hub', 'all'],
  ['data-hub', ''],
] as const;

test.each(RUNS)(
  '%s, allowed to create "%s": down from some moment on, down for a while, and a burst of errors: the infrastructure is to blame, and the gate says so',
  async (name, create) => {
    expect(await outages(name, create, 12)).toEqual([]);
  },
);

test.each([...SERVED, 'client-library'])(
  '%s: an operation that is not offered is not sent, and its own requirements are not-applicable, and no other',
  async (name) => {
    expect(await notOffered(name, 1, 30)).toEqual([]);
    // Each run of the library starts processes.
    if (name !== 'client-library') expect(await notOffered(name, 2, 10)).toEqual([]);
  },
);

test.each<[string, string, (read: number) => boolean, number]>([
  ['half of all reads', 'jobs', (read) => read % 2 === 0, 3],
  ['every fourth read of few', '', (read) => read % 4 === 0, 3],
  ['some reads at one time', 'jobs', (read) => read > 40 && read < 52 && read % 2 === 0, 0],
])(
  '%s of the transfer service (creates "%s") get 502, which a repetition hides',
  async (_, create, fails, exitCode) => {
    const deployment = await Deployment.of('transfer');
    let reads = 0;
    const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: create }, async ({ method }, next) =>
      method === 'GET' && fails(++reads) ? briefError(502) : next(),
    );
    expect(withVerdict(results, 'fail')).toEqual([]);
    expect(results.exitCode).toBe(exitCode);
    await deployment.close();
  },
);

test.each(['transfer', 'data-hub'].flatMap((name) => [500, 'reset'].map((how) => [name, how] as const)))(
  '%s, down with %s for a while: that counts as no rejection of invalid credentials',
  async (name, how) => {
    const deployment = await Deployment.of(name, /\/refuses\/none@let-in$/);
    const settings = { ASSAY_ALLOW_CREATE: '' };
    const { probing, results } = await deployment.run(settings);
    const accused = withVerdict(results, 'fail').map(({ id }) => id);
    expect(accused.length).toBeGreaterThan(3);
    const hidden = [0.2, 0.4, 0.6].map(async (begins) => {
      const from = begins * probing;
      const during = await deployment.run(settings, async (asked, next) =>
        asked.number < from || asked.number > from + 0.25 * probing ? next() : how === 500 ? briefError(how) : RESET,
      );
      return withVerdict(during.results, 'pass').flatMap(({ id }) => (accused.includes(id) ? [id] : []));
    });
    expect((await Promise.all(hidden)).flat()).toEqual([]);
    await deployment.close();
  },
);

test.each<[string, string, number]>([
  ['transfer', '', 401],
  ['transfer', 'jobs', 401],
  ['transfer', 'jobs', 404],
  ['data-hub', '', 401],
  ['data-hub', 'all', 401],
])(
  '%s (creates "%s"): a token that expires during the run, and gets %d, is no fault of the service, and is named',
  async (name, create, status) => {
    const deployment = await Deployment.of(name);
    const settings = { ASSAY_ALLOW_CREATE: create };
    const { probing } = await deployment.run(settings, (_, next) => next());
    const expires = async (share: number) => {
      const { results } = await deployment.run(settings, async (asked, next) => {
        const { number, operation, headers } = asked;
        const hasToken = name === 'data-hub' ? operation !== 'token-grant' : headers.authorization !== undefined;
        return number > share * probing && hasToken && (await asked.accepted()) ? briefError(status) : next();
      });
      expect(withVerdict(results, 'fail', 'warn', 'error'), `after ${share}`).toEqual([]);
      expect(results.exitCode, `after ${share}`).toBe(3);
      const [said, stopped] =
        status === 401
          ? [/stopped accepting the token|credential/, 'accepting the token']
          : [/stopped responding|check TRANSFER_TOKEN/, 'responding'];
      expect(results.gate.join('\n')).toMatch(said);
      if (share >= 0.6)
        expect(results.gate[0]).toMatch(new RegExp(`^The [a-z-]+ service stopped ${stopped}, at .* ${status}`));
    };
    await Promise.all([0, 0.02, 0.3, 0.6, 0.9].map(expires));
    await deployment.close();
  },
);

test.each([
  [1, /More than a tenth .* are inconclusive because of the tested software/],
  [2, /unstable: .* which is a body that is not JSON/],
])(
  'data-hub, read-only: every %d. JSON body is cut off, although its form is left open: the gate says so',
  async (every, says) => {
    const deployment = await Deployment.of('data-hub');
    let answers = 0;
    const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: '' }, async (asked, next) => {
      const isCut = asked.operation !== 'token-grant' && (await asked.accepted()) && ++answers % every === 0;
      const { body, ...answer } = await next();
      return body instanceof Uint8Array && isCut
        ? { ...answer, body: body.subarray(0, body.length / 2) }
        : { ...answer, body };
    });
    expect(withVerdict(results, 'fail', 'error')).toEqual([]);
    expect(results.exitCode).toBe(3);
    expect(results.gate.join('\n')).toMatch(says);
    await deployment.close();
  },
);
