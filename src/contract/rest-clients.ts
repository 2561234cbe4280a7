/** Requirements on requests of REST clients: read from the OpenAPI descriptions and the schemas of request bodies. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../files/json-value.ts';
import { compileSchema } from '../records/ajv.ts';
import { describe } from '../records/description.ts';
import { typed } from '../records/preview.ts';
import { type Place, type RequestMember, requestMembers } from '../records/schema.ts';
import { clientContract, fact, hasMediaType, readOnce, type StatedRule } from './client-contract.ts';
import type { ClientContract, Contract, Operation, ReceivedRequest } from './types.ts';

/**
 * Returns requirements on the clients of a REST interface. `bodies`: the schemas of documented requests by operation.
 */
export function restClients(
  server: Pick<Contract, 'interface' | 'subject' | 'operations' | 'renamed'>,
  bodies: ReadonlyMap<string, Place | undefined>,
): ClientContract {
  const bodyRules = ({ name, requestType }: Operation) => {
    const body = bodies.get(name);
    const members = body === undefined ? [] : requestMembers(body);
    if (requestType === 'application/x-www-form-urlencoded') return members.map(formRule);
    return body && requestType === 'application/json' ? [BODY, ...members.map(memberRule)] : [];
  };
  return clientContract(
    server,
    [(operation) => [...headerRules(operation), ...queryRules(operation)], bodyRules],
    (request) => operationOf(request, server),
  );
}

/**
 * Rules for the credential, for documented headers with a fixed value, and for the media type if the clause names it.
 */
function headerRules(operation: Operation) {
  const { lanes, credential, parameters, requestType, statesType } = operation;
  const { shown = '', clause, header = '', form = '' } = credential ?? {};
  const ofCredential: StatedRule = {
    statement: 'credential',
    predicate: `request has ${shown}`,
    clause,
    judge: (request) =>
      fact(
        lanes.includes(request.credential) && new RegExp(form).test(request.header(header) ?? ''),
        shown,
        request.credential === 'none' ? 'no such credential' : (request.header(header) ?? `a ${request.credential}`),
      ),
  };
  const fixed = parameters.filter((one) => one.in === 'header' && one.value !== undefined);
  return [
    ...(credential ? [ofCredential] : []),
    ...fixed.map(
      ({ name, value = '' }): StatedRule => ({
        statement: `header-${name}`,
        predicate: `request has ${name} ${value}`,
        judge: (request) =>
          fact(request.header(name) === value, `${name}: ${value}`, request.header(name) ?? `no header ${name}`),
      }),
    ),
    ...(requestType !== undefined && statesType
      ? [
          {
            statement: 'content-type',
            predicate: `request has Content-Type ${requestType}`,
            judge: hasMediaType(requestType),
          },
        ]
      : []),
  ];
}

function queryRules({ parameters }: Operation): StatedRule[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.value === undefined)
    .map(({ name }) => ({
      statement: `query-${name}`,
      predicate: `request has the query parameter ${name}`,
      judge: (request) =>
        fact(
          Boolean(new URL(`http://localhost${request.target}`).searchParams.get(name)),
          `?${name}=…`,
          request.target.split('?')[1] ?? 'no query',
        ),
    }));
}

const BODY: StatedRule = {
  statement: 'body',
  predicate: 'request body is a JSON object',
  judge(request) {
    if (request.truncated) return undefined;
    const json = jsonOf(request);
    return fact(isObject(json), 'a JSON object', json === undefined ? 'a body that is not JSON' : typed(json));
  },
};

/** Returns the rule for a member; a member of array elements is judged in every element. */
function memberRule({ path, label, required, clause, description, schema }: RequestMember): StatedRule {
  const words = description ?? describe(schema);
  let allows: ValidateFunction | undefined;
  return {
    statement: path.join('/'),
    predicate: `request member ${label}${required ? '' : ', if present,'} is ${words}`,
    clause,
    optional: !required,
    judge(request) {
      const json = jsonOf(request);
      if (!isObject(json)) return undefined;
      const values = valuesAt(json, path, '');
      if (values.length === 0) return required ? fact(false, words, `no member ${path.at(-1)}`) : undefined;
      allows ??= compileSchema(schema);
      const validate = allows;
      const odd = values.find(({ value }) => !validate(value));
      return odd === undefined ? fact(true, words, 'as documented') : fact(false, words, typed(odd.value), odd.at);
    },
  };
}

