/**
 * Contracts from descriptions, schemas and requirements. For the ids that those of the document give, see
 * tests/certify/plans.test.ts.
 */
import { loadContract } from '../../src/contract/contracts.ts';
import { written } from './written.ts';

const record = (name: string, members: Record<string, object>) => ({
  title: name,
  record: `transfer/${name}`,
  clause: 'A thing.',
  properties: Object.fromEntries(
    Object.entries(members).map(([member, more]) => [
      member,
      { type: 'integer', clause: `It has ${member}.`, ...more },
    ]),
  ),
});
/** Returns a description with an operation that returns a record, or a list of records. */
const description = (name: string, list = false) => {
  const ref = { $ref: `../../schemas/transfer/${name}.schema.json` };
  const schema = list ? { type: 'array', items: ref } : ref;
  const responses = { '2XX': { content: { 'application/json': { schema } } } };
  const get = { operationId: name, summary: `Read the ${name}`, 'x-clause': 'It is returned.', responses };
  return { 'x-service': 'workshop', info: { title: 'Shop' }, paths: { [`/${name}`]: { get } } };
};
const contractOf = (files: Record<string, unknown>) => loadContract('transfer', { root: written(files) });

const THING = { 'schemas/transfer/thing.schema.json': record('thing', { id: {} }) };
const THINGS = { 'specs/transfer/openapi.yaml': description('thing', true), ...THING };

test.each([
  ['by a schema and a row', { 'specs/transfer/gaps.yaml': [{ id: 'transfer/thing/id', predicate: 'x', clause: 'x' }] }],
  ['by two descriptions', { 'specs/transfer/again.openapi.yaml': description('thing') }],
])('a requirement that is stated twice %s stops the loading', (_, files) => {
  expect(() => contractOf({ ...THINGS, ...files })).toThrow(
    /^specs\/transfer: the requirement transfer\/\S+ is stated twice\.$/,
  );
});

test.each([
  ['no member', {}, undefined],
  ['a member', { identifies: true }, 'inferred'],
])('elements of lists agree only if a member identifies them: %s', (_, more, basis) => {
  const schema = record('thing', { id: more, owner: {} });
  const { requirements } = contractOf({ ...THINGS, 'schemas/transfer/thing.schema.json': schema });
  expect(requirements.get('transfer/thing/agrees')?.basis).toBe(basis);
});

test.each([
  [[], 'count is the same'],
  [['unit'], 'count and unit are the same'],
  [['unit', 'place'], 'count, unit and 1 other member are the same'],
  [['unit', 'place', 'age'], 'count, unit and 2 other members are the same'],
])('a record of a single object, with %j besides count, agrees in all responses', (more, predicate) => {
  const contract = contractOf({
    'specs/transfer/openapi.yaml': description('tally'),
    'schemas/transfer/tally.schema.json': record(
      'tally',
      Object.fromEntries(['count', ...more].map((one) => [one, {}])),
    ),
  });
  expect(contract.requirements.get('transfer/tally/agrees')?.title).toBe(
    `tally: ${predicate} in every response to one credential`,
  );
});
