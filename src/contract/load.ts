/** Compiles the contract of a REST interface: operations from OpenAPI, records from JSON Schema, the rest from YAML. */
import { posix } from 'node:path';
import { type FieldRequirement, fieldRequirements } from '../records/field-requirements.ts';
import { compileRecord } from '../records/judge.ts';
import { type RecordFile, requestMembers, whole } from '../records/schema.ts';
import { assembled, type ContractSources, parsedYaml, statedIn } from './assemble.ts';
import { type OpenApiFile, readOpenApi } from './openapi.ts';
import { restClients } from './rest-clients.ts';
import type { Contract, Interface, Operation, Profile, RecordSchema, Statement, WordForm } from './types.ts';

/** Compiles the contract of a REST interface. */
export function compileRest(of: Interface, { texts, profile }: ContractSources): Omit<Contract, 'digest'> {
  const sources = [...texts];
  const files = new Map(
    sources
      .filter(([path]) => path.endsWith('.schema.json'))
      .map(([path, text]) => [path, JSON.parse(text) as RecordFile]),
  );
  const documents = sources
    .filter(([path]) => path.endsWith('openapi.yaml'))
    .map(([path, text]) => ({ path, document: parsedYaml(text) as OpenApiFile }));
  const described = documents.flatMap(({ path, document }) =>
    readOpenApi(document, of, (word) => renamePath(word, profile)).map(({ answer, body: schema, ...one }) => {
      const named = (file: string) => posix.join(posix.dirname(path), file);
      const { $ref, ...inline } = schema ?? {};
      const sent = $ref && named($ref);
      const body = sent ? whole(files.get(sent)!, sent) : schema && whole(inline, path);
      return { ...one, sent, body, answer: answer && { ...answer, file: named(answer.file) } };
    }),
  );
  const plain = new Map(described.map(({ operation }) => [operation.name, operation]));
  // Conditions of flags, in words.
  const flagged = new Map(described.flatMap(({ answer }) => Object.entries(answer?.flags ?? {})));
  const sent = new Map<string, NonNullable<Renamable['record']>>();
  const records = new Map<string, RecordSchema>();
  const fields: Statement[] = [];
  const answered = new Map<string, Operation['answer']>();
  for (const [name, file] of files) {
    const requirements = fieldRequirements(file, name, flagged);
    const record = compileRecord(file, requirements);
    records.set(record.id, record);
    if (file.direction === 'request') {
      const members = requestMembers(whole(file, name)).map(({ path }) => path.join('/'));
      sent.set(name, { name: record.id.slice(record.id.indexOf('/') + 1), members });
    }
    const showing = described.filter(({ answer }) => answer?.file === name);
    for (const { operation, answer } of showing) {
      const { list, flags } = answer!;
      answered.set(operation.name, { record: record.id, list, flags: Object.keys(flags) });
    }
    const operation = showing[0]?.operation.name;
    fields.push(...requirements.map((one) => ({ subject: record.title, ...fieldRequirement(one, plain, operation) })));
    // Elements of a list are different objects; without an identifier, two records of one object cannot be found.
    const comparable = showing.some(
      (each) => each.operation.method === 'GET' && (record.agreement?.identifier !== undefined || !each.answer?.list),
    );
    if (operation !== undefined && comparable) fields.push(...agreementRequirement(record, operation));
  }
  const words = new Map<string, WordForm>();
  const operations = new Map<string, Operation>();
  for (const { operation: one, sent: file = '', responseHeaders } of described) {
    const answer = answered.get(one.name);
    const operation: Operation = answer === undefined ? one : { ...one, answer };
    const record = sent.get(file);
    const renamable: Renamable = { record, responseHeaders };
    for (const [word, form] of wordsOf(operation, renamable)) words.set(word, form);
    operations.set(operation.name, profile === undefined ? operation : withProfileWords(operation, renamable, profile));
  }
  const contract: Omit<Contract, 'digest'> = {
    ...assembled(of, profile, {
      subject: documents[0]?.document.info.title.replace(/,.*/, '').toLowerCase(),
      operations,
      requirements: [
        ...described.flatMap((each) => each.requirements),
        ...fields,
        ...(answered.size > 0 ? standardRequirements(of) : []),
        ...statedIn(of, texts),
      ],
      words,
    }),
    records,
    // All names of the profile, because `words` does not contain the headers of requests, which can also be renamed.
    renamed: profile?.names ?? new Map(),
    handshakes: profile?.handshakes,
    members: profile?.members,
    clients: () => restClients(contract, new Map(described.map(({ operation, body }) => [operation.name, body]))),
  };
  return contract;
}

/**
 * Returns a requirement of a field as one of the contract, in the responses of an operation if they contain the record.
 */
function fieldRequirement(
  requirement: FieldRequirement,
  operations: ReadonlyMap<string, Operation>,
  operation: string | undefined,
) {
  const { id, predicate, clause, basis, when, schema, expected } = requirement;
  return {
    id,
    // A format implies the type.
    predicate: predicate.replace(/ a string, (?=an? )/, ' '),
    clause,
    basis,
    operation,
    lane: when && laneOf(when, operations),
    creates: operation && operations.get(operation)!.creates,
    judged: `In the record of every ${schema === false ? 'other ' : ''}response: ${expected}.`,
  };
}

