/** Requirements on requests of REST clients: read from the OpenAPI descriptions and the schemas of request bodies. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { isObject } from '../files/json-value.ts';
import { compileSchema } from '../records/ajv.ts';
import { describe } from '../records/description.ts';
import { allowsAnyText } from '../records/keywords.ts';
import { preview } from '../records/preview.ts';
import { type RequestMember, requestMembers } from '../records/request-members.ts';
import { type PropertySchema, whole } from '../records/schema.ts';
import { clientContract, type StatedRule } from './client-contract.ts';
import type { ClientContract, Contract, Operation, ReceivedRequest, RuleFact } from './types.ts';

interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: PropertySchema & { readonly $ref?: string } }>>;
  };
}

/** Requirements on the clients of a REST interface. `root` holds specs/ and schemas/. */
export function restClients(server: Contract, root: string): ClientContract {
  const { interface: of } = server;
  const rules = [...server.operations.values()].flatMap((operation) => [
    ...headerRules(operation),
    ...queryRules(operation),
  ]);
  const folder = join(root, 'specs', of);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('openapi.yaml'))) {
    const { paths = {} } = parse(readFileSync(join(folder, file), 'utf8')) as {
      paths?: Record<string, Record<string, Described>>;
    };
    for (const described of Object.values(paths).flatMap((item) => Object.values(item))) {
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      const operation = server.operations.get(described.operationId);
      if (operation === undefined || content?.schema === undefined) continue;
      const { $ref, ...inline } = content.schema;
      const path = $ref === undefined ? join(folder, file) : join(folder, $ref);
      const schema = $ref === undefined ? inline : (JSON.parse(readFileSync(path, 'utf8')) as PropertySchema);
      const members = requestMembers(whole(schema, relative(root, path)));
      if (type === 'application/json') rules.push(...jsonRules(operation, members));
      if (type === 'application/x-www-form-urlencoded') rules.push(...formRules(operation, members));
    }
  }
  return clientContract(server, rules, (request) => operationOf(request, server));
}

function held(held: boolean, expected: string, got: string, at?: string): RuleFact {
  return { held, expected, got, ...(at !== undefined && { at }) };
}

