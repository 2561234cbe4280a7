/** Any change to a bundle is rejected, and for the right reason. */
import { strToU8 } from 'fflate';
import { packMembers, unpackMembers } from '../../src/certify/bundle-file.ts';
import type { CheckName, Manifest, Statement } from '../../src/certify/types.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { allRefusals, type Changeable, edited, type Har, HonestRun, refusals, textOf } from './honest-run.ts';

type Entry = Har['log']['entries'][number];
type Change = (members: Map<string, Uint8Array>) => void;
/** A change, the check that rejects it, and the reason. */
type Case = [what: string, change: Change, check: CheckName, why: string | RegExp];

const honest = await HonestRun.shared();
const bundle = await honest.bundle();

/** Changes a member without a new signature. */
function unsealed(change: Change) {
  const members = unpackMembers(bundle);
  change(members);
  return packMembers(members);
}

const har =
  (change: (har: Har) => void): Change =>
  (members) =>
    edited<Har>(members, 'evidence.har', change);
const entryOf = ({ log }: Har, operation: string) =>
  log.entries.find(({ _assay }) => _assay.operation === operation && _assay.purpose === 'documented') as Entry;

/** Returns why a check rejects a bundle that was changed and signed again. */
const sayOf = async (
  check: CheckName,
  ...changes: Parameters<HonestRun['resealed']> extends [unknown, ...infer More] ? More : never
) => refusals(await honest.verify(await honest.resealed(bundle, ...changes)), check);

const results =
  (change: (results: Results) => unknown): Change =>
  (m) =>
    edited<Results>(m, 'results.json', (content) => void change(content));
const replaced =
  (name: string, change: (text: string) => string): Change =>
  (m) =>
    m.set(name, Buffer.from(change(textOf(m.get(name)))));

describe('without the key', () => {
  test.each<[string, Change, string]>([
    ['a body byte', (m) => withBody(m, flipped), 'was changed'],
    [
      'a member that is removed',
      (m) => void m.delete([...m.keys()].find((name) => name.startsWith('bodies/')) ?? ''),
      'was removed',
    ],
    ['a member that is added', (m) => m.set(`bodies/${'0'.repeat(64)}`, strToU8('more')), 'was added'],
  ])('%s', async (_, change, why) => {
    const verification = await honest.verify(unsealed(change));
    expect(verification).toMatchObject({ verified: false, rung: null });
    expect(refusals(verification, 'members')).toContain(why);
  });

  test('the manifest', async () => {
    const verification = await honest.verify(
      unsealed(replaced('manifest.json', (text) => text.replace('"version":1', '"version":2'))),
    );
    expect(refusals(verification, 'signature')).toContain('belongs to another manifest');
  });
});