/**
 * Returns the values of a path; for an array of objects on the way, the values of each object. The rule above
 * contradicts any other nesting.
 */
function valuesAt(json: unknown, [first, ...rest]: readonly string[], at: string): { value: unknown; at: string }[] {
  if (first === undefined) return [{ value: json, at }];
  if (!isObject(json) || !Object.hasOwn(json, first)) return [];
  const value = json[first];
  const here = `${at}/${first}`;
  if (!Array.isArray(value) || rest.length === 0) return valuesAt(value, rest, here);
  return value.flatMap((item, index) => valuesAt(item, rest, `${here}/${index}`));
}

function formRule({ path: [member = ''], schema }: RequestMember): StatedRule {
  const fixed = typeof schema.const === 'string' ? sorted(schema.const) : undefined;
  const form = describe(schema);
  const free = fixed === undefined && (form === '' || form === 'a string');
  const expected = `${member}=${fixed ?? `…${free ? '' : `, ${form}`}`}`;
  const allows = fixed === undefined ? compileSchema(schema) : (value: unknown) => sorted(String(value)) === fixed;
  return {
    statement: member,
    predicate: `request form parameter ${member} is ${schema.const ?? (free ? 'not empty' : form)}`,
    judge(request) {
      if (request.truncated) return undefined;
      const value = new URLSearchParams(new TextDecoder().decode(request.body)).get(member);
      if (!value) return fact(false, expected, `no ${member}`);
      const right = allows(value) === true;
      // Only documented values are shown: any other may be a secret.
      return fact(right, expected, fixed !== undefined ? value : right ? 'given' : 'a value of another form');
    },
  };
}

const sorted = (words: string) => words.split(' ').sort().join(' ');

const jsonOf = readOnce((request) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(request.body));
  } catch {
    return undefined;
  }
});

/**
 * Returns the operation with the method, the path and the required bare query names of a request; the most specific
 * one.
 */
function operationOf(request: ReceivedRequest, server: Pick<Contract, 'operations'>): string | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${request.target}`);
  const own = [...server.operations.values()].filter(({ method }) => method === request.method);
  const fitting = own.flatMap(({ name, service, path, parameters }) => {
    if ((request.service ?? service) !== service) return [];
    const query = parameters.filter((one) => one.in === 'query' && one.value !== undefined).map(({ name }) => name);
    return path !== undefined &&
      expressionOf(path, parameters).test(pathname) &&
      query.every((one) => searchParams.has(one))
      ? [{ name, weight: query.length * 1000 + path.replace(/\{\w+\}/g, '').length }]
      : [];
  });
  const [best] = fitting.sort((a, b) => b.weight - a.weight);
  if (best !== undefined) {
    // If the query belongs to an operation whose path ends with a slash, the client meant this one, and sent a wrong
    // path.
    const slashed = { ...request, target: request.target.replace('?', '/?') };
    const meant = searchParams.size > 0 && !pathname.endsWith('/') ? operationOf(slashed, server) : undefined;
    return meant === undefined || meant === best.name ? best.name : undefined;
  }
  // If the document shows no path, any path with the probable ending is recognised.
  return own.find(
    ({ likelyPath, parameters }) =>
      likelyPath !== undefined && expressionOf(likelyPath, parameters, { start: '', end: '/*$' }).test(pathname),
  )?.name;
}

/**
 * Recognises the paths of a template; its placeholders are groups. Repeated slashes count as one; an absent query is
 * not part of it.
 */
export function expressionOf(
  path: string,
  parameters: Operation['parameters'] = [],
  { start = '^', end = '$' } = {},
): RegExp {
  const source = path.split(/\{(\w+)\}/).map((part, index, parts) => {
    if (index % 2 === 0) return part.replace(/[\\^$.|?+()[\]{}*]/g, '\\$&').replaceAll('/', '/+');
    const parameter = parameters.find((one) => one.in === 'path' && one.name === part);
    // A path from a setting may repeat a placeholder, or begin its name with a digit: no group can have this name.
    const group = /^\d/.test(part) || parts.indexOf(part) < index ? '?:' : `?<${part}>`;
    return `(${group}${parameter?.segments ? '.+?' : '[^/?]+'})`;
  });
  return new RegExp(`${start}${source.join('')}${end}`);
}
