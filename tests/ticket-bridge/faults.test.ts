import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ticketBridgeFaults } from '../../reference/ticket-bridge/faults.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { loadWsdlContract } from '../../src/contract/wsdl-operations.ts';
import { readWsdl } from '../../src/soap/wsdl.ts';

const wsdl = readFileSync(join(packageRoot(), 'specs', 'ticket-bridge', 'ticket-bridge.wsdl'), 'utf8');
const faults = ticketBridgeFaults();
const { requirements } = loadWsdlContract('ticket-bridge');

/** Operations of a WSDL as the reference lists them. */
const operationsIn = (text: string) =>
  Object.fromEntries(
    [...readWsdl(text).operations].map(([name, { input, output }]) => {
      const form = ({ parts }: typeof input) => Object.fromEntries(parts.map((part) => [part.name, part.type]));
      return [name, { request: form(input), response: form(output) }];
    }),
  );

describe('faults of the embedded bridge', () => {
  test('are at least 140, each with a unique id that begins with what it kills', () => {
    expect(faults.length).toBeGreaterThanOrEqual(140);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { id, kills } of faults) expect(id.startsWith(`${kills}@`), id).toBe(true);
  });

  test('of parts follow from the operations, which are those of the WSDL', () => {
    expect(ticketBridgeFaults(operationsIn(wsdl)).map(({ id }) => id)).toEqual(faults.map(({ id }) => id));
    const more = wsdl.replace(
      '<part name="s-gensym5" type="xsd:string"/>',
      '$&<part name="s-gensym7" type="xsd:int"/>',
    );
    const added = ticketBridgeFaults(operationsIn(more)).filter(({ id }) => id.includes('s-gensym7'));
    expect(added.length).toBeGreaterThan(20);
    expect(new Set(added.map(({ kills }) => kills))).toContain('ticket-bridge/TicketCreate/s-gensym7');
  });

  test('kill every requirement, with the verdict that its basis allows', () => {
    const killed = new Set(faults.map(({ kills }) => kills));
    const unkilled = [...requirements.values()]
      .filter(({ id, basis }) => basis !== 'gap' && !killed.has(id))
      .map(({ id }) => id);
    expect(unkilled).toEqual([]);
    for (const { id, kills, also = [], verdict } of faults) {
      expect(requirements.get(kills)?.basis === 'documented' ? 'fail' : 'warn', id).toBe(verdict);
      for (const row of also) expect(requirements.has(row), `${id} also ${row}`).toBe(true);
    }
  });
});