describe('by the vendor, who seals it again', () => {
  test.each<Case>([
    [
      'a verdict',
      results(({ requirements }) =>
        Object.assign(requirements.find(({ id }) => id === 'transfer/job/priority') ?? {}, {
          verdict: 'not-applicable',
        }),
      ),
      'verdicts',
      'transfer/job/priority is not-applicable in the results, but pass when judged again',
    ],
    [
      'an exchange, for those who look at it',
      har((one) => Object.assign(entryOf(one, 'list-jobs').response, { status: 204 })),
      'evidence',
      'its data for viewers and for judging differ',
    ],
    [
      'a byte of a body beside the evidence',
      (m) => withBody(m, flipped),
      'evidence',
      /body of \S+ was changed: its digest does not match/,
    ],
    [
      'a byte of a body within it',
      har((one) =>
        Object.assign(entryOf(one, 'identity').response.content, {
          text: entryOf(one, 'identity').response.content.text?.replace('"level"', '"Level"'),
        }),
      ),
      'evidence',
      /The answer body of \S+ was changed/,
    ],
    [
      'the order of the exchanges',
      har(({ log }) => {
        const at = log.entries.findIndex(({ _assay }) => _assay.interface === 'transfer');
        log.entries.splice(at, 2, log.entries[at + 1] as Entry, log.entries[at] as Entry);
      }),
      'evidence',
      'The order of the exchanges was changed',
    ],
    [
      'a removed exchange, also where nothing names it any more',
      har(({ log }) => {
        const gone = log.entries.splice(5, 1)[0]?._assay.id ?? '';
        for (const recording of log._assay.recordings)
          recording.exchanges = recording.exchanges.filter((id) => id !== gone);
      }),
      'evidence',
      /Exchange e\d+ .*is missing|Exchanges are missing/,
    ],
    ...[
      ['left out', '  - transfer/job/priority\n', ''] as const,
      ['misspelt', 'transfer/job/priority', 'transfer/job/prioritty'] as const,
    ].map(
      ([what, from, to]): Case => [
        `a plan id that is ${what}`,
        replaced('plan.yaml', (text) => text.replace(from, to)),
        'plan',
        'transfer-1 in the bundle was altered: it differs from the released one',
      ],
    ),
    [
      'a statement that claims less',
      (m) =>
        edited<Changeable<Statement>>(
          m,
          'statement.json',
          (one) => void Object.assign(one, { interfaces: ['ticket-bridge'] }),
        ),
      'statement',
      'does not claim transfer',
    ],
    [
      'a statement that hides what is not offered',
      results(({ target }) => (target.notOffered as string[]).push('cancel-job')),
      'statement',
      'skipped cancel-job as not offered',
    ],
    [
      'a run that was narrowed',
      results(({ run }) => Object.assign(run, { only: ['transfer/job'] })),
      'options',
      'narrowed to transfer/job',
    ],
    [
      'a run against the embedded reference',
      results(({ target }) => Object.assign(target, { reference: true })),
      'options',
      'embedded reference',
    ],
    ...[
      'null',
      '{"format":"assay-results/1"}',
      '{"format":"assay-results/1","run":{},"suite":{},"requirements":[null]}',
    ].map(
      (content): Case => [
        `results that no program wrote: ${content}`,
        replaced('results.json', () => content),
        'members',
        'results.json does not contain results',
      ],
    ),
  ])('%s', async (_, change, check, why) => expect(await sayOf(check, change)).toMatch(why));

  test('an old run with a new date', async () => {
    const later = (time: string) => new Date(Date.parse(time) + 3 * 86_400_000).toISOString();
    const shift = (run: Results['run']) =>
      void Object.assign(run, { startedAt: later(run.startedAt), endedAt: later(run.endedAt) });
    const made = await honest.resealed(bundle, (m) => {
      edited<Results>(m, 'results.json', ({ run }) => shift(run));
      edited<Har>(m, 'evidence.har', ({ log }) => {
        shift(log._assay.context.run);
        log._startedAt = log._assay.context.run.startedAt;
        for (const entry of log.entries) Object.assign(entry, { startedDateTime: later(entry.startedDateTime) });
      });
    });
    const verification = await honest.verify(made, { now: Date.now() + 4 * 86_400_000 });
    expect(allRefusals(verification).join('\n')).toMatch(
      /clocks: The Date header of transfer in the response to e\d+ is .* UTC; its claimed time is .* UTC\./,
    );
    expect(verification.checks.filter(({ state, check }) => state === 'refused' && check !== 'clocks')).toEqual([]);
  });

  test('a run that is yet to come', async () => {
    expect(refusals(await honest.verify(bundle, { now: Date.now() - 86_400_000 }), 'clocks')).toContain(
      'which is in the future',
    );
  });

  test.each<[string, (manifest: Manifest) => Manifest, string]>([
    [
      'an unknown contract',
      (manifest) => ({ ...manifest, contracts: { ...manifest.contracts, transfer: 'ab'.repeat(32) } }),
      'The contract of transfer (digest abab',
    ],
    [
      'an altered contract',
      (manifest) => ({ ...manifest, suite: { ...manifest.suite, schemas: 'cd'.repeat(32) } }),
      'it differs from this installation in schemas',
    ],
  ])('%s', async (_, manifest, why) => expect(await sayOf('suite', () => undefined, manifest)).toContain(why));

  test('a run that carries another id than its requests', async () => {
    const why = await sayOf('evidence', (m) => {
      edited<Results>(m, 'results.json', ({ run }) => Object.assign(run, { id: 'c0ffee0123456789abcd-00000002' }));
      edited<Har>(m, 'evidence.har', ({ log }) =>
        Object.assign(log._assay.context.run, { id: 'c0ffee0123456789abcd-00000002' }),
      );
    });
    expect(why).toContain('is from another run: its X-Request-Id is assay-c0ffee0123456789abcd-00000001');
    expect(why).toMatch(/ledger of another run|carries the run's id/);
  });

  test('evidence that no program wrote', async () => {
    const content =
      '{"log":{"_format":"assay-evidence/1","entries":[null],"_assay":{"context":{"run":{}},"recordings":[]}}}';
    const made = await honest.resealed(bundle, (m) => m.set('evidence.har', Buffer.from(content)));
    expect(await honest.verify(made)).toMatchObject({ verified: false, rung: 'signed' });
  });
});

/** Replaces the first body that is stored beside the evidence. */
function withBody(members: Map<string, Uint8Array>, change: (body: Uint8Array | undefined) => Uint8Array) {
  const name = [...members.keys()].find((one) => one.startsWith('bodies/')) ?? '';
  members.set(name, change(members.get(name)));
}

function flipped(body: Uint8Array | undefined) {
  const copy = Uint8Array.from(body ?? []);
  copy[10] = (copy[10] ?? 0) ^ 1;
  return copy;
}
