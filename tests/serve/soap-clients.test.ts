/** Third-party SOAP clients: each deviation from the document is a finding with a reason. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as soap from 'soap';
import type { Results } from '../../src/engine/words/types.ts';
import { PEERS, PYTHON, testWith } from '../peers/peer.ts';
import { expectRecorded } from '../peers/record.ts';
import { VALUES } from '../ticket-bridge/sending.ts';
import { served as serve } from './served.ts';

const PROGRAMS = fileURLToPath(new URL('../ticket-bridge/peers/', import.meta.url));
const OPERATIONS = ['TicketCreate', 'TicketModify', 'AddTicketAttachment'];
const { AttachmentData: _, ...attachment } = VALUES.AddTicketAttachment;
const given = { ...VALUES, AddTicketAttachment: attachment };

/** Serves the bridge until all three operations were seen. */
const served = (client: (wsdl: string) => Promise<unknown>) =>
  serve(['ticket-bridge'], (_, further) => client(further.WSDL ?? ''), { once: OPERATIONS });

/** Returns the deviations of the client by operation: verdict and the end of the id. */
function differences(results: Results): Record<string, string[]> {
  const found = results.requirements.filter((result) =>
    ['fail', 'warn', 'error', 'inconclusive'].includes(result.verdict),
  );
  return Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation,
      found
        .filter((result) => result.operation === operation)
        .map((result) => `${result.verdict} ${result.id.split('/').at(-1)}`),
    ]),
  );
}

function run(command: string, args: string[]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
    const err: Buffer[] = [];
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(Buffer.concat(err).toString().slice(-1000))),
    );
    child.stdin.end(JSON.stringify(given));
  });
}

const same = (findings: string[]) => Object.fromEntries(OPERATIONS.map((operation) => [operation, findings]));

describe('SOAP clients at the served bridge', () => {
  testWith(PEERS.zeep, 'zeep states no encodingStyle', async () => {
    const results = await served((wsdl) => run(PYTHON, [`${PROGRAMS}zeep_client.py`, wsdl]));
    await expectRecorded('zeep', 'client', 'ticket-bridge', results);
    expect(differences(results)).toEqual(same(['warn encoding-style']));
    expect(results.conclusion).toBe('conformant');
  });

  testWith(PEERS.suds, 'suds does as documented', async () => {
    const results = await served((wsdl) => run(PYTHON, [`${PROGRAMS}suds_client.py`, wsdl]));
    await expectRecorded('suds', 'client', 'ticket-bridge', results);
    expect(differences(results)).toEqual(same([]));
  });

  testWith(PEERS['soap-lite'], 'SOAP::Lite does as documented', async () => {
    const results = await served((wsdl) => run('perl', [`${PROGRAMS}soap_lite_client.pl`, wsdl]));
    await expectRecorded('soap-lite-client', 'client', 'ticket-bridge', results);
    expect(differences(results)).toEqual(same([]));
  });

  test('npm soap states no encodingStyle', async () => {
    const results = await served((wsdl) =>
      askWithNpmSoap(wsdl, ['ExternalTicketId', 'AttachmentData', 'AttachmentName']),
    );
    await expectRecorded('npm-soap', 'client', 'ticket-bridge', results);
    expect(differences(results)).toEqual(same(['warn encoding-style']));
  });
});

async function askWithNpmSoap(wsdl: string, order: string[]) {
  const client = (await soap.createClientAsync(wsdl)) as unknown as Record<
    string,
    (values: unknown) => Promise<unknown>
  >;
  const file: Record<string, unknown> = { ...attachment, AttachmentData: 'AAEC' };
  await client.TicketCreateAsync?.(VALUES.TicketCreate);
  await client.TicketModifyAsync?.(VALUES.TicketModify);
  await client.AddTicketAttachmentAsync?.(Object.fromEntries(order.map((name) => [name, file[name]])));
}
