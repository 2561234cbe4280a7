import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '../../../src/wire/secrets/redaction.ts';
import { LEDGER_FILE, openLedger, readLedger } from '../../../src/wire/session/ledger.ts';
import { temporaryFolder } from '../../afterwards.ts';

/** Returns a ledger with three open lines, and their ids. */
function opened() {
  const at = temporaryFolder();
  const ledger = openLedger({ directory: at });
  const [one = '', two = '', three = ''] = ['one', 'two', 'three'].map((name) =>
    ledger.open({ kind: 'jobs', name }, 'run-1'),
  );
  return { at, ledger, one, two, three };
}

test('what is opened is pending until it is closed or stays', () => {
  const { at, ledger, one, two, three } = opened();
  expect(readLedger(join(at, LEDGER_FILE)).lines.map(({ name, state }) => [name, state])).toEqual([
    ['one', 'open'],
    ['two', 'open'],
    ['three', 'open'],
  ]);
  ledger.close(one);
  ledger.residue(two, 'no way to remove it');
  expect(ledger.pending().map(({ id }) => id)).toEqual([three]);
  const left = readLedger(join(at, LEDGER_FILE)).lines.filter(({ state }) => state === 'residue');
  expect(left).toMatchObject([{ name: 'two', why: 'no way to remove it', run: 'run-1' }]);
});

test('a full disk prevents what would be created next, and not that a run ends', () => {
  const { at, ledger, one, two, three } = opened();
  rmSync(at, { recursive: true });
  ledger.close(one);
  ledger.residue(two, 'no way to remove it');
  expect(ledger.pending().map(({ id }) => id)).toEqual([three]);
  expect(() => ledger.open({ kind: 'jobs', name: 'four' }, 'run-1')).toThrow('Cannot write the ledger');
});

test('a later run sees what an earlier one left', () => {
  const at = temporaryFolder();
  openLedger({ directory: at }).open({ kind: 'jobs', name: 'left over' }, 'run-1');
  const later = openLedger({ directory: at });
  const mine = later.open({ kind: 'jobs', name: 'mine' }, 'run-2');
  expect(later.pending().map(({ name, run }) => [name, run])).toEqual([
    ['left over', 'run-1'],
    ['mine', 'run-2'],
  ]);
  later.close(later.pending()[0]?.id ?? '');
  expect(
    openLedger({ directory: at })
      .pending()
      .map(({ id }) => id),
  ).toEqual([mine]);
});

test('a file that is not a ledger is refused with its place', () => {
  const at = temporaryFolder();
  writeFileSync(join(at, LEDGER_FILE), '{"some":"thing"}\n');
  expect(() => openLedger({ directory: at })).toThrow(/ledger\.jsonl", line 1: not a line of a ledger/);
});

test('lines hold what a later removal needs, and lines of earlier versions are read', () => {
  const at = temporaryFolder();
  const file = join(at, LEDGER_FILE);
  writeFileSync(file, '{"id":"run-0/1","run":"run-0","at":"then","state":"open","kind":"jobs","name":"old"}\n');
  const redactor = createRedactor();
  redactor.add('planted-secret', 'token');
  const ledger = openLedger({ directory: at, redactor });
  const line = ledger.open({ kind: 'jobs', name: 'new', interface: 'transfer', lane: 'token' }, 'run-1');
  ledger.identify(line, 'with planted-secret');
  expect(readLedger(file).lines).toMatchObject([
    { name: 'old' },
    { name: 'new', interface: 'transfer', lane: 'token', state: 'open' },
  ]);
  expect(readLedger(file).lines[1]?.identifier).toBeUndefined();
  ledger.identify(line, 'job-7');
  ledger.residue(line, 'it stays, because of planted-secret');
  expect(readLedger(file).lines[1]).toMatchObject({
    identifier: 'job-7',
    state: 'residue',
    why: expect.stringContaining('it stays'),
  });
  ledger.open({ kind: 'jobs', name: 'x planted-secret' }, 'run-1');
  expect(readFileSync(file, 'utf8')).not.toContain('planted-secret');
});

test('cut off anywhere in its last line, a ledger tells what the lines before say', () => {
  const at = temporaryFolder();
  const file = join(at, LEDGER_FILE);
  const ledger = openLedger({ directory: at });
  const line = ledger.open({ kind: 'jobs', name: 'made' }, 'run-1');
  const before = readFileSync(file);
  ledger.identify(line, 'job-7');
  const whole = readFileSync(file);
  for (let length = before.length; length < whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    const [read] = readLedger(file).lines;
    expect(read).toMatchObject({
      name: 'made',
      state: 'open',
      ...(length === whole.length - 1 && { identifier: 'job-7' }),
    });
    openLedger({ directory: at }).open({ kind: 'jobs', name: 'next' }, 'run-2');
    expect(readLedger(file).lines.map(({ name }) => name)).toEqual(['made', 'next']);
  }
});
