/**
 * Faults and variants of all references: enough, distinct, named. That each fault shows and each variant is legal,
 * campaigns prove.
 */
import { REFERENCES } from '../../reference/index.ts';
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

test('the title of a fault is that of its requirement with the words of its id', async () => {
  const titles = new Map((await faultsOf('transfer')).map(({ id, title }) => [id, title]));
  expect(titles.get('transfer/job/submit_time@no-such-day')).toBe(
    'job object: submit_time is a timestamp YYYY-MM-DDTHH:MM:SS without zone or fraction; fault: no such day',
  );
  expect(titles.get('transfer/list-jobs/refuses/none@let-in')).toBe(
    'GET /jobs: rejects a request without credentials; fault: let in',
  );
  expect(titles.get('transfer/identity/answers-token@500')).toBe(
    'GET /whoami: with a token, returns 2xx; fault: status 500',
  );
});

test('the title of a variant has the words of its id, or a phrase if they are not clear', async () => {
  const titles = new Map((await variantsOf('ticket-bridge')).map(({ id, title }) => [id, title]));
  expect(titles.get('ticket-bridge-variant/utf-16le-marked')).toBe('ticket bridge: UTF-16le marked');
  expect(titles.get('ticket-bridge-variant/unsuited-not')).toBe('ticket bridge: identifiers of tickets are negative');
  const all = (await Promise.all(REFERENCES.map((each) => variantsOf(each.interface)))).flat();
  expect(all.filter(({ title }) => !/^\w+ (?:bridge|service|library|hub): \S/.test(title))).toEqual([]);
});

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
