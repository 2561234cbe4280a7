/** The published schema of results.json describes what runs write. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { RESULTS } from './fixed-results.ts';

const SCHEMA = JSON.parse(
  readFileSync(join(packageRoot(), 'schemas', 'assay', 'results.schema.json'), 'utf8'),
) as Record<string, unknown>;

/** Forbids members that the schema does not list, so that unpublished members are found. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const made = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'allOf' ? value : closed(value)]),
  );
  return 'type' in made && 'properties' in made && !('additionalProperties' in made)
    ? { ...made, additionalProperties: false }
    : made;
}

const compile = (schema: object) =>
  new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);
const validate = compile(SCHEMA);
const validateClosed = compile(closed(SCHEMA) as object);

function problems(results: unknown): unknown[] {
  const plain: unknown = JSON.parse(JSON.stringify(results));
  return [validate, validateClosed].flatMap((valid) => (valid(plain) ? [] : (valid.errors ?? [])).slice(0, 3));
}

const RUNS: [string, () => Promise<Results>][] = [
  ['the clean reference', () => runConformance({ env: {}, reference: true })],
  ['no settings', () => runConformance({ env: {} })],
  [
    'nothing that answers',
    () => runConformance({ env: { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_TOKEN: 'abcdefgh' } }),
  ],
  ['an aborted run', () => runConformance({ env: {}, reference: true, signal: AbortSignal.abort() })],
  ['a narrowed run', () => runConformance({ env: {}, reference: true, only: 'transfer/identity' })],
  [
    'a faulty service that does not offer everything',
    async () => {
      const service = await startTransferReference({ fault: 'transfer/job/submit_time@missing' });
      const results = await runConformance({
        env: { ...service.env, ASSAY_ALLOW_CREATE: 'jobs', ASSAY_NOT_OFFERED: 'delegation' },
      });
      await service.close();
      return results;
    },
  ],
];

test.each(RUNS)('%s', async (_, run) => {
  const results = await run();
  expect(problems(results)).toEqual([]);
  expect(Object.values(results.counts).reduce((sum, count) => sum + count, 0)).toBe(results.requirements.length);
});

test('the results that the tests of reports use', () => {
  expect(problems(RESULTS)).toEqual([]);
});

test.each([
  [
    'an unknown verdict',
    (results: Results) => ({ ...results, requirements: [{ ...results.requirements[0], verdict: 'passed' }] }),
  ],
  [
    'a gap that fails',
    (results: Results) => ({ ...results, requirements: [{ ...results.requirements[0], basis: 'gap' }] }),
  ],
])('%s is found', (_, spoil) => {
  expect(problems(spoil(RESULTS))).not.toEqual([]);
});
