/** What REST clients have to send: read from the OpenAPI descriptions and the schemas of request bodies. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { packageRoot } from '../contract/root.ts';
import type { Contract, Interface, Operation } from '../contract/types.ts';
import { describe, type PropertySchema, type RecordFile } from '../records/field-rows.ts';
import { preview } from '../records/preview.ts';
import { type ClientContract, clientContract, type ReceivedRequest, type RuleFinding, type StatedRule } from './contract.ts';

interface BodySchema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: BodySchema }>> };
}

const ajv = new Ajv2020({ validateSchema: false, meta: false, strict: false });

/** Loads what the document asks of a REST interface's clients. */
export function loadRestClientContract(of: Interface, server: Contract, root = packageRoot()): ClientContract {
  const rules = [...server.operations.values()].flatMap((operation) => [...headerRules(operation), ...queryRules(operation)]);
  const folder = join(root, 'specs', of);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('openapi.yaml'))) {
    const { paths = {} } = parse(readFileSync(join(folder, file), 'utf8')) as { paths?: Record<string, Record<string, Described>> };
    for (const described of Object.values(paths).flatMap((item) => Object.values(item))) {
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      const operation = server.operations.get(described.operationId);
      if (operation === undefined || content?.schema === undefined) continue;
      const schema =
        content.schema.$ref === undefined
          ? content.schema
          : (JSON.parse(readFileSync(resolve(dirname(join(folder, file)), content.schema.$ref), 'utf8')) as RecordFile & BodySchema);
      if (type === 'application/json') rules.push(...jsonRules(operation, schema));
      if (type === 'application/x-www-form-urlencoded') rules.push(...formRules(operation, schema));
    }
  }
  return clientContract(of, server, rules, (request) => operationOf(request, server));
}

function held(held: boolean, expected: string, got: string, at?: string): RuleFinding {
  return { held, expected, got, ...(at !== undefined && { at }) };
}

/** Credential, documented headers with a fixed value, and the media type where the clause names it. */
function headerRules(operation: Operation): StatedRule[] {
  const { name, title, clause, lanes, parameters, requestType } = operation;
  const rules: StatedRule[] = [];
  if (lanes.length > 0) {
    const expected = lanes.includes('certificate') ? 'a TLS client certificate or Authorization: Bearer <token>' : 'a credential: the header X-Auth-Token';
    rules.push({
      operation: name,
      statement: 'credential',
      title: `${title}: the client presents a credential`,
      clause:
        operation.interface === 'data-hub'
          ? 'Authentication 2: every call of the data hub carries X-Auth-Token.'
          : 'Authentication 1: every call requires a client certificate or a bearer token.',
      judged: `The request carries ${expected}.`,
      judge: (request) => held(lanes.includes(request.credential), expected, request.credential === 'none' ? 'no credential' : `a ${request.credential}`),
    });
  }
  for (const parameter of parameters.filter((one) => one.in === 'header' && one.value !== undefined)) {
    rules.push({
      operation: name,
      statement: `header-${parameter.name}`,
      title: `${title}: the client sends ${parameter.name}`,
      clause,
      judged: `The request has the header ${parameter.name} with the value ${parameter.value}.`,
      judge: (request) =>
        held(
          request.header(parameter.name) === parameter.value,
          `${parameter.name}: ${parameter.value}`,
          request.header(parameter.name) ?? `no header ${parameter.name}`,
        ),
    });
  }
  if (requestType !== undefined && /content-type|form-encoded/i.test(clause)) {
    rules.push({
      operation: name,
      statement: 'content-type',
      title: `${title}: the client sends Content-Type ${requestType}`,
      clause,
      judged: `The media type of the request is ${requestType}; parameters are free.`,
      judge(request) {
        const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
        return held(type === requestType, `Content-Type: ${requestType}`, type ?? 'no Content-Type');
      },
    });
  }
  return rules;
}

function queryRules({ name, title, clause, parameters }: Operation): StatedRule[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.value === undefined)
    .map((parameter) => ({
      operation: name,
      statement: `query-${parameter.name}`,
      title: `${title}: the client sends the query ${parameter.name}`,
      clause,
      judged: `The query of the request has ${parameter.name}, and it is not empty.`,
      judge: (request) => held(Boolean(queryOf(request).get(parameter.name)), `?${parameter.name}=…`, request.target.split('?')[1] ?? 'no query'),
    }));
}

function jsonRules(operation: Operation, schema: BodySchema): StatedRule[] {
  const { name, title, clause } = operation;
  const required = new Set(schema.required ?? Object.keys(schema.properties ?? {}));
  const body: StatedRule = {
    operation: name,
    statement: 'body',
    title: `${title}: the client sends a JSON object`,
    clause,
    judged: 'The body of the request is JSON, an object.',
    judge(request) {
      if (request.truncated) return undefined;
      const json = jsonOf(request);
      return held(isObject(json), 'a JSON object', json === undefined ? 'a body that is no JSON' : preview(json));
    },
  };
  return [body, ...Object.entries(schema.properties ?? {}).flatMap(([member, property]) => memberRules(operation, property, [member], required.has(member)))];
}

