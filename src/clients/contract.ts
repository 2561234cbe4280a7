/** Requirements on clients: requests as a service receives them, one rule per requirement. */
import { digestOf } from '../contract/digest.ts';
import type { Contract, Interface, Operation, Requirement } from '../contract/types.ts';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** The service that it came to; absent where that is not known. */
  readonly service?: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** A header, names compared without case; repeated ones joined by `, `. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
  /** The body was longer than what was kept. */
  readonly truncated: boolean;
  /** Kind of credential that came with it: `certificate`, `token`, `none`. */
  readonly credential: string;
}

/** The finding of one rule on one request; undefined: undecided. */
export type RuleFinding = { readonly held: boolean; readonly expected: string; readonly got: string; readonly at?: string } | undefined;

export interface ClientRule {
  readonly row: string;
  /** It speaks of something that a client need not send. */
  readonly optional: boolean;
  judge(request: ReceivedRequest): RuleFinding;
}

/** A request beyond the document that the served reference answers: it is observed, not judged. */
export interface ObservedExtension {
  readonly name: string;
  /** Method, path and purpose. */
  readonly title: string;
  is(request: ReceivedRequest): boolean;
}

/** A contract whose rows are about clients. Ids are `<interface>/client/<operation>/<statement>`. */
export interface ClientContract extends Contract {
  /** The documented operation that a request is, if any. */
  operationOf(request: ReceivedRequest): string | undefined;
  /** Requests that the reference answers beyond the documented operations. */
  readonly extensions: readonly ObservedExtension[];
  /** Rules by operation. */
  readonly rules: ReadonlyMap<string, readonly ClientRule[]>;
}

/** A rule with its row, as the builders of an interface's client contract make them. */
export interface StatedRule {
  readonly operation: string;
  readonly statement: string;
  readonly title: string;
  readonly clause: string;
  readonly basis?: Requirement['basis'];
  readonly judged: string;
  readonly optional?: boolean;
  judge(request: ReceivedRequest): RuleFinding;
}

/** Assembles a client contract from stated rules and a way to tell operations apart. */
export function clientContract(of: Interface, server: Contract, stated: readonly StatedRule[], operationOf: ClientContract['operationOf']): ClientContract {
  const requirements = new Map<string, Requirement>();
  const rules = new Map<string, ClientRule[]>([...server.operations.keys()].map((name) => [name, []]));
  for (const { operation, statement, title, clause, basis = 'documented', judged, optional = false, judge } of stated) {
    const id = `${of}/client/${operation}/${statement}`;
    if (requirements.has(id)) throw new Error(`${id} is stated twice`);
    requirements.set(id, { id, interface: of, operation, title, clause, basis, judged });
    rules.get(operation)?.push({ row: id, optional, judge });
  }
  const add = (row: Omit<Requirement, 'interface'>): void => {
    requirements.set(row.id, { interface: of, ...row });
  };
  add({
    id: knownOperationRow(of),
    title: 'every request is a documented operation',
    clause: 'Endpoints: the operations that the document lists; that a client asks no others is the plain reading.',
    basis: 'inferred',
    judged:
      'Each request that arrived is one of the documented operations. Extensions that the reference declares are observed, not judged; any other request is a finding.',
  });
  add({
    id: `${of}/gap/client-freedoms`,
    title: 'what clients are free in',
    clause: 'Nothing is said of user agents, further headers, handshakes between client and service, types stated in messages and the like.',
    basis: 'gap',
  });
  const operations: ReadonlyMap<string, Operation> = server.operations;
  return {
    interface: of,
    // Not the server's digest: requirements on clients do not depend on a service's answers.
    digest: digestOf([
      ...[...operations.values()].map((operation): [string, string] => [`client ${operation.name}`, JSON.stringify(operation)]),
      ...[...server.renamed].map(([documented, own]): [string, string] => [`renamed ${documented}`, own]),
      ...[...requirements.values()].map((row): [string, string] => [row.id, JSON.stringify(row)]),
    ]),
    operations,
    requirements,
    records: new Map(),
    words: new Map(),
    renamed: server.renamed,
    fills: new Map(),
    operationOf,
    extensions: [],
    rules,
  };
}

/** The row about requests that are not a documented operation. */
export function knownOperationRow(of: Interface): string {
  return `${of}/client/known-operation`;
}
