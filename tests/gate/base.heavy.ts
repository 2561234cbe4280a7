/** `--base`, `assay baseline accept` and `reports/latest`, as commands. */
import { existsSync, readlinkSync } from 'node:fs';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { closing } from '../afterwards.ts';
import { WarmWorkplace } from '../cli/warm.ts';

const place = new WarmWorkplace();
const bridge = closing(await startTicketBridgeReference());
const env: Record<string, string> = { ...bridge.env, ASSAY_ALLOW_CREATE: 'tickets' };

const base = () => (existsSync(place.path('base/results.json')) ? place.resultsIn('base').run.id : undefined);

test('a passing run becomes the base; a narrowed one does not, nor does reports/latest move to it', async () => {
  const first = await place.results('run --base base', env);
  expect({ code: first.code, notices: first.results.notices }).toEqual({
    code: 0,
    notices: [expect.stringContaining('First run with --base base: no run to compare with was found.')],
  });
  expect(first.results.comparison).toBeUndefined();
  expect(base()).toBe(first.results.run.id);
  const latest = readlinkSync(place.path('reports/latest'));

  const narrowed = await place.results('run --base base --only ticket-bridge/TicketCreate', env);
  expect({ code: narrowed.code, notices: narrowed.results.notices }).toEqual({
    code: 0,
    notices: ['Compared with the run in "base". The runs differ in --only: all, then ticket-bridge/TicketCreate.'],
  });
  expect(base()).toBe(first.results.run.id);
  expect(readlinkSync(place.path('reports/latest'))).toBe(latest);

  const second = await place.results('run --base base', env);
  expect(second.results.comparison).toMatchObject({ new: [], still: [], lost: [] });
  expect(base()).toBe(second.results.run.id);
  expect(readlinkSync(place.path('reports/latest'))).not.toBe(latest);
});

test('a person can accept a red run, unless it was narrowed', async () => {
  const lost = { ...env, ASSAY_NOT_OFFERED: 'TicketModify' };
  const red = await place.results('run --base base --out red', lost);
  expect({ code: red.code, lost: red.results.comparison?.lost.length }).toEqual({ code: 1, lost: expect.any(Number) });
  const replaced = base();
  expect(replaced).not.toBe(red.results.run.id);
  const { host } = new URL(env.TICKET_BRIDGE_URL ?? '');
  expect(await place.run('baseline accept red --base base')).toMatchObject({
    code: 0,
    stdout: `Later runs with --base base are compared with run ${red.results.run.id} (${host}, ${red.results.conclusion}, exit code 1).\n`,
  });
  expect((await place.run('run --base base --out green', lost)).code).toBe(0);
  const before = base();
  await place.run('run --out narrow --only ticket-bridge/TicketCreate', env);
  expect(await place.run('baseline accept narrow --base base')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'The run in "narrow" cannot become the base run: it was narrowed (--only). Choose a run without --only ',
    ),
  });
  expect(base()).toBe(before);
});