/** Credential, documented headers with a fixed value, and the media type where the clause names it. */
function headerRules(operation: Operation): StatedRule[] {
  const { name, clause, lanes, credential, parameters, requestType, statesType } = operation;
  const rules: StatedRule[] = [];
  if (credential !== undefined) {
    const expected = credential.shown;
    rules.push({
      operation: name,
      statement: 'credential',
      predicate: 'request carries a credential',
      clause: credential.clause,
      judged: `The request carries ${expected}.`,
      judge: (request) =>
        held(
          lanes.includes(request.credential),
          expected,
          request.credential === 'none' ? 'no credential' : `a ${request.credential}`,
        ),
    });
  }
  for (const parameter of parameters.filter((one) => one.in === 'header' && one.value !== undefined)) {
    rules.push({
      operation: name,
      statement: `header-${parameter.name}`,
      predicate: `request has the header ${parameter.name}`,
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
  if (requestType !== undefined && statesType) {
    rules.push({
      operation: name,
      statement: 'content-type',
      predicate: `request has Content-Type ${requestType}`,
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

function queryRules({ name, clause, parameters }: Operation): StatedRule[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.value === undefined)
    .map((parameter) => ({
      operation: name,
      statement: `query-${parameter.name}`,
      predicate: `request has the query parameter ${parameter.name}`,
      clause,
      judged: `The query of the request has ${parameter.name}, and it is not empty.`,
      judge: (request) =>
        held(
          Boolean(queryOf(request).get(parameter.name)),
          `?${parameter.name}=…`,
          request.target.split('?')[1] ?? 'no query',
        ),
    }));
}

function jsonRules(operation: Operation, members: readonly RequestMember[]): StatedRule[] {
  const { name, clause } = operation;
  const body: StatedRule = {
    operation: name,
    statement: 'body',
    predicate: 'request body is a JSON object',
    clause,
    judged: 'The body of the request is JSON, an object.',
    judge(request) {
      if (request.truncated) return undefined;
      const json = jsonOf(request);
      return held(isObject(json), 'a JSON object', json === undefined ? 'a body that is not JSON' : preview(json));
    },
  };
  return [body, ...members.map((member) => memberRule(operation, member))];
}

/** The rule for a member; those of array elements are judged in every element. */
function memberRule(operation: Operation, { path, required, clause, schema }: RequestMember): StatedRule {
  const words = describe(schema);
  let holds: ValidateFunction | undefined;
  return {
    operation: operation.name,
    statement: path.join('/'),
    predicate: `${path.join('.')} in the request is ${words}`,
    clause: clause ?? operation.clause,
    optional: !required,
    judged: required
      ? `The body has ${path.join('.')}: ${words}.`
      : `Where the body has ${path.join('.')}, it is ${words}.`,
    judge(request) {
      const json = jsonOf(request);
      holds ??= compileSchema(schema);
      return isObject(json) ? judgeMember(holds, valuesAt(json, path, ''), required, words, path) : undefined;
    },
  };
}

function judgeMember(
  holds: ValidateFunction,
  values: readonly { value: unknown; at: string }[],
  required: boolean,
  expected: string,
  path: readonly string[],
): RuleFact {
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

function formRules(operation: Operation, members: readonly RequestMember[]): StatedRule[] {
  return members.map(({ path: [member = ''], schema }) => {
    const words = typeof schema.const === 'string' ? schema.const.split(' ').sort() : undefined;
    const form = describe(schema);
    const free = words === undefined && allowsAnyText(schema);
    const expected = words !== undefined ? `${member}=${words.join(' ')}` : `${member}=…${free ? '' : `, ${form}`}`;
    const holds =
      words === undefined
        ? compileSchema(schema)
        : (value: unknown) => String(value).split(' ').sort().join(' ') === words.join(' ');
    return {
      operation: operation.name,
      statement: member,
      predicate: `request form has ${member}`,
      clause: operation.clause,
      judged:
        words === undefined
          ? `The form has ${member}, and it is ${free ? 'not empty' : form}.`
          : `The form has ${member} with the value ${String(schema.const)}; the order of words is free.`,
      judge(request) {
        if (request.truncated) return undefined;
        const value = new URLSearchParams(new TextDecoder().decode(request.body)).get(member);
        if (!value) return held(false, expected, `no ${member}`);
        const right = holds(value) === true;
        // Only documented values are shown: any other may be a secret.
        return held(right, expected, words !== undefined ? value : right ? 'given' : 'a value of another form');
      },
    };
  });
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

function queryOf(request: ReceivedRequest): URLSearchParams {
  return new URL(`http://localhost${request.target}`).searchParams;
}

/** The operation with the method, the path and the required bare query names of a request; the most specific one. */
function operationOf(request: ReceivedRequest, server: Contract): string | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${request.target}`);
  const fitting = [...server.operations.values()].flatMap(({ name, method, service, path, parameters }) => {
    if (path === undefined || method !== request.method || (request.service ?? service) !== service) return [];
    const bare = parameters.filter((parameter) => parameter.in === 'query' && parameter.value !== undefined);
    if (!bare.every((parameter) => searchParams.has(parameter.name)) || !expressionOf(path, parameters).test(pathname))
      return [];
    return [{ name, weight: bare.length * 1000 + path.replace(/\{\w+\}/g, '').length }];
  });
  const [best] = fitting.sort((a, b) => b.weight - a.weight);
  // A query that only the path with a slash at its end has: that one was meant.
  const slashed = { ...request, target: request.target.replace('?', '/?') };
  const meant = best && searchParams.size > 0 && !pathname.endsWith('/') ? operationOf(slashed, server) : best?.name;
  if (best !== undefined) return meant === best.name ? meant : undefined;
  // If the document shows no path, any path with the probable ending is recognised.
  return [...server.operations.values()].find(
    ({ method, likelyPath, parameters }) =>
      likelyPath !== undefined && method === request.method && expressionOf(likelyPath, parameters, '').test(pathname),
  )?.name;
}

/** Recognises the paths of a template. Repeated slashes count as one; an absent query is not part of it. */
export function expressionOf(path: string, parameters: Operation['parameters'] = [], start = '^'): RegExp {
  const source = path.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[\\^$.|?+()[\]{}*]/g, '\\$&').replaceAll('/', '/+');
    const parameter = parameters.find((one) => one.in === 'path' && `{${one.name}}` === part);
    return parameter?.segments ? '.+?' : '[^/]+';
  });
  return new RegExp(`${start}${source.join('')}/*$`);
}
