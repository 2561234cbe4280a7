/** Loads the contract of a SOAP interface: operations and parts from the WSDL, clauses from its sidecar, what a WSDL cannot say from YAML. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REQUEST_HEADERS } from '../soap/encode.ts';
import { deployWsdl, readWsdl, type WsdlService } from '../soap/wsdl.ts';
import { assembled, digestOf, parsedYaml, statedIn } from './assemble.ts';
import { packageRoot } from './root.ts';
import { soapClients } from './soap-clients.ts';
import type { Basis, Contract, Creation, Interface, Operation, Profile, Statement } from './types.ts';

/** The contract with what the suite needs to write requests and to read responses. */
export interface WsdlContract extends Contract {
  readonly service: WsdlService;
}

/** An operation in clauses.yaml. */
interface OperationClauses {
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  readonly creates?: Creation;
  readonly request: Readonly<Record<string, { readonly clause: string; readonly basis: Basis }>>;
  readonly response: Readonly<
    Record<
      string,
      {
        readonly predicate: string;
        readonly clause: string;
        readonly basis: Basis;
        readonly judged: string;
        readonly creates?: Creation;
      }
    >
  >;
}

export interface WsdlOptions {
  /** Directory of specs/ (tests give a copy). */
  readonly root?: string;
  readonly profile?: Profile;
  /** The service namespace, from the settings; default the WSDL's placeholder. */
  readonly namespace?: string;
}

/**
 * Loads the contract. A profile's names replace the document's for operations, parts and the port type on the wire (`<message>/<part>` or
 * just `<part>`); ids and `Operation.name` keep the document's names. Throws if the specs disagree with each other.
 */
export function loadWsdlContract(
  of: Interface,
  { root = packageRoot(), profile, namespace }: WsdlOptions = {},
): WsdlContract {
  const files = [
    wsdlFile(of, root),
    join(root, 'specs', of, 'clauses.yaml'),
    join(root, 'specs', of, 'requirements.yaml'),
    join(root, 'specs', of, 'gaps.yaml'),
  ];
  const texts = files.map((file): [string, string] => [`/specs/${of}/${basename(file)}`, readFileSync(file, 'utf8')]);
  const [wsdl, sidecar, stated, gaps] = texts.map(([, text]) => text) as [string, string, string, string];
  const service = readWsdl(wsdl, {
    ...(namespace !== undefined && { namespace }),
    ...(profile && { names: profile.names }),
  });
  const clauses = parsedYaml(sidecar) as Readonly<Record<string, OperationClauses>>;
  const operations = new Map<string, Operation>();
  const requirements: Statement[] = [];
  const words = new Map<string, 'XML'>([[service.portType, 'XML']]);
  for (const { name, input, output } of service.operations.values()) {
    const said = clauses[name];
    if (!said) throw new Error(`specs/${of}/clauses.yaml has no clause for ${name}.`);
    operations.set(name, {
      name,
      interface: of,
      service: of,
      title: said.title,
      subject: name,
      clause: said.clause,
      method: 'POST',
      // The document's address is that of the one endpoint, not of a directory of paths.
      path: '',
      parameters: [],
      requestType: REQUEST_HEADERS['Content-Type']!,
      lanes: ['plain'],
      ...(said.creates && { creates: said.creates }),
    });
    const parts = [input, output].flatMap((message) =>
      message.parts.flatMap((part) => [part.name, `${message.name}/${part.name}`]),
    );
    for (const word of [name, ...parts]) words.set(word, 'XML');
    for (const part of output.parts) {
      const requirement = said.response[part.name];
      if (!requirement) throw new Error(`specs/${of}/clauses.yaml has no clause for ${output.name}/${part.name}.`);
      requirements.push({ id: `${of}/${name}/${part.name}`, operation: name, ...requirement });
    }
  }
  const contract: WsdlContract = {
    ...assembled(of, profile, {
      operations,
      requirements: [...requirements, ...statedIn(stated), ...statedIn(gaps, 'gap')],
      words,
      addressOf: ({ name }) => service.operations.get(name)?.wireName ?? name,
    }),
    digest: digestOf(texts, profile),
    records: new Map(),
    format: 'SOAP',
    clients: () => soapClients(contract, service),
    description: { format: 'WSDL', at: (address) => deployWsdl(wsdl, service.namespace, address) },
    service,
  };
  return contract;
}

/** Returns the path of the WSDL that describes an interface. Throws if it has none. */
function wsdlFile(of: Interface, root: string): string {
  const folder = join(root, 'specs', of);
  const found = readdirSync(folder).find((name) => name.endsWith('.wsdl'));
  if (found === undefined) throw new Error(`specs/${of} contains no WSDL.`);
  return join(folder, found);
}
