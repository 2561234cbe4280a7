/** Faults and variants of all references: enough, distinct, named. That each fault shows and each variant is legal, campaigns prove. */
import { describe, expect, test } from 'vitest';
import { REFERENCES } from '../../reference/index.ts';
import { titleOf } from '../../reference/words/titles.ts';
import { faultsOf, variantsOf } from '../../src/run/installed/titled-deviations.ts';

describe.each(REFERENCES)('$interface', (reference) => {
  test('has faults and variants with unique ids', async () => {
    const faults = await reference.faults();
    const sometimes = await reference.sometimes();
    for (const some of [faults, await reference.variants(), sometimes.faults, sometimes.variants])
      expect(new Set(some.map(({ id }) => id)).size).toBe(some.length);
    expect(faults.filter(({ id, kills }) => !id.startsWith(`${kills}@`)).map(({ id }) => id)).toEqual([]);
  });

  test('has a separate title for each fault and for each variant', async () => {
    for (const some of [await faultsOf(reference.interface), await variantsOf(reference.interface)])
      expect(new Set(some.map(({ title }) => title)).size).toBe(some.length);
  });

  test('refuses to start with one that does not exist', async () => {
    await expect(reference.start({ fault: 'a/b@none' })).rejects.toThrow();
    await expect(reference.start({ variants: ['none'] })).rejects.toThrow();
  });
});

test.each([
  ['i/job/submit_time@with-z', 'job: submit_time ends with Z'],
  ['i/list-jobs/refuses/expired-proxy@let-in', 'list-jobs: accepts an expired proxy'],
  [
    'i/list-jobs/refuses/none@refused-but-done',
    'list-jobs: rejects a request without credentials, but performs the request',
  ],
  ['i/list-jobs/returns-json-array@null-element', 'list-jobs: the response contains an element that is null'],
  [
    'i/list-jobs/answers-token@404/sometimes/every-second',
    'list-jobs: answers a valid token with status 404, every second',
  ],
  ['i/identity/dn/with-certificate@lacks-the-proxy', 'identity: with a certificate, dn lacks the proxy'],
  ['i/TicketCreate/part-names@s-gensym3-renamed', 'TicketCreate: s-gensym3 has another name'],
  ['i/envelope/envelope@undeclared-entity', 'envelope: the response has an undeclared entity'],
  ['i/cdmi-write/read-back-rest/empty@as-null', 'cdmi-write: an empty file read through REST comes back as null'],
  [
    'i/cdmi-write/path/plus@plus-as-space-on-write',
    'cdmi-write: a path with a plus sign is written with a space for each plus',
  ],
  ['i/get_job_status/http-status@missing', 'get_job_status: http_status is missing'],
  ['i/submit-job/accepts-overwrite@true-is-refused', 'submit-job: rejects a job with overwrite: true'],
  ['i/variant/utf-16le-marked', 'responses are in UTF-16LE with a byte order mark'],
  ['i/variant/lists-json-lines', 'lists are lines of JSON'],
  ['i/variant/untyped', 'no part states its type'],
  ['i/variant/comments', 'elements are separated by comments'],
])('the title of %s is derived', (id, title) => expect(titleOf(id)).toBe(title));

test('a title names the operation as requirements do', () =>
  expect(titleOf('transfer/list-jobs/refuses/none@let-in', 'GET /jobs')).toBe(
    'GET /jobs: accepts a request without credentials',
  ));

test('each variant has a title that is a sentence', async () => {
  const all = (await Promise.all(REFERENCES.map((each) => each.variants()))).flat();
  const words = ({ id }: { readonly id: string }) => id.split('/').at(-1)?.replaceAll('-', ' ') ?? '';
  const unnamed = all.filter((one) => titleOf(one.id).toLowerCase() === words(one)).map(({ id }) => id);
  expect(unnamed).toEqual(['transfer/variant/jobs-finish-at-once']);
});

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
