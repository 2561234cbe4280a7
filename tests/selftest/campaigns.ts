/** The self-test as a test, against the embedded references. */
import type { Interface } from '../../src/contract/types.ts';
import type { InterfaceProof } from '../../src/selftest/proof.ts';
import type { Proof } from '../../src/selftest/selftest.ts';
import { Workplace } from '../cli/command.ts';
import { deviationsFrom } from '../published-form.ts';

/** Lower bounds, so that a campaign cannot shrink unnoticed. */
export interface AtLeast {
  documented: number;
  faults: number;
  /** Number of runs with variants, alone and combined. */
  variants: number;
}

/** Number of processes of the self-test, and the limit of their total memory. */
const WORKERS = 2;
const MOST_BYTES = 2 ** 30;
/** Share of the random contradictions that may be missed; the same as in the command. */
const MISSED_SHARE = 0.01;

/**
 * Registers the tests of the proof of one interface, with the given numbers of random deployments and contradictions.
 */
export function testsOfProof(proof: () => InterfaceProof, seeds: number, atLeast: AtLeast) {
  test('the clean reference conforms, and the first fault is caught', () => {
    const { controls } = proof();
    expect(controls.length).toBeGreaterThan(0);
    expect(controls.filter(({ clean, canary }) => clean.length > 0 || canary.problem !== undefined)).toEqual([]);
  });

  test('every fault turns the requirement that it names red, and no other that it does not declare', () => {
    const { faults } = proof();
    expect(faults.survivors).toEqual([]);
    expect(faults.undeclared).toEqual([]);
    expect(faults.killed).toBe(faults.total);
    expect(faults.total).toBeGreaterThanOrEqual(atLeast.faults);
  });

  test('every requirement that can fail has a fault, and no fault names anything else', () => {
    const { requirements, coverage } = proof();
    expect(requirements.filter(({ killed }) => killed === 0).map(({ id }) => id)).toEqual([]);
    expect(requirements.filter(({ basis }) => basis === 'documented').length).toBeGreaterThanOrEqual(
      atLeast.documented,
    );
    expect(coverage).toEqual({ unproven: [], strangers: [], redGaps: [] });
  });

  test('no lawful deployment raises an alarm or costs a pass that it does not declare', () => {
    const { lawful } = proof();
    expect(lawful.misjudged).toEqual([]);
    expect(lawful.alone + lawful.together).toBeGreaterThanOrEqual(atLeast.variants);
    expect(lawful.together).toBeGreaterThan(0);
    expect(lawful.drawn).toBe(seeds);
  });

  test('contradictions that are drawn are named', () => {
    const { unlawful } = proof();
    expect(unlawful.drawn).toBe(seeds);
    expect(unlawful.misses.length, JSON.stringify(unlawful.misses)).toBeLessThanOrEqual(seeds * MISSED_SHARE);
  });

  test('messages are complete and readable, and judging again gives the same verdicts', () => {
    expect(proof().flaws).toEqual([]);
  });
}

/** Registers the tests of a self-test of these interfaces by the command, with every fault and every variant. */
export function provesEveryRequirement(seeds: number, expected: Readonly<Partial<Record<Interface, AtLeast>>>) {
  const interfaces = Object.entries(expected) as [Interface, AtLeast][];
  const place = new Workplace();
  let proof: Proof;
  let ended: { code: number | null; stderr: string };

  beforeAll(async () => {
    const names = interfaces.map(([name]) => name).join();
    const options = ['--interface', names, '--seeds', String(seeds), '--workers', String(WORKERS)];
    const { stdout, ...rest } = await place.run(['selftest', ...options, '--out', 'proof', '--json']);
    ended = rest;
    proof = JSON.parse(stdout) as Proof;
  }, 1_800_000);

  describe.each(interfaces)('%s', (name, atLeast) => {
    testsOfProof(() => proof.interfaces.find((one) => one.interface === name) as InterfaceProof, seeds, atLeast);
  });

  test('the command reports all that is proven, in the published form', () => {
    expect({ ...ended, reasons: proof.reasons, left: proof.left }).toEqual({
      code: 0,
      stderr: '',
      reasons: ['Every fault and variant that was tried was judged as expected.'],
      left: [],
    });
    expect(proof.peakMemoryBytes).toBeLessThan(MOST_BYTES);
    expect(deviationsFrom('selftest')(proof)).toEqual([]);
    expect(JSON.parse(place.read('proof/selftest.json'))).toEqual(proof);
  });
}
