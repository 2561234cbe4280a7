/** A WSDL, or files beside it, that say something which this project's never do are refused with words that lead to the place. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';
import { loadWsdlContract } from '../../src/contract/wsdl-operations.ts';
import { readWsdl } from '../../src/soap/wsdl.ts';

const folder = join(packageRoot(), 'specs', 'ticket-bridge');
const wsdl = readFileSync(join(folder, 'ticket-bridge.wsdl'), 'utf8');

describe('a WSDL', () => {
  test.each<[string, string | RegExp, string, string]>([
    [
      'of a message that is not there',
      'message="tns:TicketModifyResponse"',
      'message="tns:Other"',
      'the WSDL has no message Other',
    ],
    ['without a port type', /<portType[\s\S]*<\/portType>/, '', 'the WSDL has no element portType where one belongs'],
    [
      'without an order of parameters',
      / parameterOrder="ExternalTicketId AttachmentData [^"]*"/,
      '',
      'the WSDL lacks @parameterOrder where it belongs',
    ],
    ['without a namespace', / targetNamespace="[^"]*"/, '', 'the WSDL lacks @targetNamespace where it belongs'],
    ['of a part without a type', ' type="xsd:int"', '', 'the WSDL lacks @type where it belongs'],
    [
      'of a type of another prefix',
      'type="xsd:int"',
      'type="other:int"',
      'the WSDL has a part of type other:int, which is none of string, int, base64Binary',
    ],
    ['that is another document', /[\s\S]*/, '<html/>', 'the WSDL has no element definitions where one belongs'],
  ])('%s', (_, from, to, problem) => {
    expect(wsdl.replace(from, to)).not.toBe(wsdl);
    expect(() => readWsdl(wsdl.replace(from, to))).toThrow(new Error(problem));
  });

  test('may have a message without parts', () => {
    const without = wsdl.replace(/(<message name="TicketModifyResponse">)[\s\S]*?(<\/message>)/, '$1$2');
    expect(
      readWsdl(
        without.replace(
          '<message name="TicketModifyResponse"></message>',
          '<message name="TicketModifyResponse"><documentation/></message>',
        ),
      ).operations.get('TicketModify')?.output,
    ).toEqual({
      name: 'TicketModifyResponse',
      parts: [],
    });
  });

  test("a message's own word for a part goes before the word for all parts of that name", () => {
    const names = new Map([
      ['s-gensym3', 'id'],
      ['TicketModifyResponse/s-gensym3', 'changed'],
    ]);
    const { operations } = readWsdl(wsdl, { names });
    const wires = ['TicketCreate', 'TicketModify'].map((name) =>
      operations.get(name)?.output.parts.map(({ wireName }) => wireName),
    );
    expect(wires).toEqual([
      ['id', 's-gensym5'],
      ['changed', 's-gensym5'],
    ]);
  });
});

describe('files beside the WSDL', () => {
  const made: string[] = [];
  afterEach(() => {
    for (const root of made.splice(0)) rmSync(root, { recursive: true });
  });
  const loaded = (file: string, change: (text: string) => string) => {
    const root = mkdtempSync(join(tmpdir(), 'assay-specs-'));
    made.push(root);
    const copy = join(root, 'specs', 'ticket-bridge');
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
    return loadWsdlContract('ticket-bridge', { root });
  };

  test('that do not describe an operation', () => {
    expect(() => loaded('clauses.yaml', (text) => text.replace(/^TicketModify:/m, 'Other:'))).toThrow(
      new Error('specs/ticket-bridge/clauses.yaml has no clause for TicketModify.'),
    );
  });

  test('that state a requirement twice', () => {
    const row = "- { id: ticket-bridge/TicketCreate/s-gensym3, predicate: again, clause: 'Resources A.' }\n";
    expect(() => loaded('requirements.yaml', (text) => `${text}${row}`)).toThrow(
      new Error('specs/ticket-bridge: the requirement ticket-bridge/TicketCreate/s-gensym3 is stated twice.'),
    );
  });

  test('a row without a basis is documented, and one of the gaps is a gap', () => {
    const row = (id: string): string => `- { id: ticket-bridge/${id}, predicate: more, clause: 'Resources A.' }\n`;
    expect(
      loaded('requirements.yaml', (text) => `${text}${row('TicketCreate/more')}`).requirements.get(
        'ticket-bridge/TicketCreate/more',
      )?.basis,
    ).toBe('documented');
    expect(
      loaded('gaps.yaml', (text) => `${text}${row('gap/more')}`).requirements.get('ticket-bridge/gap/more')?.basis,
    ).toBe('gap');
  });

  test.each(['requirements.yaml', 'gaps.yaml'])('%s may be empty', (file) => {
    const { requirements } = loaded(file, () => '');
    expect(requirements.has('ticket-bridge/TicketCreate/s-gensym3')).toBe(true);
    expect(
      requirements.has(file === 'gaps.yaml' ? 'ticket-bridge/gap/faults' : 'ticket-bridge/TicketCreate/answers'),
    ).toBe(false);
  });
});
