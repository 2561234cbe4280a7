/**
 * Each requirement is contradicted by one of its faults, and some groups of variants are judged. campaigns.heavy.ts
 * tries every fault and every variant alone.
 */
import pMap from 'p-map';
import { numbersOf, shuffled } from '../../reference/drawn/random.ts';
import type { Interface } from '../../src/contract/types.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import { plannedTasks } from '../../src/selftest/planned-tasks.ts';
import { type InterfaceProof, proofOf } from '../../src/selftest/proof.ts';
import { openTestbed } from '../../src/selftest/testbed.ts';
import { type AtLeast, testsOfProof } from './campaigns.ts';

const SEED = 1;
const SEEDS = 1;
/** Number of random groups of variants. */
const VARIANTS = 6;
/** Number of concurrent tasks: some wait. */
const AT_ONCE = 4;

const EXPECTED: [Interface, AtLeast][] = [
  ['data-hub', { documented: 139, faults: 160, variants: VARIANTS }],
  ['transfer', { documented: 120, faults: 160, variants: VARIANTS }],
  ['ticket-bridge', { documented: 25, faults: 40, variants: VARIANTS }],
];

async function sampledProof(name: Interface) {
  const reference = await inProcessReferenceOf(name);
  const [{ sometimes, variants, faultsAtOnce }, randomness] = [reference, await reference.randomness?.()];
  const drawn = shuffled(reference.faults, numbersOf(SEED));
  const faults = [...new Map(drawn.map((fault) => [fault.kills, fault])).values()];
  const planned = plannedTasks(
    { faults, sometimes, variants, faultsAtOnce, randomness },
    { seeds: SEEDS, seed: SEED, alone: false },
  );
  const together = planned.filter((task) => task.kind === 'variants' && task.ids.length > 1);
  const tasks = [
    ...planned.filter(({ kind }) => kind !== 'variants'),
    ...shuffled(together, numbersOf(SEED)).slice(0, VARIANTS),
  ];
  const testbed = await openTestbed(reference);
  try {
    const outcomes = await pMap(tasks, (task) => testbed.run(task), { concurrency: AT_ONCE });
    return proofOf(name, {
      contract: loadContract(name),
      faults: reference.faults,
      variants,
      controls: [testbed.controls],
      outcomes: outcomes.flat(),
    });
  } finally {
    await testbed.close();
  }
}

describe.each(EXPECTED)('%s', (name, atLeast) => {
  let proof: InterfaceProof;
  beforeAll(async () => {
    proof = await sampledProof(name);
  }, 600_000);

  testsOfProof(() => proof, SEEDS, atLeast);
});