/** Returns the statements of standards about every response. */
function standardRequirements(of: Interface): Statement[] {
  return [
    {
      basis: 'standard',
      id: `${of}/responses/json-text`,
      predicate: 'responses with a documented record contain neither a byte order mark nor duplicate member names',
      clause:
        'Endpoints: responses are JSON. RFC 8259, section 8.1: a transmitted JSON text does not begin with a byte order mark; section 4: the names within an object should be unique.',
      judged:
        'In every response with a documented record, the body does not begin with a byte order mark, and no object has two members with the same name (searched only in bodies of up to 1 MiB).',
    },
    {
      basis: 'standard',
      id: `${of}/responses/single-headers`,
      predicate: 'no response repeats Content-Type, Date, ETag, Last-Modified or Location',
      clause:
        'Endpoints: the interface is HTTP. RFC 9110, section 5.3: a field that is not a comma-separated list has one field line.',
      judged: 'In every response, Content-Type, Location, Date, ETag and Last-Modified occur at most once.',
    },
  ];
}

/** Returns the statement that all responses about the same object agree, if the record has such members. */
function agreementRequirement({ agreement, title, clause }: RecordSchema, operation: string): Statement[] {
  if (agreement === undefined) return [];
  const { requirement: id, identifier, members } = agreement;
  const names = members.map(({ name }) => name);
  const [same, where] =
    identifier === undefined
      ? [`the same request returns the ${title} twice`, 'to one credential']
      : [`two responses contain the ${title} of the same ${identifier}`, `with the same ${identifier}`];
  return [
    {
      id,
      operation,
      subject: title,
      predicate: `${theSame(names)} the same in every response ${where}`,
      clause: `${clause} Inferred: responses about the same ${title} agree.`,
      basis: 'inferred',
      judged: `If ${same}, they have the same values in ${names.join(', ')}. The order of elements, and of words in a text, has no meaning. Other members may change meanwhile.`,
    },
  ];
}

/** Returns names with the verb: `a is`, `a and b are`, `a, b and 3 other members are`. */
function theSame(names: readonly string[]) {
  const [first, second, ...others] = names;
  if (second === undefined) return `${first} is`;
  if (others.length === 0) return `${first} and ${second} are`;
  return `${first}, ${second} and ${others.length} other member${others.length === 1 ? '' : 's'} are`;
}

/** Returns the lane of a flag such as `token` or `!token` (the other of two lanes); undefined for other flags. */
function laneOf(when: string, operations: ReadonlyMap<string, Operation>) {
  const lanes = [...new Set([...operations.values()].flatMap((operation) => operation.lanes))];
  const flag = when.replace('!', '');
  if (!lanes.includes(flag)) return undefined;
  return when.startsWith('!') ? lanes.find((lane) => lane !== flag) : flag;
}

/** Returns a path in which the longest prefix that the profile renames has its new name. */
function renamePath(path: string, profile: Profile | undefined) {
  if (profile === undefined) return path;
  const [longest] = [...profile.names]
    .filter(([name]) => path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`))
    .sort(([a], [b]) => b.length - a.length);
  return longest === undefined ? path : `${longest[1]}${path.slice(longest[0].length)}`;
}

/** Parts of an operation that a profile may rename, in addition to its path and the headers of its request. */
interface Renamable {
  /** Name of the record that is sent as JSON, and the paths of its members (`files/sources`). */
  readonly record?: { readonly name: string; readonly members: readonly string[] };
  readonly responseHeaders: readonly string[];
}

/**
 * Returns the words for these parts: prefixes of the path, `<operation>/<query parameter>`, `<record>/<path of a
 * member>`, and headers of the response by their names.
 */
function wordsOf(
  { name, path = '', parameters }: Operation,
  { record, responseHeaders }: Renamable,
): [string, WordForm][] {
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${name}/${parameter.name}`);
  const members = (record?.members ?? []).map((path) => `${record?.name}/${path}`);
  const prefixes = [...path.matchAll(/\/|$/g)]
    .flatMap(({ index }) => [path.slice(0, index), path.slice(0, index + 1)])
    .filter((prefix) => prefix !== '');
  return [
    ...prefixes.map((word): [string, WordForm] => [word, 'path']),
    ...[...queries, ...members].map((word): [string, WordForm] => [word, 'text']),
    ...responseHeaders.map((word): [string, WordForm] => [word, 'header']),
  ];
}

/** Returns the operation with the profile's names for these parts. */
function withProfileWords(
  operation: Operation,
  { record, responseHeaders }: Renamable,
  { names, identifiers }: Profile,
): Operation {
  const named = (words: readonly (readonly [string, string])[]): ReadonlyMap<string, string> | undefined => {
    const own = words.flatMap(([part, word]) => (names.has(word) ? [[part, names.get(word) ?? ''] as const] : []));
    return own.length === 0 ? undefined : new Map(own);
  };
  const memberNames = named((record?.members ?? []).map((path) => [path, `${record?.name}/${path}`]));
  const responseNames = named(responseHeaders.map((header) => [header, header]));
  const identifierAt = identifiers?.get(operation.name);
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const wireName = parameter.in === 'query' ? names.get(`${operation.name}/${parameter.name}`) : undefined;
      return wireName === undefined ? parameter : { ...parameter, wireName };
    }),
    memberNames,
    responseNames,
    identifierAt,
  };
}
