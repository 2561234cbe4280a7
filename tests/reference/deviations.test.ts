/**
 * Faults and variants of all references are sufficient in number, distinct and named. The self-test proves that each
 * fault is detected and each variant is legal.
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

test('the title of a fault is that of its requirement, and what the fault does', async () => {
  const titles = new Map((await faultsOf('transfer')).map(({ id, title }) => [id, title]));
  expect(titles.get('transfer/list-jobs/refuses/none@let-in')).toBe(
    'GET /jobs: rejects a request without credentials (fault: accepts the request)',
  );
});

test('the title of a variant reads as one statement, with a subject and a predicate', async () => {
  const titles = (await Promise.all(REFERENCES.map((each) => variantsOf(each.interface)))).flatMap((all) =>
    all.map(({ title }) => title),
  );
  const twice = /\b((?:\S+ ){3}\S+)\b.* \1\b/;
  for (const broken of [
    / should |, not |(?: in|of) has | an all | lists? lacks /,
    /: [^:]+: /,
    /[{}*#~@]|\^(?!53)/,
    twice,
  ])
    expect(
      titles
        .map((title) => title.replaceAll(/\{\w+\}|urn:uuid:|retry: 3000|: close$/g, ''))
        .filter((title) => broken.test(title)),
    ).toEqual([]);
  const begins = /^(?:[A-Z]+ (?:\S+|\(job status\))|\w+|\w+ (?:object|response|bridge|service|library|client|hub)): \S/;
  expect(titles.filter((title) => !begins.test(title))).toEqual([]);
});

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
