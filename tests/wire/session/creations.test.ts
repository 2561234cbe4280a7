/** Creations are sent only if they are allowed, and after they were recorded in the ledger. */
import { WireError } from '../../../src/wire/connect/wire-error.ts';
import { openLedger } from '../../../src/wire/session/ledger.ts';
import type { Transport, WireRequest } from '../../../src/wire/types.ts';
import { scripted } from '../scripted-transport.ts';
import { get, testSession } from '../session-options.ts';

/** Returns a request that creates a job. */
const creation = (ledger: Omit<NonNullable<WireRequest['ledger']>, 'kind'>): WireRequest =>
  get('http://a.test/', { method: 'POST', effect: { creates: 'jobs' }, ledger: { kind: 'jobs', ...ledger } });

test('nothing is sent that may create what is not allowed', async () => {
  const transport = scripted();
  const wire = testSession({ transport, allow: new Set(['files']) });
  const outcomes = await Promise.all([
    wire.send(get('http://a.test/', { method: 'POST', effect: { creates: 'jobs' } })),
    wire.send(get('http://a.test/', { method: 'DELETE', effect: 'read' })),
  ]);
  expect(transport.seen).toEqual([]);
  expect(outcomes.map(({ outcome }) => (outcome.kind === 'failure' ? [outcome.phase, outcome.code] : outcome))).toEqual(
    [
      ['refused-by-safety', 'CREATION_NOT_ALLOWED'],
      ['refused-by-safety', 'METHOD_NOT_A_READ'],
    ],
  );
  await wire.send(get('http://a.test/', { method: 'PUT', effect: { creates: 'files' } }));
  await wire.send(get('http://a.test/', { method: 'DELETE', effect: 'cleanup' }));
  expect(transport.seen.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});

test('the ledger knows of a creation before it is sent, and forgets one that was refused', async () => {
  const ledger = openLedger();
  const pendingWhenSent: number[] = [];
  const inner = scripted({ status: 403 }, { status: 201 }, new WireError('timeout', 'HEADERS_TIMEOUT', 'late'));
  const transport: Transport = {
    ...inner,
    send: (request) => {
      pendingWhenSent.push(ledger.pending().length);
      return inner.send(request);
    },
  };
  const wire = testSession({ transport, ledger, allow: new Set(['jobs']) });
  const create = (name: string) => wire.send(creation({ name }));
  await create('refused');
  expect(ledger.pending()).toEqual([]);
  const made = await create('made');
  await create('unknown');
  expect(pendingWhenSent).toEqual([1, 1, 2]);
  expect(ledger.pending().map(({ name }) => name)).toEqual(['made', 'unknown']);
  expect(made.ledger).toBe(ledger.pending()[0]?.id);
});

test.each(['dns', 'connect', 'tls'] as const)(
  'the ledger forgets a creation that ended before it was sent (%s)',
  async (phase) => {
    const ledger = openLedger();
    const transport = scripted(new WireError(phase, 'ECODE', 'certificate refused'));
    const wire = testSession({ transport, ledger, allow: new Set(['jobs']) });
    const { outcome, ledger: line } = await wire.send(creation({ name: 'never-sent' }));
    expect(outcome).toMatchObject({ kind: 'failure', phase });
    expect(line).toBeDefined();
    expect(ledger.pending()).toEqual([]);
  },
);

test('an identifier is looked for in answers of at most a mebibyte', async () => {
  const ledger = openLedger();
  const answer = (length: number) => ({ status: 201, body: JSON.stringify(' '.repeat(length - 2)) });
  const wire = testSession({
    transport: scripted(answer(1024 * 1024), answer(1024 * 1024 + 1)),
    ledger,
    allow: new Set(['jobs']),
  });
  const looked: string[] = [];
  for (const name of ['small', 'large'])
    await wire.send(creation({ name, identifierIn: () => `${looked.push(name)}` }));
  expect(looked).toEqual(['small']);
});

test('a creation whose ledger line cannot be written is not sent', async () => {
  const transport = scripted();
  const ledger = {
    ...openLedger(),
    open: () => {
      throw new Error('no space left');
    },
  };
  const { outcome } = await testSession({ transport, ledger, allow: new Set(['jobs']) }).send(creation({ name: 'x' }));
  expect(transport.seen).toEqual([]);
  expect(outcome).toMatchObject({ phase: 'refused-by-safety', code: 'LEDGER_NOT_WRITTEN' });
});
