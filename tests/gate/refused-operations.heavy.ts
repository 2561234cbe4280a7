/**
 * A documented operation never succeeds while the rest of the service works: the gate never passes, with or without an
 * earlier run to compare with.
 */
import { buildResults } from '../../src/engine/account/results.ts';
import type { ConductedRun } from '../../src/engine/send/run.ts';
import { closing } from '../afterwards.ts';
import { type Asked, Deployment } from '../states/deployment.ts';

/** The response of an operation, in the server's own words. */
interface Refusal {
  operation: string;
  /** The lane whose requests get it; absent: all. */
  lane?: string;
  status: number;
  type: string;
  body: string;
}

const ANSWERS: (Omit<Refusal, 'operation'> & { words: string })[] = [
  {
    status: 400,
    type: 'application/json',
    body: '{"message":"Quota of project north exhausted."}',
    words: 'Quota of project north',
  },
  { status: 403, type: 'text/plain', body: 'Group atlas-users has no role here.', words: 'Group atlas-users' },
  {
    status: 503,
    type: 'text/html',
    body: '<html><title>Maintenance</title><p>Back at 14:00.</p></html>',
    words: 'Back at 14:00',
  },
];

/** The interface, the permitted kinds of objects, and the number of its operations that are requested. */
describe.each([
  ['ticket-bridge', 'all', 3],
  ['transfer', 'all', 6],
  ['data-hub', 'all', 20],
  ['transfer', '', 4],
  ['data-hub', '', 14],
])('%s, creation allowed: %j', async (name, allowed, operations) => {
  const service = closing(await Deployment.of(name));

  const run = (refusal?: Refusal): Promise<ConductedRun> =>
    service.run({ ASSAY_ALLOW_CREATE: allowed }, async (asked, next) =>
      refusal && refusal.operation === asked.operation && (await isOf(refusal.lane, asked))
        ? { status: refusal.status, headers: [['Content-Type', refusal.type]], body: Buffer.from(refusal.body) }
        : next(),
    );

  const good = await run();

  test('its operations are asked', () => {
    expect(new Set(askedIn(good).map(({ operation }) => operation)).size).toBe(operations);
  });

  test.each(ANSWERS.map((answer, turn) => ({ ...answer, turn })))(
    'every third operation: always answering $status is not green, and its words are shown',
    async ({ words, turn, ...answer }) => {
      expect(good.results.exitCode).toBe(0);
      const before = Object.fromEntries(good.results.requirements.map(({ id, verdict }) => [id, verdict]));
      const green: string[] = [];
      const wordless: string[] = [];
      for (const asked of askedIn(good).filter((_, at) => (at + turn) % ANSWERS.length === 0)) {
        const { results, judgeables, context } = await run({ ...asked, ...answer });
        const compared = buildResults(judgeables, { ...context, heldAgainst: { today: '2026-01-01', before } });
        const row = `${asked.operation} (${asked.lane ?? 'any'}): ${results.gate[0]}; compared: ${compared.gate[0]}`;
        if (results.exitCode === 0 || compared.exitCode === 0) green.push(row);
        const said = results.exitCode === 3 ? results.gate : results.requirements.map(({ message }) => message ?? '');
        if (!said.join('\n').includes(words)) wordless.push(row);
      }
      expect(green).toEqual([]);
      expect(wordless).toEqual([]);
    },
  );
});

/**
 * Returns the operations that a run with all creation allowed requests; if several credentials are used, also once per
 * credential.
 */
function askedIn({ judgeables }: ConductedRun): Pick<Refusal, 'operation' | 'lane'>[] {
  return judgeables.flatMap(({ recording, contract }) =>
    [...contract.operations.keys()].flatMap((operation) => {
      const asked = recording.exchanges.filter((one) => one.operation === operation);
      const lanes = [...new Set(asked.map(({ lane }) => lane))];
      return [
        ...(asked.length > 0 ? [{ operation }] : []),
        ...(lanes.length > 1 ? lanes.map((lane) => ({ operation, lane })) : []),
      ];
    }),
  );
}

/** Returns whether a request has the valid credential of a lane. */
const isOf = async (lane: string | undefined, { headers, accepted }: Asked) =>
  lane === undefined || ((lane === 'token') === (headers.authorization !== undefined) && (await accepted()));
