import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shard } from '../../src/selftest/shard.ts';
import type { Outcome } from '../../src/selftest/tasks.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { provesEveryRequirement } from './campaigns.ts';

describeWith(PEERS.python, 'the client library', () =>
  provesEveryRequirement('alone', 2, { 'client-library': { documented: 35, faults: 92, variants: 35 } }),
);

describeWith(PEERS.python, 'the client library, drawn', () => {
  let shard: Shard;
  beforeAll(async () => {
    shard = await Shard.open('client-library');
  });
  afterAll(() => shard?.close());

  test.each([...Array(2).keys()])('lawful library %i raises no alarm and costs nothing undeclared', async (seed) => {
    const [outcome] = (await shard.run({ kind: 'lawful', seed })) as [Extract<Outcome, { kind: 'lawful' }>];
    expect({ alarms: outcome.alarms, lost: outcome.lost, of: outcome.smallest ?? [] }).toEqual({
      alarms: [],
      lost: [],
      of: [],
    });
  });

  test.each([...Array(2).keys()])('contradiction %i is named', async (seed) => {
    const [outcome] = (await shard.run({ kind: 'unlawful', seed })) as [Extract<Outcome, { kind: 'unlawful' }>];
    expect(outcome.named, `${outcome.what}: ${outcome.kills} ${outcome.instead}`).toBe(true);
  });
});
