/** A schema that is refused when contracts are loaded is the trouble of its author: exit code 2, with the file. */
import { expect, test, vi } from 'vitest';
import { runConformance } from '../../src/index.ts';
import { compileRecord } from '../../src/records/judge.ts';

vi.mock('../../src/run/installed/suites.ts', async (original) => ({
  ...(await original<typeof import('../../src/run/installed/suites.ts')>()),
  loadContract: () =>
    compileRecord({
      $id: 'schemas/transfer/job.schema.json',
      title: 'x',
      record: 'transfer/x',
      clause: 'Somewhere.',
      properties: { m: { uniqueItems: true } as object },
    }),
}));

test('the run resolves with the file, the place in it and the keyword', async () => {
  const results = await runConformance({
    env: { TICKET_BRIDGE_URL: 'http://127.0.0.1:9/', TICKET_BRIDGE_NAMESPACE: 'urn:example:bridge' },
  });
  expect(results).toMatchObject({ exitCode: 2, run: { requests: 0 } });
  expect(results.problems).toEqual([
    expect.stringMatching(/^schemas\/transfer\/job\.schema\.json#?\/properties\/m: "uniqueItems" is not a keyword/),
  ]);
});
