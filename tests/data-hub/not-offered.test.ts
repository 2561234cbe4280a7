/** Operations that a deployment declares it lacks. */
import { expect, test } from 'vitest';
import { idsWith, runInProcess } from './running.ts';

const ABSENT = 'create-handle,list-handles,get-handle';
const ALL = { ASSAY_ALLOW_CREATE: 'all', DATA_HUB_UPLOAD_BYTES: '1048577' };

test('are not applicable, and the rest conforms', async () => {
  const gone = { ...ALL, ASSAY_NOT_OFFERED: ABSENT };
  const ran = await runInProcess(
    {},
    gone,
    (handler) => async (request) =>
      /\/user\/handles(\/|$)/.test(request.target)
        ? { status: 404, headers: [], body: new Uint8Array() }
        : handler(request),
  );
  expect(
    idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'skipped', 'error').filter((id) => !id.startsWith('gap/')),
  ).toEqual([]);
  expect(ran.results.conclusion).toBe('conformant');
  expect(ran.results.target.notOffered).toEqual(ABSENT.split(',').sort());
  for (const statement of [
    'create-handle/answers',
    'create-handle/location',
    'list-handles/not-empty',
    'get-handle/refuses/none',
  ])
    expect(ran.verdict(statement)).toBe('not-applicable');
  expect(ran.results.notices).toEqual([]);
});

test('are not sent, although they would answer', async () => {
  const ran = await runInProcess({}, { ...ALL, ASSAY_NOT_OFFERED: `${ABSENT},get-space` });
  expect(ran.verdict('get-space/answers')).toBe('not-applicable');
  expect(ran.reference.log.filter(({ path }) => /\/user\/handles(\/|$)|\/zone\/spaces\//.test(path))).toEqual([]);
});
