/** Requirements on clients: requests as a service receives them, one rule per requirement. */
import { preview } from '../records/preview.ts';
import { assembled, digestOf } from './assemble.ts';
import type {
  ClientContract,
  ClientRule,
  Contract,
  Interface,
  Operation,
  ReceivedRequest,
  RuleFact,
  Statement,
} from './types.ts';

/** A rule with its requirement, as the builders of an interface's client contract make them. */
export interface StatedRule extends Pick<Statement, 'predicate' | 'clause'>, Partial<Pick<Statement, 'basis'>> {
  readonly statement: string;
  /** How it is judged, if the predicate does not say it. */
  readonly judged?: string;
  readonly optional?: boolean;
  judge(request: ReceivedRequest): RuleFact;
}

/** Reads the body of a request once, though many rules are about it. */
export function readOnce<T>(read: (request: ReceivedRequest) => T): (request: ReceivedRequest) => T {
  const known = new WeakMap<Uint8Array, T>();
  return (request) => {
    if (!known.has(request.body)) known.set(request.body, read(request));
    return known.get(request.body) as T;
  };
}

/** Returns whether a request follows a rule, with what was expected and what it has. */
export function fact(ok: boolean, expected: string, got: string, at?: string): RuleFact {
  return { ok, expected, got, at };
}

/** Returns the judge of the media type of requests; its parameters are free. */
export const hasMediaType =
  (wanted: string): StatedRule['judge'] =>
  (request) => {
    const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    return fact(type === wanted, `Content-Type: ${wanted}`, type ? preview(type) : 'no Content-Type');
  };

/** Assembles a client contract from the rules of each operation, in groups, and a way to tell operations apart. */
export function clientContract(
  server: Pick<Contract, 'interface' | 'subject' | 'operations' | 'renamed'>,
  groups: readonly ((operation: Operation) => readonly StatedRule[])[],
  operationOf: ClientContract['operationOf'],
): ClientContract {
  const { interface: of, operations } = server;
  const statements: Statement[] = [];
  const rules = new Map<string, ClientRule[]>([...operations.keys()].map((name) => [name, []]));
  for (const rulesOf of groups)
    for (const operation of operations.values())
      for (const { statement, basis = 'documented', optional = false, judge, ...one } of rulesOf(operation)) {
        const judged = `The ${one.predicate}.`;
        const { name, clause } = operation;
        const id = `${of}/client/${name}/${statement}`;
        statements.push({ operation: name, clause, judged, ...one, id, basis });
        rules.get(name)?.push({ requirement: id, optional, judge });
      }
  const subject = `client of the ${server.subject}`;
  statements.push(
    {
      id: knownOperationRequirement(of),
      subject,
      predicate: 'sends only documented requests',
      clause: 'Endpoints: the document lists the operations; inferred: a client sends no other requests.',
      basis: 'inferred',
      judged:
        'Each request that arrived is one of the documented operations. Extensions that the reference declares are observed, not judged; any other request is a finding.',
    },
    {
      id: `${of}/gap/client-freedoms`,
      subject,
      predicate: 'other behaviour',
      clause:
        'The document does not mention user agents, additional headers, handshakes between client and service, types stated in messages and the like.',
      basis: 'gap',
    },
  );
  const contract = assembled(of, undefined, {
    operations,
    requirements: statements,
    words: new Map(),
  });
  const entries = (prefix: string, all: ReadonlyMap<string, unknown>): [string, string][] =>
    [...all].map(([name, one]) => [`${prefix} ${name}`.trim(), JSON.stringify(one)]);
  return {
    ...contract,
    // Not the server's digest: requirements on clients do not depend on a service's responses.
    digest: digestOf([
      ...entries('client', operations),
      ...[...server.renamed].map(([documented, own]): [string, string] => [`renamed ${documented}`, own]),
      ...entries('', contract.requirements),
    ]),
    records: new Map(),
    renamed: server.renamed,
    operationOf,
    extensions: [],
    rules,
  };
}

/** Returns the requirement about requests that are not a documented operation. */
export function knownOperationRequirement(of: Interface): string {
  return `${of}/client/known-operation`;
}
