/**
 * Compiles the contract of a SOAP interface: operations and parts from the WSDL, clauses from clauses.yaml, the rest
 * from other YAML files.
 */
import { REQUEST_HEADERS } from '../soap/encode.ts';
import { deployWsdl, readWsdl, type WsdlService } from '../soap/wsdl.ts';
import { assembled, type ContractSources, parsedYaml, statedIn } from './assemble.ts';
import { PLAIN } from './lanes.ts';
import { soapClients } from './soap-clients.ts';
import type { Contract, Interface, Operation, Statement } from './types.ts';

/** The contract with what the suite needs to write requests and to read responses. */
export interface WsdlContract extends Contract {
  readonly service: WsdlService;
}

/** An operation in clauses.yaml. */
interface OperationClauses extends Pick<Operation, 'title' | 'clause' | 'creates'> {
  readonly response: Readonly<Record<string, Omit<Statement, 'id' | 'operation'>>>;
}

/**
 * Compiles the contract. A profile's names replace the document's for operations, parts and the port type on the wire
 * (`<message>/<part>` or just `<part>`); ids and `Operation.name` keep the document's names. Throws if the specs
 * disagree with each other.
 */
export function compileWsdl(
  of: Interface,
  { texts, profile, namespace }: ContractSources,
): Omit<WsdlContract, 'digest'> {
  const wsdl = [...texts].find(([path]) => path.endsWith('.wsdl'))![1];
  const service = readWsdl(wsdl, { namespace, names: profile?.names });
  const clauses = parsedYaml(texts.get(`specs/${of}/clauses.yaml`)!) as Readonly<Record<string, OperationClauses>>;
  const operations = new Map<string, Operation>();
  const requirements: Statement[] = [];
  const words = new Map<string, 'XML'>([[service.portType, 'XML']]);
  for (const { name, input, output } of service.operations.values()) {
    const said = clauses[name]!;
    operations.set(name, {
      name,
      interface: of,
      service: of,
      title: said.title,
      subject: name,
      clause: said.clause,
      method: 'POST',
      // The address in the settings is that of the endpoint itself: no path is appended.
      path: '',
      parameters: [],
      requestType: REQUEST_HEADERS['Content-Type']!,
      lanes: [PLAIN],
      creates: said.creates,
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
  const contract: Omit<WsdlContract, 'digest'> = {
    ...assembled(of, profile, {
      operations,
      requirements: [...requirements, ...statedIn(of, texts)],
      words,
    }),
    records: new Map(),
    format: 'SOAP',
    clients: () => soapClients(contract, service),
    description: { format: 'WSDL', at: (address) => deployWsdl(wsdl, service.namespace, address) },
    service,
  };
  return contract;
}
