import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadRestContract } from '../../src/contract/load.ts';

const contract = loadRestContract('data-hub');

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
            readonly parameters?: readonly {
              readonly name: string;
              readonly in: string;
              readonly required?: boolean;
            }[];
            readonly responses?: unknown;
          }
        >
      >
    >
  >;
}

describe.each(['identity-provider', 'zone', 'provider'])('the description of the %s', (service) => {
  const description = parse(
    readFileSync(new URL(`../../specs/data-hub/${service}.openapi.yaml`, import.meta.url), 'utf8'),
  ) as Description;

  test('holds its operations', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    const described = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    const loaded = [...contract.operations.values()]
      .filter((operation) => operation.service === service)
      .map(({ name }) => name);
    expect(loaded.sort()).toEqual(described.sort());
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
