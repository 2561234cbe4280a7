/** Whatever is done to a bundle, it is refused, and for the right reason. */
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { packMembers, unpackMembers } from '../../src/certify/bundle-file.ts';
import { newKeyPair, readSigner } from '../../src/certify/keys.ts';
import type { Statement } from '../../src/certify/types.ts';
import type { Results } from '../../src/engine/words/types.ts';
import type { HarEntry } from '../../src/wire/evidence/har.ts';
import { allRefusals, edited, HonestRun, refusals, STATEMENT, textOf } from './honest-run.ts';

interface Har {
  readonly log: {
    _startedAt: string;
    entries: HarEntry[];
    _assay: {
      context: { run: { -readonly [K in keyof Results['run']]: Results['run'][K] } };
      recordings: { exchanges: string[] }[];
    };
  };
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const honest = await HonestRun.shared();
const bundle = await honest.bundle();

/** A member is changed, and nothing else: the seal is broken. */
function unsealed(change: (members: Map<string, Uint8Array>) => void): Uint8Array {
  const members = unpackMembers(bundle);
  change(members);
  return packMembers(members);
}

const har = (change: (har: Har) => void) => (members: Map<string, Uint8Array>) =>
  edited<Har>(members, 'evidence.har', change);
const entryOf = ({ log }: Har, operation: string): HarEntry =>
  log.entries.find(({ _assay }) => _assay.operation === operation && _assay.purpose === 'documented') as HarEntry;

test('untouched, it is verified', async () => {
  const verification = await honest.verify(bundle);
  expect({ verified: verification.verified, rung: verification.rung, refused: allRefusals(verification) }).toEqual({
    verified: true,
    rung: 're-judged',
    refused: [],
  });
});

describe('without the key', () => {
  test.each<[string, (members: Map<string, Uint8Array>) => void, string]>([
    [
      'a verdict',
      (m) =>
        edited<Results>(m, 'results.json', ({ requirements }) =>
          Object.assign(requirements[0] ?? {}, { verdict: 'warn' }),
        ),
      'results.json was changed',
    ],
    ['a body byte', (m) => withBody(m, flipped), 'was changed'],
    ['an exchange', har(({ log }) => void log.entries.splice(3, 1)), 'evidence.har was changed'],
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
      unsealed((m) =>
        m.set('manifest.json', Buffer.from(textOf(m.get('manifest.json')).replace('"version":1', '"version":2'))),
      ),
    );
    expect(refusals(verification, 'signature')).toContain('belongs to another manifest');
  });

  test('a signature with another key', async () => {
    const other = readSigner(newKeyPair().privateKey);
    const verification = await honest.verify(await honest.bundle('transfer', { signer: other }));
    expect(verification).toMatchObject({ verified: false, rung: null });
    expect(allRefusals(verification)).toEqual([expect.stringContaining('Signed with an untrusted key')]);
  });

  test('no key is trusted by default', async () => {
    const verification = await honest.verify(bundle, { trust: { keys: [], certificates: [] } });
    expect(verification).toMatchObject({
      verified: false,
      rung: null,
      next: { rung: 'signed', missing: [expect.stringContaining('No trusted key given')] },
    });
  });
});

