/** Properties of every requirement of every contract, for servers and for clients. */
import { loadClientContract, SERVED } from '../../src/clients/client-side.ts';
import type { Contract, Requirement } from '../../src/contract/types.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { loadContract } from '../../src/run/installed/suites.ts';

const contracts: readonly (readonly [string, Contract])[] = [
  ...SUITED.map((of) => [of, loadContract(of)] as const),
  ...SERVED.map((of) => [`clients of ${of}`, loadClientContract(of, { namespace: 'urn:example:tickets' })] as const),
];

const idsOf = (rows: Iterable<Requirement>, wrong: (requirement: Requirement) => boolean) =>
  [...rows].filter(wrong).map(({ id }) => id);

test('no two interfaces have an operation of the same name: settings name operations alone', () => {
  const names = SUITED.flatMap((of) => [...loadContract(of).operations.keys()]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe.each(contracts)('%s', (_, { interface: of, requirements, operations, records }) => {
  const rows = [...requirements.values()];

  test('has rows, each with an id below the interface', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(idsOf(rows, ({ id }) => !id.startsWith(`${of}/`))).toEqual([]);
    for (const [id, row] of requirements) expect(row.id).toBe(id);
  });

  test('says for each row where the document states it, and how it is judged or why it is not', () => {
    expect(idsOf(rows, ({ title, clause }) => title === '' || !clause)).toEqual([]);
    expect(
      idsOf(rows, ({ basis, judged, excluded }) => basis !== 'gap' && judged === undefined && excluded === undefined),
    ).toEqual([]);
  });

  test('gives no two rows the same title', () => {
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  });

  test('names a gap by its id, and nothing else', () => {
    expect(idsOf(rows, ({ id, basis }) => (basis === 'gap') !== id.startsWith(`${of}/gap/`))).toEqual([]);
  });

  test('names the standard of each standard row', () => {
    expect(
      idsOf(
        rows,
        ({ basis, clause }) =>
          basis === 'standard' && !/RFC \d+|SOAP 1\.1|WSDL 1\.1|CDMI 1\.1\.1|HTTP|XML/.test(clause),
      ),
    ).toEqual([]);
  });

  test('refers to operations that it has', () => {
    expect(idsOf(rows, ({ operation }) => operation !== undefined && !operations.has(operation))).toEqual([]);
  });

  test('has a row for each member of a record', () => {
    for (const record of records.values())
      for (const id of record.requirements)
        expect(requirements.get(id)?.basis ?? 'no row', id).not.toMatch(/gap|no row/);
  });
});
