/**
 * The first request with each credential is sent alone, and a rejection that contradicts the run's evidence is repeated
 * once.
 */
import { statusOf } from '../../../src/engine/words/answer.ts';
import { doing, type Run, readyOf, runOf } from '../small-run.ts';

const many = Array.from({ length: 20 }, (_, index) => doing(`read-${index}`, async () => undefined));
const statuses = ({ judgeables }: Run) => judgeables.flatMap(({ recording }) => recording.exchanges.map(statusOf));
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a credential', () => {
  test('starts with one request alone', async () => {
    let inFlight = 0;
    let known = false;
    let most = 0;
    const run = await runOf([readyOf(many)], {
      async answer() {
        inFlight += 1;
        most = Math.max(most, inFlight);
        const collides = !known && inFlight > 1;
        await tick();
        inFlight -= 1;
        if (collides) return { status: 403, body: 'duplicate key value violates unique constraint' };
        known = true;
        return {};
      },
    });
    expect(statuses(run)).toEqual(many.map(() => 200));
    expect(run.sent).toHaveLength(many.length);
    expect(most).toBeGreaterThan(1);
  });

  /** Runs probes; a request to `counted` has the status that `statusOf` gives for its number. */
  async function answering(statusOf: (count: number) => number, probes = many, counted = '/') {
    let count = 0;
    const run = await runOf([readyOf(probes)], {
      answer: ({ url }) => ({ status: url.includes(counted) ? statusOf(++count) : 200 }),
    });
    const exchanges = run.judgeables.flatMap(({ recording }) => recording.exchanges);
    const tries = exchanges.map(({ attempts }) => attempts.length);
    return { count, good: statuses(run).filter((status) => status === 200).length, tries };
  }
  const also = (purpose: string, options: object) =>
    many.map(({ name }) =>
      doing(`${name}-${purpose}`, async (context) => void (await context.send('identity', options))),
    );

  test('is used again after a refusal that contradicts an earlier success', async () => {
    const { count, good, tries } = await answering((at) => (at === 5 ? 403 : 200));
    expect([count, good, tries.filter((one) => one === 2).length]).toEqual([many.length + 1, many.length, 1]);
  });

  test('also for a request that changes something: one that was rejected was not carried out', async () => {
    const submissions = also('submits', { method: 'POST' });
    const { count, good } = await answering((at) => (at === 5 ? 401 : 200), submissions, '/identity');
    expect([count, good]).toEqual([many.length + 1, 2 * many.length]);
  });

  test.each([
    ['that is refused for good costs one further request', 4, many.length + 1],
    ['that was never accepted is not tried again', 0, many.length],
  ])('%s', async (_, accepted, sent) => {
    const { count, good } = await answering((at) => (at <= accepted ? 200 : 403));
    expect([count, good]).toEqual([sent, accepted]);
  });

  test('is not used again where a refusal is asked for', async () => {
    const { count } = await answering(() => 403, also('refused', { purpose: 'refusal' }), '/identity');
    expect(count).toBe(many.length);
  });
});
