import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadRestContract } from '../../src/contract/load.ts';
import { STATEMENTS } from './statements.ts';

const contract = loadRestContract('data-hub');
const ids = [...contract.requirements.keys()];
const matching = (row: string): string[] => {
  const pattern = new RegExp(`^data-hub/${row.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')}$`);
  return ids.filter((id) => pattern.test(id));
};

describe('what the document states of the data hub', () => {
  test.each(STATEMENTS)('$at: $says', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => matching(row).length === 0)).toEqual([]);
  });

  test('no row is invented: each stands for a statement', () => {
    const stated = new Set(STATEMENTS.flatMap(({ rows }) => rows.flatMap(matching)));
    expect(ids.filter((id) => !stated.has(id))).toEqual([]);
  });

  test('what is stated as not shown is a gap, and only that', () => {
    for (const { rows } of STATEMENTS)
      for (const row of rows.flatMap(matching)) expect(contract.requirements.get(row)?.basis === 'gap', row).toBe(row.startsWith('data-hub/gap/'));
  });

  test('each row says where the document says it, and how it is judged or why it is not', () => {
    const silent = [...contract.requirements.values()].filter(
      ({ clause, judged, excluded, basis }) => clause === '' || (basis !== 'gap' && judged === undefined && excluded === undefined),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('standard rows name their standard', () => {
    const rows = [...contract.requirements.values()].filter(({ basis }) => basis === 'standard');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ clause }) => !/RFC \d+/.test(clause)).map(({ id }) => id)).toEqual([]);
  });
});

interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
            readonly responses?: unknown;
          }
        >
      >
    >
  >;
}

describe.each([
  ['identity-provider', 1],
  ['zone', 9],
  ['provider', 10],
] as const)('the description of the %s', (service, operations) => {
  const description = parse(readFileSync(new URL(`../../specs/data-hub/${service}.openapi.yaml`, import.meta.url), 'utf8')) as Description;

  test('holds its operations', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    expect([...contract.operations.values()].filter((operation) => operation.service === service)).toHaveLength(operations);
  });

  test('declares each parameter of its paths, once and required, and an answer for each operation', () => {
    for (const [path, item] of Object.entries(description.paths)) {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item)) {
        const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => name).sort(), operation.operationId).toEqual([...named].sort());
        expect(
          declared.every(({ required }) => required === true),
          operation.operationId,
        ).toBe(true);
        expect(operation.responses, operation.operationId).toBeDefined();
      }
    }
  });
});
