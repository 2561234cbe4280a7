/** The credentials that an interface declares are those of its OpenAPI descriptions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/contract/root.ts';
import { INTERFACES } from '../../suites/index.ts';

interface Scheme {
  readonly type: 'mutualTLS' | 'http' | 'apiKey';
  readonly name?: string;
}

const described = INTERFACES.flatMap(({ name, settings }) => {
  const folder = join(packageRoot(), 'specs', name);
  const files = readdirSync(folder).filter((file) => file.endsWith('openapi.yaml'));
  return files.flatMap((file) => {
    const { components } = parse(readFileSync(join(folder, file), 'utf8')) as {
      components?: { securitySchemes?: Record<string, Scheme> };
    };
    return components?.securitySchemes === undefined
      ? []
      : [[`${name}/${file}`, components.securitySchemes, settings.credentials] as const];
  });
});

const HEADERS: Readonly<Record<string, string>> = { http: 'Authorization' };

test('descriptions with credentials are found', () => expect(described.length).toBeGreaterThan(1));

test.each(described)('%s', (_, schemes, credentials) => {
  const shown = Object.entries(schemes).map(([lane, { type, name }]) => [lane, name ?? HEADERS[type]]);
  expect(Object.entries(credentials).map(([lane, { header }]) => [lane, header])).toEqual(shown);
});