/** Rules for a member and what is in it; members of array elements are judged in every element. */
function memberRules(operation: Operation, schema: PropertySchema, path: readonly string[], required: boolean): StatedRule[] {
  const holds = ajv.compile(withoutAnnotations(schema));
  const rule: StatedRule = {
    operation: operation.name,
    statement: path.join('/'),
    title: `${operation.title}: ${path.join('.')} is ${describe(schema)}`,
    clause: schema.clause ?? operation.clause,
    optional: !required,
    judged: required ? `The body has ${path.join('.')}: ${describe(schema)}.` : `Where the body has ${path.join('.')}, it is ${describe(schema)}.`,
    judge(request) {
      const json = jsonOf(request);
      return isObject(json) ? judgeMember(holds, valuesAt(json, path, ''), required, describe(schema), path) : undefined;
    },
  };
  const inner = schema.items?.properties ?? schema.properties ?? {};
  return [rule, ...Object.entries(inner).flatMap(([member, property]) => memberRules(operation, property, [...path, member], false))];
}

function judgeMember(
  holds: ValidateFunction,
  values: readonly { value: unknown; at: string }[],
  required: boolean,
  expected: string,
  path: readonly string[],
): RuleFinding {
  if (values.length === 0) return required ? held(false, expected, `no member ${path.at(-1)}`) : undefined;
  const odd = values.find(({ value }) => !holds(value));
  return odd === undefined ? held(true, expected, 'as documented') : held(false, expected, preview(odd.value), odd.at);
}

/** The values of a path; where an array of objects is on the way, those of each. Anything nested otherwise is contradicted by the rule above it. */
function valuesAt(json: unknown, [first, ...rest]: readonly string[], at: string): { value: unknown; at: string }[] {
  if (first === undefined) return [{ value: json, at }];
  if (!isObject(json) || !Object.hasOwn(json, first)) return [];
  const value = json[first];
  const here = `${at}/${first}`;
  if (!Array.isArray(value) || rest.length === 0) return valuesAt(value, rest, here);
  return value.flatMap((item, index) => valuesAt(item, rest, `${here}/${index}`));
}

function formRules(operation: Operation, schema: BodySchema): StatedRule[] {
  return Object.entries(schema.properties ?? {}).map(([member, property]) => {
    const words = typeof property.const === 'string' ? property.const.split(' ').sort() : undefined;
    const expected = words === undefined ? `${member}=…` : `${member}=${words.join(' ')}`;
    return {
      operation: operation.name,
      statement: member,
      title: `${operation.title}: the form has ${member}`,
      clause: operation.clause,
      judged:
        words === undefined
          ? `The form has ${member}, and it is not empty.`
          : `The form has ${member} with the value ${property.const}; the order of words is free.`,
      judge(request) {
        if (request.truncated) return undefined;
        const value = new URLSearchParams(new TextDecoder().decode(request.body)).get(member);
        if (!value) return held(false, expected, `no ${member}`);
        return held(words === undefined || value.split(' ').sort().join(' ') === words.join(' '), expected, words === undefined ? 'given' : value);
      },
    };
  });
}

const CONSTRAINTS = ['type', 'format', 'pattern', 'const'] as const;

function withoutAnnotations(schema: PropertySchema): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of CONSTRAINTS) if (key in schema) kept[key] = schema[key];
  if (schema.items) kept['items'] = withoutAnnotations(schema.items);
  return kept;
}

const parsed = new WeakMap<Uint8Array, { json: unknown }>();

function jsonOf(request: ReceivedRequest): unknown {
  const known = parsed.get(request.body);
  if (known) return known.json;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
  } catch {
    json = undefined;
  }
  parsed.set(request.body, { json });
  return json;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function queryOf(request: ReceivedRequest): URLSearchParams {
  return new URL(`http://localhost${request.target}`).searchParams;
}

/** The operation with the method, the path and the required bare query names of a request; the most specific one. */
function operationOf(request: ReceivedRequest, server: Contract): string | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${request.target}`);
  const fitting = [...server.operations.values()].flatMap(({ name, method, service, path, parameters }) => {
    if (path === undefined || method !== request.method || (request.service ?? service) !== service) return [];
    const bare = parameters.filter((parameter) => parameter.in === 'query' && parameter.value !== undefined);
    if (!bare.every((parameter) => searchParams.has(parameter.name)) || !expressionOf(path, parameters).test(pathname)) return [];
    return [{ name, weight: bare.length * 1000 + path.replace(/\{\w+\}/g, '').length }];
  });
  const [best] = fitting.sort((a, b) => b.weight - a.weight);
  if (best !== undefined) return best.name;
  // The path of reading one job is not shown: any GET below /jobs that ends in an identifier is one.
  return request.method === 'GET' && server.operations.has('job-status') && /\/jobs\/+[^/]+\/?$/.test(pathname) ? 'job-status' : undefined;
}

function expressionOf(path: string, parameters: Operation['parameters']): RegExp {
  const source = path.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[\\^$.|?+()[\]{}*]/g, '\\$&').replaceAll('/', '/+');
    const parameter = parameters.find((one) => one.in === 'path' && `{${one.name}}` === part);
    return parameter?.segments ? '.+?' : '[^/]+';
  });
  return new RegExp(`^${source.join('')}/*$`);
}
