/** Requirements on clients: requests as a service receives them, one rule per requirement. */
import { digestOf, titled } from './assemble.ts';
import type {
  ClientContract,
  ClientRule,
  Contract,
  Interface,
  Operation,
  ReceivedRequest,
  Requirement,
  RuleFact,
  Statement,
} from './types.ts';

/** A rule with its requirement, as the builders of an interface's client contract make them. */
export interface StatedRule {
  readonly operation: string;
  readonly statement: string;
  readonly predicate: string;
  readonly clause: string;
  readonly basis?: Requirement['basis'];
  readonly judged: string;
  readonly optional?: boolean;
  judge(request: ReceivedRequest): RuleFact;
}

/** Assembles a client contract from stated rules and a way to tell operations apart. */
export function clientContract(
  server: Contract,
  stated: readonly StatedRule[],
  operationOf: ClientContract['operationOf'],
): ClientContract {
  const { interface: of } = server;
  const requirements = new Map<string, Requirement>();
  const rules = new Map<string, ClientRule[]>([...server.operations.keys()].map((name) => [name, []]));
  const add = (one: Statement): void => {
    if (requirements.has(one.id)) throw new Error(`${one.id} is stated twice`);
    requirements.set(one.id, titled(one, of, server.operations));
  };
  for (const { statement, basis = 'documented', optional = false, judge, ...one } of stated) {
    const id = `${of}/client/${one.operation}/${statement}`;
    add({ ...one, id, basis });
    rules.get(one.operation)?.push({ requirement: id, optional, judge });
  }
  const subject = `${of.replaceAll('-', ' ')} clients`;
  add({
    id: knownOperationRequirement(of),
    subject,
    predicate: 'request documented operations only',
    clause: 'Endpoints: the operations that the document lists; that a client requests no others is the plain reading.',
    basis: 'inferred',
    judged:
      'Each request that arrived is one of the documented operations. Extensions that the reference declares are observed, not judged; any other request is a finding.',
  });
  add({
    id: `${of}/gap/client-freedoms`,
    subject,
    predicate: 'further behaviour is unspecified',
    clause:
      'The document does not mention user agents, further headers, handshakes between client and service, types stated in messages and the like.',
    basis: 'gap',
  });
  const operations: ReadonlyMap<string, Operation> = server.operations;
  return {
    interface: of,
    // Not the server's digest: requirements on clients do not depend on a service's answers.
    digest: digestOf([
      ...[...operations.values()].map((operation): [string, string] => [
        `client ${operation.name}`,
        JSON.stringify(operation),
      ]),
      ...[...server.renamed].map(([documented, own]): [string, string] => [`renamed ${documented}`, own]),
      ...[...requirements.values()].map((requirement): [string, string] => [
        requirement.id,
        JSON.stringify(requirement),
      ]),
    ]),
    operations,
    requirements,
    records: new Map(),
    words: new Map(),
    addresses: new Map(),
    renamed: server.renamed,
    fills: new Map(),
    operationOf,
    extensions: [],
    rules,
  };
}

/** The requirement about requests that are not a documented operation. */
export function knownOperationRequirement(of: Interface): string {
  return `${of}/client/known-operation`;
}
