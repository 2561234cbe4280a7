import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../../src/contract/contracts.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { ADDRESS_PLACEHOLDER, deployWsdl, NAMESPACE_PLACEHOLDER, readWsdl } from '../../src/soap/wsdl.ts';
import { temporaryFolder } from '../afterwards.ts';

const folder = join(packageRoot(), 'specs', 'ticket-bridge');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('ticket-bridge.wsdl', () => {
  test('takes namespace and address of a deployment, whatever characters they hold', () => {
    const namespace = 'urn:a&b<c>"d"$&';
    const deployed = deployWsdl(text('ticket-bridge.wsdl'), namespace, 'https://bridge.example/NoAuth?x=1&y=2');
    expect(deployed).not.toContain(NAMESPACE_PLACEHOLDER);
    expect(deployed).not.toContain(ADDRESS_PLACEHOLDER);
    expect(readWsdl(deployed).namespace).toBe(namespace);
  });

  test('states the same order of parts twice', () => {
    const orders = [...text('ticket-bridge.wsdl').matchAll(/<operation name="(\w+)" parameterOrder="([^"]*)"/g)];
    expect(orders.map(([, name, order]) => [name, order])).toEqual(
      [...readWsdl(text('ticket-bridge.wsdl')).operations.values()].map(({ name, input }) => [
        name,
        input.parts.map((part) => part.name).join(' '),
      ]),
    );
  });

  test('is refused where a type is none of the document', () => {
    const wsdl = text('ticket-bridge.wsdl');
    expect(() => readWsdl(wsdl.replace('type="xsd:int"', 'type="xsd:float"'))).toThrow(/xsd:float/);
  });
});

describe('the contract', () => {
  const contract = loadContract('ticket-bridge', { namespace: 'urn:n' });

  test('follows an edited WSDL and sidecar: a part added there is a row', () => {
    const root = temporaryFolder();
    cpSync(folder, join(root, 'specs', 'ticket-bridge'), { recursive: true });
    const path = (file: string) => join(root, 'specs', 'ticket-bridge', file);
    const more = '<part name="s-gensym5" type="xsd:string"/>\n    <part name="s-gensym7" type="xsd:int"/>';
    writeFileSync(
      path('ticket-bridge.wsdl'),
      text('ticket-bridge.wsdl').replace('<part name="s-gensym5" type="xsd:string"/>', more),
    );
    expect(() => loadContract('ticket-bridge', { root })).toThrow(
      /clauses\.yaml has no clause for TicketCreateResponse\/s-gensym7/,
    );
    const row =
      "  response:\n    s-gensym7: { predicate: is a queue, clause: 'Resources A.', basis: documented, judged: an int }\n";
    writeFileSync(path('clauses.yaml'), text('clauses.yaml').replace('  response:\n', row));
    const edited = loadContract('ticket-bridge', { root });
    expect(edited.requirements.get('ticket-bridge/TicketCreate/s-gensym7')?.title).toBe('TicketCreate: is a queue');
    expect(edited.digest).not.toBe(contract.digest);
  });
});
