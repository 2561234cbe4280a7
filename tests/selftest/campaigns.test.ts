/**
 * Each requirement of an interface is contradicted by one of its faults, and some groups of variants are judged.
 * campaigns.heavy.ts tries every fault and every variant of every interface.
 */
import pMap from 'p-map';
import { numbersOf, shuffled } from '../../reference/drawn/random.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { plannedTasks } from '../../src/selftest/planned-tasks.ts';
import { proofOf } from '../../src/selftest/proof.ts';
import { openTestbed } from '../../src/selftest/testbed.ts';
import { closing } from '../afterwards.ts';
import { testsOfProof } from './campaigns.ts';

const SEED = 1;
const SEEDS = 1;
/** Number of random groups of variants. */
const VARIANTS = 6;
/** Number of concurrent tasks: some wait. */
const AT_ONCE = 4;

/** The one of which a run takes the least time. */
const OF = 'ticket-bridge';

const reference = await inProcessReferenceOf(OF);
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
const testbed = closing(await openTestbed(reference));
const outcomes = await pMap(tasks, (task) => testbed.run(task), { concurrency: AT_ONCE });
const proof = proofOf(OF, {
  contract: loadContract(OF),
  faults: reference.faults,
  variants,
  controls: [testbed.controls],
  outcomes: outcomes.flat(),
});

testsOfProof(() => proof, SEEDS, { documented: 25, faults: 40, variants: VARIANTS });
