/** A service that goes down in the middle of a run, or hangs behind its headers, is never green. */
import { afterAll, expect, test } from 'vitest';
import { hostRun } from '../../src/run/run-conformance.ts';
import { Opened, withVerdict } from '../conformance/deployment.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';
import { SERVED } from './kinds/operations.ts';
import { serveHostile } from './kinds/serve.ts';

const opened = new Opened();
afterAll(() => opened.close());

const KINDS = ['http/down-after-4', 'http/busy-after-4', 'stream/hangs-after-4'];

// At once: they wait for time limits most of the time.
test.concurrent.each(KINDS.flatMap((id) => SERVED.map((of) => [id, of] as const)))('%s, %s', async (id, of) => {
  const kind = HOSTILE_KINDS.find((one) => one.id === id);
  const { env } = opened.closing(await serveHostile(of, kind));
  const { results } = await hostRun({ env, backoffMs: 1 });
  expect(withVerdict(results, 'fail', 'error').map(({ id: row, message }) => `${row}: ${message}`)).toEqual([]);
  expect(results.exitCode, results.gate.join('\n')).toBe(3);
  expect(results.unanswered?.map(({ blame }) => blame)).toContain('infrastructure');
});

test('a service that answers nothing is not asked for everything', async () => {
  const kind = HOSTILE_KINDS.find((one) => one.id === 'tcp/silent');
  const { env } = opened.closing(await serveHostile('transfer', kind));
  const { results } = await hostRun({ env, backoffMs: 1 });
  expect(results.exitCode).toBe(3);
  expect(withVerdict(results, 'fail', 'error')).toEqual([]);
  expect(withVerdict(results, 'inconclusive').map(({ message }) => message)).toContainEqual(
    expect.stringContaining('was not sent, because'),
  );
});
