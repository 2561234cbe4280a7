/** The records of docs/lookup/contract.md, and the operations whose requests and responses contain them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Operation, Requirement } from '../../src/contract/types.ts';
import { filesIn, ROOT } from '../architecture/project-files.ts';
import { placeOf, plain } from './contract-places.ts';

interface Schema {
  readonly title?: string;
  readonly record?: string;
  readonly clause?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly variants?: Record<string, Schema>;
}
interface Body {
  readonly content?: Readonly<
    Record<string, { readonly schema?: { readonly $ref?: string; readonly items?: { readonly $ref?: string } } }>
  >;
  readonly description?: string;
}
interface Described {
  readonly operationId?: string;
  readonly requestBody?: Body;
  readonly responses?: Record<string, Body>;
}

/** Returns the records of an operation's request and response, or the description of the response. */
export function bodiesOf(of: string, name: string): { readonly request: string; readonly response: string } {
  for (const file of filesIn('specs', of).filter((path) => path.endsWith('openapi.yaml'))) {
    const found = describedIn(parse(readFileSync(file, 'utf8')), name);
    if (found) return { request: bodyOf(found.requestBody), response: bodyOf(Object.values(found.responses ?? {})[0]) };
  }
  return { request: '', response: '' };
}

function describedIn(node: unknown, name: string): Described | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if ((node as Described).operationId === name) return node as Described;
  return Object.values(node)
    .map((inner) => describedIn(inner, name))
    .find((found) => found !== undefined);
}

function bodyOf(body: Body | undefined) {
  const [[mediaType, { schema }] = ['', { schema: undefined }]] = Object.entries(body?.content ?? {});
  const ref = schema?.$ref ?? schema?.items?.$ref;
  if (ref === undefined) return body?.description ?? '';
  const { title = '' } = readSchema(join(ROOT, 'schemas', ref.split('/schemas/')[1] ?? ''));
  return `${mediaType === 'application/json' ? 'JSON, ' : ''}${schema?.items ? 'array of ' : ''}[${title}](#${title.replaceAll(' ', '-')})${body?.description?.includes(' with ') ? ` (${body.description})` : ''}`;
}

/** Returns the beginnings of the ids about a record: its own or, without any, those of its operation. */
function idsOf(
  { record = '', title = '' }: Schema,
  of: string,
  requirements: readonly Requirement[],
  operations: readonly Operation[],
) {
  const isId = (beginning: string) => requirements.some(({ id }) => id.startsWith(`${beginning}/`));
  const own = operations
    .filter(({ name }) => Object.values(bodiesOf(of, name)).some((body) => body.includes(`[${title}]`)))
    .flatMap(({ name }) =>
      bodiesOf(of, name).request.includes(`[${title}]`) ? `${of}/client/${name}` : `${of}/${name}`,
    );
  return (isId(record) ? [record] : own.filter(isId)).map((id) => `\`${id}\``).join(', ');
}

/** Returns the section of an interface's records; none without a record. */
export function records(of: string, requirements: readonly Requirement[], operations: readonly Operation[]) {
  const all = filesIn('schemas', of).map(readSchema);
  if (all.length === 0) return [];
  return [
    '### Records',
    ...all.map((schema) =>
      [
        `#### ${schema.title}`,
        plain(schema.clause ?? ''),
        `Requirements: ${idsOf(schema, of, requirements, operations)}`,
        ['| field | type | document |', '|---|---|---|', ...fields(schema, '')].join('\n'),
      ].join('\n\n'),
    ),
  ];
}

/** Returns a row per member, including those of inner objects. */
function fields({ properties = {} }: Schema, above: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    const clauses = [field.clause, ...Object.values(field.variants ?? {}).map(({ clause }) => clause)].filter(
      (clause) => clause !== undefined,
    );
    // A place is named once.
    const stated = clauses.map((clause, at) => {
      const place = placeOf(clause);
      return at > 0 && place === placeOf(clauses[at - 1] ?? '') ? clause.slice(place.length + 2) : clause;
    });
    const inner = field.items ? fields(field.items, `${path}[].`) : fields(field, `${path}.`);
    return [`| \`${path}\` | ${typeOf(field)} | ${plain(stated.join(' '))} |`, ...inner];
  });
}

function typeOf({ type, format, items, const: value }: Schema): string {
  const names = [type ?? 'any'].flat().join(' or ');
  return [
    items === undefined ? names : names.replace('array', `array of ${typeOf(items)}`),
    ...(format === undefined ? [] : [format]),
    ...(value === undefined || type === 'object' ? [] : [JSON.stringify(value)]),
  ].join(', ');
}

function readSchema(path: string) {
  return JSON.parse(readFileSync(path, 'utf8')) as Schema;
}