describe('by the vendor, who seals it again', () => {
  test('a verdict', async () => {
    const made = await honest.resealed(bundle, (m) =>
      edited<Results>(m, 'results.json', ({ requirements }) =>
        Object.assign(requirements.find(({ id }) => id === 'transfer/job/priority') ?? {}, {
          verdict: 'not-applicable',
        }),
      ),
    );
    expect(refusals(await honest.verify(made), 'verdicts')).toContain(
      'transfer/job/priority is not-applicable in the results, but pass when judged again',
    );
  });

  test('an exchange, for those who look at it', async () => {
    const made = await honest.resealed(
      bundle,
      har((one) => Object.assign(entryOf(one, 'list-jobs').response, { status: 204 })),
    );
    expect(refusals(await honest.verify(made), 'evidence')).toContain('its data for viewers and for judging differ');
  });

  test('a byte of a body beside the evidence', async () => {
    const made = await honest.resealed(bundle, (m) => withBody(m, flipped));
    expect(refusals(await honest.verify(made), 'evidence')).toMatch(
      /body of \S+ was changed: its digest does not match/,
    );
  });

  test('a byte of a body within it', async () => {
    const made = await honest.resealed(
      bundle,
      har((one) =>
        Object.assign(entryOf(one, 'identity').response.content, {
          text: entryOf(one, 'identity').response.content.text?.replace('"level"', '"Level"'),
        }),
      ),
    );
    expect(refusals(await honest.verify(made), 'evidence')).toMatch(/The answer body of \S+ was changed/);
  });

  test('the order of the exchanges', async () => {
    const made = await honest.resealed(
      bundle,
      har(({ log }) => {
        const at = log.entries.findIndex(({ _assay }) => _assay.interface === 'transfer');
        log.entries.splice(at, 2, log.entries[at + 1] as HarEntry, log.entries[at] as HarEntry);
      }),
    );
    expect(refusals(await honest.verify(made), 'evidence')).toContain('The order of the exchanges was changed');
  });

  test('a removed exchange, also where nothing names it any more', async () => {
    const made = await honest.resealed(
      bundle,
      har(({ log }) => {
        const gone = log.entries.splice(5, 1)[0]?._assay.id ?? '';
        for (const recording of log._assay.recordings)
          recording.exchanges = recording.exchanges.filter((id) => id !== gone);
      }),
    );
    expect(refusals(await honest.verify(made), 'evidence')).toMatch(/Exchange e\d+ .*is missing|Exchanges are missing/);
  });

  test('a plan id that is left out, or misspelt', async () => {
    for (const [from, to] of [
      ['  - transfer/job/priority\n', ''],
      ['transfer/job/priority', 'transfer/job/prioritty'],
    ] as const) {
      const made = await honest.resealed(bundle, (m) =>
        m.set('plan.yaml', Buffer.from(textOf(m.get('plan.yaml')).replace(from, to))),
      );
      expect(refusals(await honest.verify(made), 'plan')).toContain(
        'transfer-1 in the bundle was altered: it differs from the released one',
      );
    }
  });

  test('a statement that claims less, or hides what is not offered', async () => {
    const less = await honest.resealed(bundle, (m) =>
      edited<Mutable<Statement>>(
        m,
        'statement.json',
        (one) => void Object.assign(one, { interfaces: ['ticket-bridge'] }),
      ),
    );
    expect(refusals(await honest.verify(less), 'statement')).toContain('does not claim transfer');
    const hidden = await honest.resealed(bundle, (m) =>
      edited<{ target: { notOffered: string[] } }>(
        m,
        'results.json',
        ({ target }) => void target.notOffered.push('cancel-job'),
      ),
    );
    expect(refusals(await honest.verify(hidden), 'statement')).toContain('skipped cancel-job as not offered');
  });

  test('an old run with a new date', async () => {
    const later = (time: string): string => new Date(Date.parse(time) + 3 * 86_400_000).toISOString();
    const shift = (run: Results['run']): void =>
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
    expect(allRefusals(verification).join('\n')).toMatch(/clocks: The Date headers of transfer are 3 days before/);
    expect(verification.checks.filter(({ state, check }) => state === 'refused' && check !== 'clocks')).toEqual([]);
  });

  test('a run that is yet to come', async () => {
    expect(refusals(await honest.verify(bundle, { now: Date.now() - 86_400_000 }), 'clocks')).toContain(
      'which is yet to come',
    );
  });

  test('an unknown or altered contract', async () => {
    const made = await honest.resealed(
      bundle,
      () => undefined,
      (manifest) => ({ ...manifest, contracts: { ...manifest.contracts, transfer: 'ab'.repeat(32) } }),
    );
    expect(refusals(await honest.verify(made), 'suite')).toContain('The contract of transfer (digest abab');
    const altered = await honest.resealed(
      bundle,
      () => undefined,
      (manifest) => ({ ...manifest, suite: { ...manifest.suite, schemas: 'cd'.repeat(32) } }),
    );
    expect(refusals(await honest.verify(altered), 'suite')).toContain('its schemas differs from this installation');
  });

  test('a run that carries another id than its requests', async () => {
    const made = await honest.resealed(bundle, (m) => {
      edited<Results>(m, 'results.json', ({ run }) => Object.assign(run, { id: 'c0ffee0123456789abcd-00000002' }));
      edited<Har>(m, 'evidence.har', ({ log }) =>
        Object.assign(log._assay.context.run, { id: 'c0ffee0123456789abcd-00000002' }),
      );
    });
    const why = refusals(await honest.verify(made), 'evidence');
    expect(why).toContain('is from another run: its X-Request-Id is assay-c0ffee0123456789abcd-00000001');
    expect(why).toMatch(/ledger of another run|carries the run's id/);
  });

  test('options that weaken a run', async () => {
    const narrowed = await honest.resealed(bundle, (m) =>
      edited<Results>(m, 'results.json', ({ run }) => Object.assign(run, { only: ['transfer/job'] })),
    );
    expect(refusals(await honest.verify(narrowed), 'options')).toContain('--only transfer/job');
    const practice = await honest.resealed(bundle, (m) =>
      edited<Results>(m, 'results.json', ({ target }) => Object.assign(target, { reference: true })),
    );
    expect(refusals(await honest.verify(practice), 'options')).toContain('embedded reference');
  });

  test('results that no program wrote', async () => {
    for (const content of [
      'null',
      '{"format":"assay-results/1"}',
      '{"format":"assay-results/1","run":{},"suite":{},"requirements":[null]}',
    ]) {
      const made = await honest.resealed(bundle, (m) => m.set('results.json', Buffer.from(content)));
      expect(refusals(await honest.verify(made), 'members')).toContain('results.json does not contain results');
    }
  });

  test('evidence that no program wrote', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const content of [
      '{"log":{"_format":"assay-evidence/1","entries":[null],"_assay":{"context":{"run":{}},"recordings":[]}}}',
      nested,
    ]) {
      const made = await honest.resealed(bundle, (m) => m.set('evidence.har', Buffer.from(content)));
      expect(await honest.verify(made)).toMatchObject({ verified: false, rung: 'signed' });
    }
  });
});

test('the honest statement is the one that is signed', () => {
  expect(JSON.parse(textOf(unpackMembers(bundle).get('statement.json')))).toEqual(STATEMENT);
});

/** Replaces the first body that lies beside the evidence. */
function withBody(members: Map<string, Uint8Array>, change: (body: Uint8Array | undefined) => Uint8Array): void {
  const name = [...members.keys()].find((one) => one.startsWith('bodies/')) ?? '';
  members.set(name, change(members.get(name)));
}

function flipped(body: Uint8Array | undefined): Uint8Array {
  const copy = Uint8Array.from(body ?? []);
  copy[10] = (copy[10] ?? 0) ^ 1;
  return copy;
}
