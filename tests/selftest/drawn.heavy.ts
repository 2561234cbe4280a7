/** More than a thousand lawful deployments that nobody thought of, and more than two thousand contradictions: the command, in threads. */
import { expect, test } from 'vitest';
import type { Proof } from '../../src/host/selftest/proof.ts';
import { Workplace } from '../cli/command.ts';

/** An interface; three of them can be drawn. */
const SEEDS = 700;

test('no lawful deployment raises an alarm, and contradictions are named', { timeout: 3_600_000 }, async () => {
  const place = await Workplace.create();
  try {
    const { stdout, stderr } = await place.run(['selftest', '--seeds', String(SEEDS), '--seed', '100000', '--json']);
    const proof = JSON.parse(stdout) as Proof;
    const sum = (count: (one: Proof['interfaces'][number]) => number): number => proof.interfaces.reduce((total, one) => total + count(one), 0);
    expect(proof.interfaces.flatMap(({ lawful }) => lawful.misjudged)).toEqual([]);
    expect(sum(({ lawful }) => lawful.drawn)).toBeGreaterThanOrEqual(1000);
    const [drawn, named] = [sum(({ unlawful }) => unlawful.drawn), sum(({ unlawful }) => unlawful.named)];
    expect(drawn).toBeGreaterThanOrEqual(2000);
    expect(named, JSON.stringify(proof.interfaces.flatMap(({ unlawful }) => unlawful.misses))).toBeGreaterThanOrEqual(drawn * 0.99);
    expect(proof.peakMemoryBytes).toBeLessThan(2 ** 30);
    expect({ exitCode: proof.exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  } finally {
    await place.remove();
  }
});
