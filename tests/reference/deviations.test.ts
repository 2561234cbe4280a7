/** Faults and variants of all references: enough, distinct, named. That each fault shows and each variant is legal, campaigns prove. */
import { describe, expect, test } from 'vitest';
import { REFERENCES } from '../../reference/index.ts';
import { titleOf } from '../../reference/words/titles.ts';

describe.each(REFERENCES)('$interface', (reference) => {
  test('has faults and variants with unique ids', async () => {
    const faults = await reference.faults();
    const sometimes = await reference.sometimes();
    for (const some of [faults, await reference.variants(), sometimes.faults, sometimes.variants])
      expect(new Set(some.map(({ id }) => id)).size).toBe(some.length);
    expect(faults.filter(({ id, kills }) => !id.startsWith(`${kills}@`)).map(({ id }) => id)).toEqual([]);
  });

  test('has a separate title for each fault and for each variant', async () => {
    for (const some of [await reference.faults(), await reference.variants()])
      expect(new Set(some.map(({ id }) => titleOf(id))).size).toBe(some.length);
  });

  test('refuses to start with one that does not exist', async () => {
    await expect(reference.start({ fault: 'a/b@none' })).rejects.toThrow();
    await expect(reference.start({ variants: ['none'] })).rejects.toThrow();
  });
});

test.each([
  ['i/job/submit_time@with-z', 'job: submit_time ends with Z'],
  ['i/list-jobs/returns-json-array@null-element', 'list-jobs: the response contains an element that is null'],
  [
    'i/list-jobs/answers-token@404/sometimes/every-second',
    'list-jobs: a documented request with the token is answered with status 404, every second',
  ],
  ['i/identity/dn/with-certificate@lacks-the-proxy', 'identity: with a certificate, dn lacks the proxy'],
  ['i/TicketCreate/part-names@s-gensym3-renamed', 'TicketCreate: s-gensym3 has another name'],
  ['i/envelope/envelope@undeclared-entity', 'envelope: the response has an undeclared entity'],
  ['i/cdmi-write/read-back-rest/empty@as-null', 'cdmi-write: an empty file read through REST comes back as null'],
  ['i/get_job_status/http-status@missing', 'get_job_status: http_status is missing'],
  ['i/submit-job/accepts-overwrite@true-is-refused', 'submit-job: a job with overwrite: true is refused'],
  ['i/variant/utf-16le-marked', 'the message is in UTF-16LE with a byte order mark'],
  ['i/variant/lists-json-lines', 'lists: JSON lines'],
  ['i/variant/untyped', 'no part states its type'],
  ['i/variant/comments', 'comments'],
])('the title of %s is derived', (id, title) => expect(titleOf(id)).toBe(title));

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
