/**
 * Cost of a self-test: processor time per fault in process, and faults, variants and random deployments per minute
 * on all processors.
 */

import { SUITED } from '../src/run/installed/suited.ts';
import { descriptorOf } from '../src/run/installed/suites.ts';
import { type InProcessReference, inProcessReferenceOf } from '../src/selftest/in-process.ts';
import { triedIn } from '../src/selftest/proof.ts';
import { selftest } from '../src/selftest/selftest.ts';
import { openTestbed } from '../src/selftest/testbed.ts';
import type { Figure } from './measuring/measure.ts';

/** One in this many faults is tried. */
const EVERY = 4;
/** Bounds: milliseconds per fault, and faults, variants and random deployments per minute. */
const MOST_MS = 20;
const LEAST_PER_MINUTE = 5000;

/**
 * Returns the figures per interface. Processor time is bounded only for interfaces whose faults are served in this
 * process.
 */
export async function campaignFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const of of SUITED) {
    const subject = await inProcessReferenceOf(of);
    figures.push(await faultFigure(subject));
    await subject.close();
    figures.push(await rateFigure(of));
  }
  return figures;
}

async function faultFigure(subject: InProcessReference): Promise<Figure> {
  const { interface: of, faults } = subject;
  const testbed = await openTestbed(subject);
  const ids = faults.filter((_, index) => index % EVERY === 0).map(({ id }) => id);
  const began = process.cpuUsage();
  await testbed.run({ kind: 'faults', ids });
  const { user, system } = process.cpuUsage(began);
  const detail = `${ids.length} of ${faults.length} faults, several at once, one run in four judged twice`;
  const inProcess = descriptorOf(of).machine === undefined;
  const value = (user + system) / 1000 / ids.length;
  return { name: `${of}: processor time of a fault`, value, unit: 'ms', ...(inProcess && { most: MOST_MS }), detail };
}

async function rateFigure(of: string): Promise<Figure> {
  const proof = await selftest({ interfaces: [of] });
  const tried = triedIn(proof);
  const detail = `${tried} faults, variants and random deployments in ${(proof.durationMs / 1000).toFixed(1)} s`;
  return {
    name: `${of}: self-test`,
    value: (tried / proof.durationMs) * 60_000,
    unit: 'per minute',
    least: LEAST_PER_MINUTE,
    detail,
  };
}
