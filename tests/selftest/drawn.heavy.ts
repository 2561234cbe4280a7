/** More than a thousand lawful deployments that nobody thought of, and more than two thousand contradictions: the command, in processes. */
import { expect, test } from 'vitest';
import type { Proof } from '../../src/selftest/proof.ts';
import { Workplace } from '../cli/command.ts';

/** Draws an interface. Runs of the client library start processes, so they are fewer. */
const DRAWS: Readonly<Record<string, number>> = {
  'ticket-bridge': 700,
  transfer: 700,
  'data-hub': 700,
  'client-library': 100,
};
const FIRST_SEED = 100_000;

async function drawn(of: string, seeds: number): Promise<Proof> {
  const place = await Workplace.create();
  try {
    const { stdout, stderr } = await place.run([
      'selftest',
      '--interface',
      of,
      '--seeds',
      String(seeds),
      '--seed',
      String(FIRST_SEED),
      '--json',
    ]);
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Proof;
  } finally {
    await place.remove();
  }
}

test('no lawful deployment raises an alarm, and contradictions are named', { timeout: 1_800_000 }, async () => {
  let [deployments, contradictions, named] = [0, 0, 0];
  for (const [of, seeds] of Object.entries(DRAWS)) {
    const proof = await drawn(of, seeds);
    expect(proof.left).toEqual([]);
    expect(proof.peakMemoryBytes).toBeLessThan(2 ** 30);
    for (const { lawful, unlawful } of proof.interfaces) {
      expect(lawful.misjudged).toEqual([]);
      deployments += lawful.drawn;
      contradictions += unlawful.drawn;
      named += unlawful.named;
      console.log(
        `${of}: ${lawful.drawn} lawful deployments, ${unlawful.named} of ${unlawful.drawn} contradictions named in ${Math.round(proof.durationMs / 1000)} s`,
      );
      for (const miss of unlawful.misses) console.log(`  not named: ${JSON.stringify(miss)}`);
    }
  }
  expect(deployments).toBeGreaterThanOrEqual(1000);
  expect(contradictions).toBeGreaterThanOrEqual(2000);
  expect(named).toBeGreaterThanOrEqual(contradictions * 0.99);
});
