/** Traffic recorded by other programs is judged as far as possible; missing data cause no finding. */
import { createPki } from '../../reference/pki/create-pki.ts';
import { FAULTS as transferFaults } from '../../reference/transfer/deviations.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { judgePassively } from '../../src/clients/passive.ts';
import { alarms, redOf, verdictOf } from '../verdicts.ts';

const BASE = 'https://transfer.example.org:8446';
const judged = async (
  entries: object[],
  env: Record<string, string> = {},
  bases: Record<string, string> = { transfer: BASE },
) => (await judgePassively(entries, { bases, env })).results;

interface Shape {
  method?: string;
  path?: string;
  status?: number;
  body?: unknown;
  text?: string;
  request?: Record<string, string>;
  answer?: Record<string, string>;
  content?: Record<string, unknown>;
}

/** Returns an entry like a browser writes it. */
function entry({
  method = 'GET',
  path = '/jobs',
  status = 200,
  body,
  text = JSON.stringify(body),
  request = {},
  answer = {},
  content = {},
}: Shape): object {
  const named = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: '2026-05-04T10:00:00.000Z',
    time: 12,
    request: { method, url: `${BASE}${path}`, headers: named({ Accept: '*/*', ...request }) },
    response: {
      status,
      headers: named({ 'Content-Type': 'application/json', ...answer }),
      content: { size: Buffer.byteLength(text ?? ''), text, ...content },
    },
  };
}

/** Returns the response of the transfer reference to a GET with a token, as a browser records it. */
async function recorded(path: string, fault?: string): Promise<object> {
  const pki = await createPki();
  const { handler } = createTransferReference({ pki, ...(fault !== undefined && { fault }) });
  const { status, headers, body } = await handler({
    method: 'GET',
    target: path,
    headers: { host: 'x', authorization: `Bearer ${pki.token}` },
    body: new Uint8Array(),
    peer: [],
  });
  return entry({
    path,
    status,
    text: Buffer.from(body as Uint8Array).toString(),
    answer: Object.fromEntries(headers),
    request: { Authorization: `Bearer ${pki.token}` },
  });
}

describe('what was seen', () => {
  test('is judged, and the rest is inconclusive', async () => {
    const results = await judged([await recorded('/jobs'), await recorded('/whoami')]);
    expect(alarms(results)).toEqual([]);
    expect(verdictOf(results, 'transfer/job/job_id')).toBe('pass');
    expect(verdictOf(results, 'transfer/list-jobs/answers-token')).toBe('pass');
    expect(verdictOf(results, 'transfer/identity/oauth2_scope')).toBe('pass');
    expect(verdictOf(results, 'transfer/cancel-job/leaves-a-trace')).toBe('inconclusive');
    expect(results).toMatchObject({ conclusion: 'incomplete', exitCode: 0, run: { requests: 0 } });
    expect(results.notices[0]).toBe('2 of 2 recorded exchanges were judged. No request was sent.');
  });

  test('and contradicts the document is a finding', async () => {
    const faults = transferFaults
      .permanent()
      .filter(
        ({ id, kills }) =>
          /^transfer\/job\/(?:job_id|priority|submit_time)$/.test(kills) &&
          !/(?:reading|listing-by-organisation)$/.test(id),
      );
    expect(faults.length).toBeGreaterThan(2);
    for (const fault of faults) {
      const results = await judged([await recorded('/jobs', fault.id)]);
      expect(
        redOf(results).map(({ id }) => id),
        fault.id,
      ).toEqual([fault.kills]);
      expect(results).toMatchObject({ conclusion: 'non-conformant', exitCode: 1 });
    }
  });

  test('shows no credential, wherever it stands', async () => {
    const secret = 'a-long-and-secret-token-value';
    const passive = await judgePassively(
      [
        entry({
          body: [{ job_id: secret }],
          request: { Authorization: `Bearer ${secret}`, Cookie: 'session=0123456789abcdef' },
        }),
      ],
      { bases: { transfer: BASE }, env: {} },
    );
    expect(
      JSON.stringify([
        passive.results,
        passive.exchanges.map(({ request, outcome }) => [request, Buffer.from(outcome.body?.bytes ?? []).toString()]),
      ]),
    ).not.toMatch(/a-long-and-secret|0123456789abcdef/);
    expect(verdictOf(passive.results, 'transfer/job/job_id')).toBe('fail');
  });
});

const odd = [{ nothing: 'as documented' }];
test.each<[string, Shape]>([
  ['another success', { status: 206, body: odd }],
  ['somebody’s mistake', { status: 404, path: '/delegation/unknown', body: odd }],
  ['an undocumented query', { path: '/jobs?fields=job_id', body: odd }],
  ['another form that was asked for', { text: '<jobs/>', request: { Accept: 'application/xml' } }],
  ['a body that was not recorded', { text: undefined as unknown as string, content: { size: 100, text: undefined } }],
  ['a body that was cut', { text: '[{"job_', content: { size: 4000 } }],
  ['an answer that never came', { status: 0, body: odd }],
  ['a caller who is not known', { path: '/whoami', body: { odd: true } }],
])('no alarm from %s', async (_, shape) => {
  expect(alarms(await judged([entry(shape)]))).toEqual([]);
});
