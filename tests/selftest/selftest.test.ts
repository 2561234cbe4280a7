/** The self-test itself: what it writes, that it is not fooled, and that what is drawn is drawn again by its seed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';
import { type InterfaceProof, type Proof, verdictOf } from '../../src/selftest/proof.ts';
import { Shard } from '../../src/selftest/shard.ts';
import type { Outcome } from '../../src/selftest/tasks.ts';
import { Workplace } from '../cli/command.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

const schema = JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'assay', 'selftest.schema.json'), 'utf8')) as object;
const valid = new Ajv2020({ allErrors: true }).compile(schema);

/** Deployments and contradictions that every run of the tests draws; CI draws hundreds of each interface. */
const DRAWN = 6;

describe('the transfer service, drawn', () => {
  let shard: Shard;
  beforeAll(async () => {
    shard = await Shard.open('transfer');
  });
  afterAll(() => shard?.close());

  test('both controls are as they have to be', () => {
    expect(shard.controls.clean).toEqual([]);
    expect(shard.controls.canary.problem).toBeUndefined();
  });

  test.each([...Array(DRAWN).keys()])('lawful deployment %i raises no alarm and costs nothing undeclared', async (seed) => {
    const outcome = (await shard.run({ kind: 'lawful', seed })) as Extract<Outcome, { kind: 'lawful' }>;
    expect({ alarms: outcome.alarms, lost: outcome.lost, of: outcome.smallest ?? [] }).toEqual({ alarms: [], lost: [], of: [] });
  });

  test.each([...Array(DRAWN).keys()])('contradiction %i is named', async (seed) => {
    const outcome = (await shard.run({ kind: 'unlawful', seed })) as Extract<Outcome, { kind: 'unlawful' }>;
    expect(outcome.named, `${outcome.what}: ${outcome.kills} ${outcome.instead}`).toBe(true);
    expect(await shard.run({ kind: 'unlawful', seed })).toEqual(outcome);
  });
});

describeWith(PEERS.python, 'the client library, drawn', () => {
  let shard: Shard;
  beforeAll(async () => {
    shard = await Shard.open('client-library');
  });
  afterAll(() => shard?.close());

  test.each([...Array(2).keys()])('lawful library %i raises no alarm and costs nothing undeclared', async (seed) => {
    const outcome = (await shard.run({ kind: 'lawful', seed })) as Extract<Outcome, { kind: 'lawful' }>;
    expect({ alarms: outcome.alarms, lost: outcome.lost, of: outcome.smallest ?? [] }).toEqual({ alarms: [], lost: [], of: [] });
  });

  test.each([...Array(2).keys()])('contradiction %i is named', async (seed) => {
    const outcome = (await shard.run({ kind: 'unlawful', seed })) as Extract<Outcome, { kind: 'unlawful' }>;
    expect(outcome.named, `${outcome.what}: ${outcome.kills} ${outcome.instead}`).toBe(true);
  });
});

const PROVEN: InterfaceProof = {
  interface: 'transfer',
  controls: [{ interface: 'transfer', clean: [], canary: { id: 'a@b' }, tookMs: 1 }],
  requirements: [],
  variants: [],
  faults: { total: 1, killed: 1, survivors: [], undeclared: [] },
  lawful: { alone: 1, together: 1, drawn: 1, misjudged: [] },
  unlawful: { drawn: 100, named: 100, misses: [] },
  coverage: { unproven: [], strangers: [], redGaps: [] },
};
const miss = (seed: number) => ({ seed, kills: 'transfer/job/retry', what: 'a text', instead: 'it is pass' });

