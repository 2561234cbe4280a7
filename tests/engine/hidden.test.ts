/** A repetition that succeeds hides neither a rejection nor a broken node. */
import type { Exchange } from '../../src/wire/types.ts';
import { exchange } from './exchanges.ts';
import { answers } from './summaries.ts';

test('a 500 or 401 that a second try hid makes an operation unstable; not a 500, if another failed beside it', () => {
  const tried = (at: number, ...statuses: number[]): Exchange => {
    const one = exchange({ at, operation: at === 20 ? 'list-jobs' : 'identity' });
    const attempts = statuses.map((status, after) => ({
      ...{ url: one.request.url, startedAt: at + 2 * after, endedAt: at + 2 * after + 1, timings: {} },
      outcome: { ...one.outcome, status } as Exchange['outcome'],
    }));
    return { ...one, attempts };
  };
  const hidden = tried(20, 500, 200);
  const of = (...all: Exchange[]) => answers(all, undefined, all[1]);
  expect(of(tried(10, 200), tried(20, 401, 200), tried(30, 200))?.verdict).toBe('inconclusive');
  expect(of(tried(10, 200), hidden, tried(30, 200))).toMatchObject({ verdict: 'inconclusive', unstable: true });
  expect(of(tried(10, 500), hidden, tried(30, 200))?.verdict).toBe('pass');
  // The service worked between the two.
  expect(of(tried(10, 500, 200), hidden, tried(30, 500, 200))?.verdict).toBe('inconclusive');
});

test.each([
  ['again and again', 502, [20, 30, 40], 'inconclusive'],
  ['again and again, with a demand to wait', 503, [20, 30, 40], 'pass'],
  ['twice', 502, [20, 30], 'pass'],
  ['in three requests at once', 502, [20, 20, 20], 'pass'],
  ['or not, again and again', 0, [20, 30, 40], 'inconclusive'],
  ['or not, in a row', 0, [20, 21, 22], 'pass'],
])('a gateway failure that a repetition hid %s', (_, status, times, verdict) => {
  const headers = status === 503 ? [['Retry-After', '1'] as const] : [];
  const hidden = times.map((at): Exchange => {
    const one = exchange({ at });
    if (status === 0) return exchange({ at, status: 502 });
    const outcome = { ...one.outcome, status, headers } as Exchange['outcome'];
    return { ...one, attempts: [{ url: one.request.url, startedAt: at, endedAt: at + 1, timings: {}, outcome }] };
  });
  expect(answers([10, 25, 35].map((at) => exchange({ at })).concat(hidden))).toMatchObject({
    verdict,
    ...(verdict === 'inconclusive' && { unstable: true, blame: 'infrastructure' }),
  });
});

test.each([
  ['GETs of one address', 'GET', 'b', [20, 30, 40], 'inconclusive'],
  ['two of them', 'GET', 'b', [20, 30], 'pass'],
  ['changes of any object', 'POST', '', [20, 30, 40], 'inconclusive'],
  ['changes, until one is accepted', 'POST', '', [10, 20, 30], 'pass'],
])('503 until the end, while another operation works: %s', (_, method, name, times, verdict) => {
  const request = (at: number, status?: number): Exchange => {
    const one = exchange({ at, status, operation: 'list-jobs' });
    const { outcome, startedAt, endedAt } = one;
    const url = `https://transfer.example.org/jobs/${name || at}`;
    return {
      ...one,
      request: { ...one.request, method, url },
      attempts: [{ url, startedAt, endedAt, timings: {}, outcome }],
    };
  };
  const good = request(times.includes(10) ? 40 : 10);
  const works = exchange({ at: 90, operation: 'identity' });
  expect(answers([good, ...times.map((at) => request(at, 503)), works])?.verdict).toBe(verdict);
});

test('a page instead of JSON, which an equal request got', () => {
  const page = exchange({ at: 20, type: 'text/html', text: '<!DOCTYPE html><title>Login</title>' });
  expect(answers([exchange({ at: 10, text: '[]' }), page])?.verdict).toBe('inconclusive');
});

test('hops of a redirect are not attempts without an answer', () => {
  const lost = exchange({ at: 20, phase: 'timeout' });
  const [hop, end] = [exchange({ status: 307 }), lost].map(({ outcome }) => ({
    ...{ url: lost.request.url, startedAt: 20, endedAt: 21, timings: {}, outcome },
  }));
  const redirected = { ...lost, attempts: [hop, end, hop, end] as Exchange['attempts'] };
  const works = exchange({ at: 90, operation: 'identity' });
  expect(answers([exchange({ at: 10 }), redirected, works])?.verdict).toBe('pass');
});
