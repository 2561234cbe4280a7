/** The self-test: its output, its controls, and that a seed gives the same random values again. */
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { type InterfaceProof, verdictOf } from '../../src/selftest/proof.ts';
import { selectedBy } from '../../src/selftest/selected.ts';
import { selftest } from '../../src/selftest/selftest.ts';
import type { Outcome } from '../../src/selftest/tasks.ts';
import { openTestbed } from '../../src/selftest/testbed.ts';
import { closing } from '../afterwards.ts';
import { inProcess } from '../cli/in-process.ts';

test('of faults at once, one that another one hides is killed, and one that changes nothing is not', async () => {
  const ids = [
    'ticket-bridge/TicketModify/answers@server-fault',
    'ticket-bridge/TicketModify/part-order@reversed',
    'ticket-bridge/AddTicketAttachment/same-ticket@nothing-done',
  ] as const;
  const reference = await inProcessReferenceOf('ticket-bridge');
  const idle = { id: ids[2], kills: 'ticket-bridge/AddTicketAttachment/same-ticket', origin: 'hand' } as const;
  const testbed = closing(
    await openTestbed({
      ...reference,
      faults: [...reference.faults, idle],
      deploy: (deviations) =>
        reference.deploy({ ...deviations, fault: [deviations.fault ?? []].flat().filter((id) => id !== idle.id) }),
    }),
  );
  const outcomes = (await testbed.run({ kind: 'faults', ids })) as Extract<Outcome, { kind: 'fault' }>[];
  const killed = new Map(outcomes.map((outcome) => [outcome.id, outcome.killed]));
  expect(killed).toEqual(new Map(ids.map((id) => [id, id !== ids[2]])));
  expect(outcomes.find(({ id }) => id === ids[2])?.survived).toMatch(
    /^it is pass, not fail: AddTicketAttachment \(plain\) returned 200, <.+Envelope/,
  );
});

const PROVEN: InterfaceProof = {
  interface: 'transfer',
  controls: [{ interface: 'transfer', clean: [], canary: { id: 'a@b' }, tookMs: 1 }],
  requirements: [],
  excluded: [],
  variants: [],
  faults: { total: 1, killed: 1, survivors: [], undeclared: [] },
  sometimes: undefined,
  lawful: { alone: 1, together: 1, drawn: 1, misjudged: [] },
  unlawful: { drawn: 100, named: 100, misses: [] },
  coverage: { unproven: [], strangers: [], redGaps: [] },
  flaws: [],
};
const miss = (seed: number) => ({ seed, kills: 'transfer/job/retry', what: 'a text', instead: 'it is pass' });

describe('what a self-test comes to', () => {
  test.each<[string, Partial<InterfaceProof>, number]>([
    ['all is proven', {}, 0],
    ['the clean reference is off', { controls: [{ ...PROVEN.controls[0]!, clean: ['transfer/job: fail'] }] }, 4],
    ['the canary lives', { controls: [{ ...PROVEN.controls[0]!, canary: { id: 'a@b', problem: 'it is pass' } }] }, 4],
    [
      'a fault survives',
      { faults: { total: 2, killed: 1, survivors: [{ id: 'a@b', why: 'it is pass' }], undeclared: [] } },
      1,
    ],
    [
      'a fault turns more red than it says',
      { faults: { total: 1, killed: 1, survivors: [], undeclared: [{ id: 'a@b', red: ['c'] }] } },
      1,
    ],
    [
      'a lawful deployment raises an alarm',
      { lawful: { ...PROVEN.lawful, misjudged: [{ of: ['v'], seed: undefined, alarms: ['a'], lost: [] }] } },
      1,
    ],
    ['one contradiction of a hundred is missed', { unlawful: { drawn: 100, named: 99, misses: [miss(1)] } }, 0],
    ['two of a hundred are missed', { unlawful: { drawn: 100, named: 98, misses: [miss(1), miss(2)] } }, 1],
    ['a requirement has no fault', { coverage: { ...PROVEN.coverage, unproven: ['transfer/new'] } }, 1],
    ['a fault names no requirement', { coverage: { ...PROVEN.coverage, strangers: ['x@y'] } }, 1],
    ['a message is flawed', { flaws: ['transfer/job/retry: no message'] }, 1],
    ['a gap turned red', { coverage: { ...PROVEN.coverage, redGaps: ['transfer/gap/x'] } }, 1],
  ])('%s', (_, change, exitCode) => {
    const verdict = verdictOf([{ ...PROVEN, ...change }]);
    expect({ exitCode: verdict.exitCode, void: verdict.void }).toEqual({ exitCode, void: exitCode === 4 });
  });

  test('nothing is proven where nothing was tested, or not what was asked for', () => {
    expect(verdictOf([])).toEqual({ exitCode: 1, void: false, reasons: ['No requirement was tested.'] });
    const missing = [{ interface: 'client-library', why: 'there is no Python' } as const];
    expect(verdictOf([PROVEN], missing)).toEqual({
      exitCode: 1,
      void: false,
      reasons: ['client-library was not tested: there is no Python'],
    });
  });
});

test.each([
  ['selftest --interface ftp', /Unknown interface "ftp"/],
  ['selftest --out /dev/null', /Cannot write to the directory "\/dev\/null": it is not a directory/],
  [
    'selftest --fault transfer/job/priorty@missing',
    /matches no fault of ticket-bridge, .*; did you mean transfer\/job\/priority@missing\?/,
  ],
  [
    'selftest --variant transfer/none/*',
    /--variant "transfer\/none\/\*" matches no variant of .*\. For a list: assay list variants$/m,
  ],
  [
    'selftest --fault transfer/job/priorty',
    /; did you mean transfer\/job\/priority@\S+, .* more\? For a list: assay list faults$/m,
  ],
  ['selftest --fault transfer/job --seeds 1', /--seeds cannot be combined with --fault/],
])('the command: %s is a usage error', async (args, message) => {
  const { code, stderr } = await inProcess(args.split(' '));
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

describe('single faults and variants', () => {
  const expected = (faults: string[], variants: string[]) => selectedBy(['ticket-bridge'], { faults, variants });

  test('each is tried by itself, and no other fault or variant', async () => {
    const [fault, variant] = ['ticket-bridge/TicketModify/same-ticket@next', 'ticket-bridge-variant/untyped'];
    const { exitCode, reasons, interfaces } = await selftest({ selected: await expected([fault], [variant]) });
    expect({ exitCode, reasons }).toEqual({
      exitCode: 0,
      reasons: ['Every fault and variant that was tried was judged as expected.'],
    });
    expect(interfaces).toMatchObject([
      {
        interface: 'ticket-bridge',
        requirements: [{ id: 'ticket-bridge/TicketModify/same-ticket', faults: [fault], killed: 1 }],
        variants: [variant],
        faults: { total: 1, killed: 1 },
        // Intermittent faults come below the fault.
        sometimes: { total: 1, thorough: 1, drawn: 0 },
        lawful: { together: 0, drawn: 0, misjudged: [] },
        unlawful: { drawn: 0 },
        coverage: { unproven: [] },
      },
    ]);
  });
});