describe('what a self-test comes to', () => {
  test.each<[string, Partial<InterfaceProof>, number]>([
    ['all is proven', {}, 0],
    ['the clean reference is off', { controls: [{ ...PROVEN.controls[0]!, clean: ['transfer/job: fail'] }] }, 4],
    ['the canary lives', { controls: [{ ...PROVEN.controls[0]!, canary: { id: 'a@b', problem: 'it is pass' } }] }, 4],
    ['a fault survives', { faults: { total: 2, killed: 1, survivors: [{ id: 'a@b', why: 'it is pass' }], undeclared: [] } }, 1],
    ['a fault turns more red than it says', { faults: { total: 1, killed: 1, survivors: [], undeclared: [{ id: 'a@b', red: ['c'] }] } }, 1],
    ['a lawful deployment raises an alarm', { lawful: { ...PROVEN.lawful, misjudged: [{ of: ['v'], alarms: ['a'], lost: [] }] } }, 1],
    ['one contradiction of a hundred is missed', { unlawful: { drawn: 100, named: 99, misses: [miss(1)] } }, 0],
    ['two of a hundred are missed', { unlawful: { drawn: 100, named: 98, misses: [miss(1), miss(2)] } }, 1],
    ['a documented requirement has no fault', { coverage: { ...PROVEN.coverage, unproven: ['transfer/new'] } }, 1],
    ['a fault names no requirement', { coverage: { ...PROVEN.coverage, strangers: ['x@y'] } }, 1],
    ['a gap turned red', { coverage: { ...PROVEN.coverage, redGaps: ['transfer/gap/x'] } }, 1],
  ])('%s', (_, change, exitCode) => {
    const verdict = verdictOf([{ ...PROVEN, ...change }]);
    expect({ exitCode: verdict.exitCode, void: verdict.void }).toEqual({ exitCode, void: exitCode === 4 });
  });

  test('nothing is proven where nothing was tested, or not what was asked for', () => {
    expect(verdictOf([])).toEqual({ exitCode: 1, void: false, reasons: ['Nothing was tested.'] });
    const missing = [{ interface: 'client-library', why: 'there is no Python' } as const];
    expect(verdictOf([PROVEN], missing)).toEqual({ exitCode: 1, void: false, reasons: ['client-library was not tested: there is no Python'] });
  });
});

describe('the command', () => {
  test('the ticket bridge in two processes: everything is proven, and what is written has the published form', async () => {
    const place = await Workplace.create();
    try {
      const { code, stdout, stderr } = await place.run([
        'selftest',
        '--interface',
        'ticket-bridge',
        '--seeds',
        '20',
        '--workers',
        '2',
        '--out',
        'proof',
        '--json',
      ]);
      const proof = JSON.parse(stdout) as Proof;
      expect({ code, stderr, reasons: proof.reasons }).toEqual({ code: 0, stderr: '', reasons: ['Everything that was tried was judged as it has to be.'] });
      const [bridge] = proof.interfaces;
      expect(bridge?.controls).toHaveLength(2);
      expect([bridge?.lawful.drawn, bridge?.unlawful.named]).toEqual([20, 20]);
      expect(bridge?.lawful.together).toBeGreaterThan(10);
      valid(proof);
      expect(valid.errors ?? []).toEqual([]);
      expect(JSON.parse(readFileSync(place.path('proof/selftest.json'), 'utf8'))).toEqual(proof);
      const html = readFileSync(place.path('proof/selftest.html'), 'utf8');
      expect(html).toContain('ticket-bridge/TicketModify/same-ticket');
      expect(html).not.toMatch(/<script|src=|href=/);
    } finally {
      await place.remove();
    }
  });

  test.each([
    [['--interface', 'ftp'], /there is no such interface/],
    [['--interface', ''], /--interface "": there is no such interface/],
    [['--seeds', 'many'], /--seeds "many": a whole number from 0 to 100000 is needed/],
    [['--workers', '65'], /--workers "65": a whole number from 0 to 64 is needed/],
    [['--out', '/dev/null'], /--out "\/dev\/null": a folder that can be written to is needed/],
  ])('%j is a usage error', async (args, message) => {
    const place = await Workplace.create();
    try {
      const { code, stderr } = await place.run(['selftest', ...args]);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
    } finally {
      await place.remove();
    }
  });
});
