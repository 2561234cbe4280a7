/**
 * Contracts from a description, a schema and requirements: operations, requirements and expectations, with the names of
 * a profile.
 */
import { brief, DESCRIPTION, readAnew, thing } from './described-things.ts';

test('a description gives a row for each statement, and a gap for each status code', () => {
  expect(brief(readAnew())).toEqual([
    'list/answers-certificate documented list certificate -',
    'list/answers-token documented list token -',
    'list/returns-json-array documented list - -',
    'list/refuses/none documented list - -',
    'list/refuses/odd documented list - -',
    'gap/list-status gap list - -',
    'make/answers documented make - jobs',
    'make/returns-json-object documented make - jobs',
    'make/refuses/none documented make - jobs',
    'make/refuses/odd documented make - jobs',
    'gap/make-status gap make - -',
    'drop/answers documented drop - -',
    'gap/drop-status gap drop - -',
    'read/answers-certificate documented read certificate -',
    'read/answers-token documented read token -',
    'read/returns-json-object documented read - -',
    'read/refuses/none documented read - -',
    'read/refuses/odd documented read - -',
    'gap/read-status gap read - -',
    'count/answers documented count - -',
    'count/returns-json-object documented count - -',
    'gap/count-status gap count - -',
    // Requirements of schemas are in the order of their names; a record is reported under the first operation that
    // returns it.
    'made/number inferred make - jobs',
    'thing/id documented list - -',
    'thing/secret documented list token -',
    'thing/secret/only-with-token documented list certificate -',
    'thing/state documented list - -',
    'thing/state/only-with-status documented list - -',
    'thing/agrees inferred list - -',
    'responses/json-text standard - - -',
    'responses/single-headers standard - - -',
    'list/sorted documented list - -',
    'list/quick standard - - -',
    'gap/order gap - - -',
  ]);
});

test.each([
  ['by a schema and a row', { 'specs/transfer/gaps.yaml': [{ id: 'transfer/thing/id', predicate: 'x', clause: 'x' }] }],
  ['by two descriptions', { 'specs/transfer/again.openapi.yaml': DESCRIPTION }],
])('a requirement that is stated twice %s stops the loading', (_, files) => {
  expect(() => readAnew(files)).toThrow(/^specs\/transfer: the requirement transfer\/\S+ is stated twice\.$/);
});

test('elements of lists agree only if a member identifies them', () => {
  const { hidden: _, ...pathItems } = DESCRIPTION.components.pathItems;
  const listed = (id: object) =>
    brief(
      readAnew({
        'specs/transfer/openapi.yaml': { ...DESCRIPTION, components: { ...DESCRIPTION.components, pathItems } },
        'schemas/transfer/thing.schema.json': { ...thing, properties: { ...thing.properties, id } },
      }),
    ).filter((row) => row.startsWith('thing/agrees'));
  expect(listed(thing.properties.id)).toEqual([]);
  expect(listed({ ...thing.properties.id, identifies: true })).toEqual(['thing/agrees inferred list - -']);
});

test.each([
  [{}, 'count is the same in every response to one credential'],
  [{ unit: {} }, 'count and unit are the same in every response to one credential'],
  [{ unit: {}, place: {} }, 'count, unit and 1 other member are the same in every response to one credential'],
  [
    { unit: {}, place: {}, age: {} },
    'count, unit and 2 other members are the same in every response to one credential',
  ],
])('a record of a single object, with %j besides count, agrees in all responses', (more, predicate) => {
  const record = {
    title: 'tally',
    record: 'transfer/tally',
    clause: 'Tallies.',
    type: 'object',
    properties: Object.fromEntries(
      Object.keys({ count: {}, ...more }).map((name) => [name, { type: 'integer', clause: `Tallies have ${name}.` }]),
    ),
  };
  const schema = { $ref: '../../schemas/transfer/tally.schema.json' };
  const responses = { '2XX': { description: 'tally', content: { 'application/json': { schema } } } };
  const get = { operationId: 'tally', summary: 'Read the tally', 'x-clause': 'GET /tally returns a tally.', responses };
  const contract = readAnew({
    'specs/transfer/tally.openapi.yaml': { ...DESCRIPTION, paths: { '/tally': { get } }, components: {} },
    'schemas/transfer/tally.schema.json': record,
  });
  expect(contract.requirements.get('transfer/tally/agrees')?.title).toBe(`tally: ${predicate}`);
});
