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
    return { ...body, bytes: new TextEncoder().encode(JSON.stringify(withMemberNames(json, names, 'document'))) };
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

/**
 * Returns a JSON value with the deployment's names of its members, or with the document's. `names`: documented paths
 * (`files/sources`) to names.
 */
export function withMemberNames(
  json: unknown,
  names: ReadonlyMap<string, string>,
  to: 'deployment' | 'document',
  above = '',
): unknown {
  if (Array.isArray(json)) return json.map((item) => withMemberNames(item, names, to, above));
  if (typeof json !== 'object' || json === null) return json;
  const isHere = (path: string) => path.slice(0, path.lastIndexOf('/') + 1) === above;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const renamed = to === 'document' ? [...names].find(([path, own]) => own === key && isHere(path)) : undefined;
      const word = renamed?.[0] ?? `${above}${key}`;
      const name = to === 'document' ? word.slice(above.length) : (names.get(word) ?? key);
      return [name, withMemberNames(value, names, to, `${word}/`)];
    }),
  );
}
