/**
 * Exchanges with the document's names: if a profile renames something on the wire, the document's name is restored
 * before probes and judges see it.
 */
import type { Contract, Operation } from '../../contract/types.ts';
import type { Body, Exchange, Headers } from '../../wire/types.ts';
import { succeeded } from '../words/answer.ts';
import { remembered } from '../words/remembered.ts';

/** Translates exchanges by a contract: probes and judges get the same object each time. */
const translating = remembered((contract: Contract) =>
  remembered((exchange: Exchange) => translate(exchange, contract.operations.get(exchange.operation) as Operation)),
);

/** Returns the exchange with the document's names, or the same object if the profile renames no part of it. */
export function inDocumentWords(exchange: Exchange, contract: Contract): Exchange {
  const operation = contract.operations.get(exchange.operation);
  const renamed = operation?.memberNames ?? operation?.responseNames ?? operation?.identifierAt;
  return renamed === undefined ? exchange : translating(contract)(exchange);
}

function translate(exchange: Exchange, { memberNames, responseNames, identifierAt }: Operation): Exchange {
  const { request, outcome } = exchange;
  const body = memberNames && request.body && bodyInDocumentWords(request.body, memberNames);
  return {
    ...exchange,
    ...(body && { request: { ...request, body } }),
    ...(responseNames &&
      succeeded(exchange) &&
      outcome.kind === 'answer' && {
        outcome: { ...outcome, headers: headersInDocumentWords(outcome.headers, responseNames) },
      }),
    identifierAt,
  };
}

function bodyInDocumentWords(body: Body, names: ReadonlyMap<string, string>) {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body.bytes));
    return {
      ...body,
      bytes: new TextEncoder().encode(JSON.stringify(withMemberNames(json, inverted(names), 'document'))),
    };
  } catch {
    // The request is of another program, or exceeds the recording limit.
    return body;
  }
}

function headersInDocumentWords(headers: Headers, names: ReadonlyMap<string, string>): Headers {
  const documented = new Map([...names].map(([word, own]) => [own.toLowerCase(), word]));
  const replaced = new Set([...names.keys()].map((word) => word.toLowerCase()));
  return headers.flatMap(([name, value]) => {
    const word = documented.get(name.toLowerCase());
    return word !== undefined ? [[word, value]] : replaced.has(name.toLowerCase()) ? [] : [[name, value]];
  });
}

/** Returns the names in the opposite direction: `files/quellen` to `sources`. */
function inverted(names: ReadonlyMap<string, string>) {
  return new Map(
    [...names].map(([path, own]) => {
      const at = path.lastIndexOf('/') + 1;
      return [`${path.slice(0, at)}${own}`, path.slice(at)];
    }),
  );
}

/**
 * Returns a JSON value with other names of its members: the deployment's, or the document's.
 * @param names the new name of each member, by its path, in which the members above it have the document's names
 */
export function withMemberNames(
  json: unknown,
  names: ReadonlyMap<string, string>,
  to: 'deployment' | 'document',
  above = '',
): unknown {
  if (Array.isArray(json)) return json.map((item) => withMemberNames(item, names, to, above));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const name = names.get(`${above}${key}`) ?? key;
      return [name, withMemberNames(value, names, to, `${above}${to === 'document' ? name : key}/`)];
    }),
  );
}
