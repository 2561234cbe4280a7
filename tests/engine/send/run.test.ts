/**
 * A run from its first request to its results: its members, the state that it shares, and the events that others see.
 */

import { getEventListeners } from 'node:events';
import type { RunEvent } from '../../../src/engine/words/types.ts';
import { ADDRESS, doing, laneOf, readyOf, runOf } from '../small-run.ts';

const nothing = async () => undefined;
const lists = doing('lists', nothing);

const learns = doing('learns', async (context) => {
  context.addSecret('handle', `handle-of-${context.lane}`);
  context.addCredential('made', { name: 'made' });
});
const seen: unknown[] = [];
const uses = doing(
  'uses',
  async (context) => void seen.push([context.lane, context.secret('handle'), context.hasCredential('made')]),
  { after: [learns] },
);

test('probes of a lane share what they learnt, which other lanes do not see and no report shows', async () => {
  const blind = doing('blind', async (context) => void seen.push([context.secret('handle')]));
  const talks = doing(
    'talks',
    (context) => context.send('jobs', { headers: { 'X-Handle': context.secret('handle') ?? '' } }),
    { after: [learns] },
  );
  const lanes = [laneOf('certificate'), laneOf('token')];
  const { judgeables } = await runOf([
    readyOf([learns, uses, talks], { lanes }),
    { ...readyOf([blind]), contract: { ...readyOf([blind]).contract, interface: 'data-hub' } },
  ]);
  expect(seen).toEqual(
    expect.arrayContaining([
      ['certificate', 'handle-of-certificate', true],
      ['token', 'handle-of-token', true],
      [undefined],
    ]),
  );
  const text = JSON.stringify(judgeables.map(({ recording }) => recording));
  expect([text.includes('handle-of'), text.includes('[redacted:handle]')]).toEqual([false, true]);
});

describe('what is recorded', () => {
  test('each lane with what it was given, without secrets', async () => {
    const lane = laneOf('token', { settings: { note: 'a-very-secret' }, problems: ['It has expired.'] });
    const { judgeables } = await runOf([
      readyOf([lists], {
        lanes: [lane, laneOf('certificate')],
        prepared: { secrets: [{ value: 'a-very-secret', name: 'NOTE' }] },
      }),
    ]);
    expect(judgeables[0]?.recording.lanes).toEqual([
      { name: 'token', given: { note: '[redacted:NOTE]' }, credentials: ['good'], problems: ['It has expired.'] },
      { name: 'certificate', given: {}, credentials: ['good'] },
    ]);
  });

  test('the settings’ secrets are hidden from the beginning', async () => {
    const target = {
      described: { transfer: { url: ADDRESS, token: true } },
      secrets: [{ name: 'TRANSFER_TOKEN', value: 'token-of-the-settings' }],
    };
    const { results, redactor } = await runOf(
      [readyOf([doing('tells', async (context) => context.notice('it is token-of-the-settings'))])],
      { target },
    );
    expect(results.notices).toEqual(['it is [redacted:TRANSFER_TOKEN]']);
    expect(results.target.interfaces).toEqual({ transfer: { url: ADDRESS, token: true } });
    expect(redactor.text('token-of-the-settings')).toBe('[redacted:TRANSFER_TOKEN]');
  });
});

test('a listener that fails is reported once per reason, and keeps nothing from happening', async () => {
  const on = ({ type }: RunEvent) => {
    throw new Error(type === 'judged' ? 'out of ink' : 'out of paper');
  };
  const { results, sent } = await runOf([readyOf([lists])], { on });
  const notices = ['paper', 'ink'].map((what) => `A listener of the run failed: out of ${what}`);
  expect([results.exitCode, sent.length, results.notices]).toEqual([0, 1, notices]);
});

test('an operation that is not offered is not sent, for no purpose', async () => {
  const asks = doing('asks', (context) => context.send('identity', { purpose: 'other' }));
  const { sent, judgeables } = await runOf([readyOf([asks])], { target: { notOffered: new Set(['identity']) } });
  expect(sent).toEqual(['GET /jobs']);
  expect(judgeables[0]?.recording.exchanges[0]).toMatchObject({
    operation: 'identity',
    outcome: { kind: 'failure', code: 'NOT_OFFERED' },
  });
});

test('a signal that outlives the run is left as it was', async () => {
  const { signal } = new AbortController();
  await runOf([readyOf([lists])], { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a thorough run has three rounds', async () => {
  const { sent } = await runOf([readyOf([lists])], { target: { depth: 'thorough' } });
  expect(sent).toEqual(Array(3).fill('GET /jobs'));
});
