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

  test('is used again after a refusal that contradicts an earlier success', async () => {
    let asked = 0;
    const run = await runOf([readyOf(many)], {
      answer() {
        asked += 1;
        return { status: asked === 5 ? 403 : 200 };
      },
    });
    expect(statuses(run)).toEqual(many.map(() => 200));
    expect(run.sent).toHaveLength(many.length + 1);
    const attempts = run.judgeables.flatMap(({ recording }) => recording.exchanges.map((one) => one.attempts.length));
    expect(attempts.filter((count) => count === 2)).toHaveLength(1);
  });

  test('also for a request that changes something: one that was rejected was not carried out', async () => {
    let asked = 0;
    const submissions = many.map(({ name }) =>
      doing(`${name}-submits`, async (context) => void (await context.send('identity', { method: 'POST' }))),
    );
    const run = await runOf([readyOf(submissions)], {
      answer({ method }) {
        if (method === 'POST') asked += 1;
        return { status: method === 'POST' && asked === 5 ? 401 : 200 };
      },
    });
    expect(asked).toBe(submissions.length + 1);
    expect(statuses(run).every((status) => status === 200)).toBe(true);
  });

  test('that is refused for good costs one further request', async () => {
    let asked = 0;
    const run = await runOf([readyOf(many)], {
      answer() {
        asked += 1;
        return { status: asked <= 4 ? 200 : 401 };
      },
    });
    expect(run.sent).toHaveLength(many.length + 1);
    expect(statuses(run).filter((status) => status === 200)).toHaveLength(4);
  });

  test('that was never accepted is not tried again', async () => {
    const { sent } = await runOf([readyOf(many)], { answer: () => ({ status: 403 }) });
    expect(sent).toHaveLength(many.length);
  });
});

test('a refusal that is asked for is never repeated', async () => {
  const refusals = many
    .slice(0, 3)
    .map(({ name }) =>
      doing(`${name}-refused`, async (context) => void (await context.send('identity', { purpose: 'refusal' }))),
    );
  const { sent } = await runOf([readyOf([...refusals])], {
    answer: ({ url }) => ({ status: url.endsWith('/identity') ? 403 : 200 }),
  });
  expect(sent).toHaveLength(6);
});
