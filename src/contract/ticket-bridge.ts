/** Loads the ticket bridge's contract: operations and parts from the WSDL, clauses from its sidecar, what a WSDL cannot say from rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REQUEST_HEADERS } from '../soap/encode.ts';
import { readWsdl, type WsdlService } from '../soap/wsdl.ts';
import { digestOf } from './load.ts';
import { fillsOf, type Profile } from './profile.ts';
import { packageRoot } from './root.ts';
import type { Basis, Contract, Creation, Operation, Requirement } from './types.ts';

/** The contract with what the suite needs to write requests and to read answers. */
export interface TicketBridgeContract extends Contract {
  readonly service: WsdlService;
}

/** One operation in clauses.yaml. */
interface OperationClauses {
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  readonly creates?: Creation;
  readonly changes: boolean;
  readonly request: Readonly<Record<string, { readonly clause: string; readonly basis: Basis }>>;
  readonly response: Readonly<
    Record<string, { readonly title: string; readonly clause: string; readonly basis: Basis; readonly judged: string; readonly creates?: Creation }>
  >;
}

type Row = Omit<Requirement, 'interface' | 'basis'> & { readonly basis?: Basis };

const FILES = ['ticket-bridge.wsdl', 'clauses.yaml', 'requirements.yaml', 'gaps.yaml'] as const;

export interface TicketBridgeOptions {
  /** Folder that holds specs/ (tests give a copy). */
  readonly root?: string;
  readonly profile?: Profile;
  /** The service namespace, from the settings; default the WSDL's placeholder. */
  readonly namespace?: string;
}

/**
 * Loads the contract. A profile's names replace the document's words for operations, parts and the port type on the wire
 * (`<message>/<part>` or just `<part>`); ids and `Operation.name` keep the document's. Throws where the specs disagree with each other.
 */
export function loadTicketBridgeContract({ root = packageRoot(), profile, namespace }: TicketBridgeOptions = {}): TicketBridgeContract {
  const texts = FILES.map((file): [string, string] => [`/specs/ticket-bridge/${file}`, readFileSync(join(root, 'specs', 'ticket-bridge', file), 'utf8')]);
  const [wsdl, sidecar, rows, gaps] = texts.map(([, text]) => text) as [string, string, string, string];
  const service = readWsdl(wsdl, { ...(namespace !== undefined && { namespace }), ...(profile && { names: profile.names }) });
  const clauses = parse(sidecar) as Readonly<Record<string, OperationClauses>>;
  const operations = new Map<string, Operation>();
  const requirements = new Map<string, Requirement>();
  const add = (row: Requirement): void => {
    if (requirements.has(row.id)) throw new Error(`specs/ticket-bridge: the requirement ${row.id} is stated twice.`);
    requirements.set(row.id, row);
  };
  const words = [service.portType.name];
  for (const { name, input, output } of service.operations.values()) {
    const said = clauses[name];
    if (!said) throw new Error(`specs/ticket-bridge/clauses.yaml says nothing of ${name}.`);
    operations.set(name, {
      name,
      interface: 'ticket-bridge',
      service: 'ticket-bridge',
      title: said.title,
      clause: said.clause,
      method: 'POST',
      // The document's address is that of the one endpoint, not of a folder of paths.
      path: '',
      parameters: [],
      requestType: REQUEST_HEADERS['Content-Type']!,
      lanes: ['plain'],
      ...(said.creates && { creates: said.creates }),
      changes: said.changes,
    });
    words.push(name, ...[input, output].flatMap((message) => message.parts.flatMap((part) => [part.name, `${message.name}/${part.name}`])));
    for (const part of output.parts) {
      const row = said.response[part.name];
      if (!row) throw new Error(`specs/ticket-bridge/clauses.yaml says nothing of ${output.name}/${part.name}.`);
      add({ id: `ticket-bridge/${name}/${part.name}`, interface: 'ticket-bridge', operation: name, ...row });
    }
  }
  for (const row of (parse(rows) ?? []) as Row[]) add({ interface: 'ticket-bridge', ...row, basis: row.basis ?? 'documented' });
  for (const row of (parse(gaps) ?? []) as Row[]) add({ interface: 'ticket-bridge', ...row, basis: 'gap' });
  return {
    interface: 'ticket-bridge',
    digest: digestOf(texts, profile),
    ...(profile && { profile: { name: profile.name, digest: profile.digest } }),
    operations,
    requirements,
    records: new Map(),
    renamed: new Map([...(profile?.names ?? [])].filter(([word]) => words.includes(word))),
    fills: fillsOf('ticket-bridge', requirements, profile),
    service,
  };
}
