/** Which runs become the base of later comparisons, and which shortcomings of an earlier run are said. */
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import type { Results } from '../../src/index.ts';
import { differencesFrom, readResults, replacedByRuns, whyNoBase } from '../../src/run/directory/run-files.ts';
import { readGateOptions } from '../../src/run/gate-options.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { closing, temporaryFile, temporaryFolder } from '../afterwards.ts';
import { inProcess } from '../cli/in-process.ts';
import { resultsWith } from './results.ts';

const passed = resultsWith({ 'transfer/a': 'pass' });
const BROKEN = '{"format": "assay-re';
/** Returns the directory of a run with these results. */
const runIn = (results: unknown) => dirname(temporaryFile('results.json', results));
const run = (more: Partial<Results['run']>) => ({ run: { ...passed.run, ...more } });

test.each<[string, Partial<Results>, string | undefined]>([
  ['passed', {}, undefined],
  ['sent no request', run({ requests: 0 }), 'sent no request'],
  ['was interrupted', { ...run({ interrupted: true }), exitCode: 130 }, 'was interrupted'],
  ['was narrowed', run({ only: ['transfer/a'] }), 'was narrowed (--only)'],
  ['failed', { exitCode: 1 }, 'did not pass its gate (exit code 1)'],
  ['could not reach the service', { exitCode: 3, verified: {} }, 'verified no requirement of transfer'],
  [
    'verified one of two interfaces, whatever its gate said',
    { conclusions: { transfer: 'conformant', 'data-hub': 'incomplete' } },
    'verified no requirement of data-hub',
  ],
])('as a base, a run that %s', (_, more, why) => expect(whyNoBase({ ...passed, ...more })).toBe(why));

test.each<[string, Partial<Results>, string[]]>([
  ['passed', {}, []],
  ['was interrupted', run({ interrupted: true }), ['It was interrupted. A requirement that it did not verify ca']],
  ['reached no service', { verified: {} }, ['It verified no requirement of transfer. A requirement that it di']],
  [
    'was made by another version of Assay',
    { suite: { ...passed.suite, version: '0.0.9' } },
    [`The runs differ in the version of Assay: 0.0.9, then ${passed.suite.version}.`],
  ],
])('a notice if the earlier run %s', (_, more, said) =>
  expect(
    differencesFrom(
      { named: { id: '', startedAt: '', path: 'then' }, verdicts: {}, inferred: [], about: { ...passed, ...more } },
      passed,
    ),
  ).toEqual({
    problems: [],
    notices: said.map((one) => expect.stringContaining(`Compared with the run in "then". ${one}`)),
  }),
);

test('against another address: exit 2, nothing is sent, and the way out is named', async () => {
  const base = runIn(passed);
  const { results } = await hostRun({ env: { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_TOKEN: 'abcdefgh' }, base });
  expect(results).toMatchObject({ exitCode: 2, run: { requests: 0 } });
  expect(results.problems).toEqual([
    expect.stringMatching(
      /^A run with these settings cannot be compared with the run in ".*"\. The runs tested different services: .*\. Correct the settings\. To begin again, remove .*, or name a run of these services: assay baseline accept DIR --base /,
    ),
  ]);
});

test.each([
  [{ base: 'a', compare: 'b' }, /Give one of them/],
  [{ failOn: ['new,wran'] }, /did you mean warn\?/],
  [{ failOn: ['lost'] }, /--compare DIR/],
])('options of the gate that cannot be used: %j', (options, said) =>
  expect(readGateOptions(options).problems[0]).toMatch(said),
);

test('for a base that cannot be read, the way out is named', () => {
  const base = runIn(BROKEN);
  expect(readGateOptions({ base }).problems).toEqual([
    expect.stringContaining('it is not JSON'),
    `To begin again, remove ${base}, or name a run of these services: assay baseline accept DIR --base ${base}`,
  ]);
});

test.each([
  ['r', 'r', true],
  ['./r/', 'r', true],
  ['reports/latest', 'reports/run-1', true],
  ['last-good', 'r', false],
  ['reports/last-good', 'reports/run-1', false],
])('the base %s of a run in %s would be replaced by a run that does not pass: %s', (base, out, is) =>
  expect(replacedByRuns(base, out) !== undefined).toBe(is),
);

test('a base that cannot be written is named, and the exit code is 4', async () => {
  const [out, base] = [join(temporaryFolder(), 'out'), join(temporaryFolder(), 'base')];
  const bridge = closing(await startTicketBridgeReference());
  const on = (): void => {
    rmSync(base, { recursive: true, force: true });
    writeFileSync(base, 'a file in its place');
  };
  const { results } = await hostRun({ env: { ...bridge.env, ASSAY_ALLOW_CREATE: 'tickets' }, out, base, on });
  expect(results).toMatchObject({
    exitCode: 4,
    gate: [expect.stringMatching(/^Cannot write the base run to ".*base": /)],
  });
});

test('a run replaces a base that cannot be read', async () => {
  const [base, run] = [runIn(BROKEN), runIn(passed)];
  expect(await inProcess(['baseline', 'accept', run, '--base', base])).toMatchObject({ code: 0, stderr: '' });
  expect(readResults(base).run.id).toBe(passed.run.id);
});
