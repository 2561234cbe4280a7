/**
 * SOAP clients that we did not write, asked what they send: each difference from the document is a finding with a
 * reason in tests/peers/peers.yaml.
 */
import { fileURLToPath } from 'node:url';
import * as soap from 'soap';
import { temporaryFolder } from '../afterwards.ts';
import { PEERS, PYTHON, testWith } from '../peers/peer.ts';
import { expectRecorded } from '../peers/record.ts';
import { start } from '../process.ts';
import { VALUES } from '../ticket-bridge/sending.ts';
import { alarms, resultOf } from '../verdicts.ts';
import { served as serve } from './served.ts';

const PROGRAMS = fileURLToPath(new URL('../ticket-bridge/peers/', import.meta.url));
const OPERATIONS = ['TicketCreate', 'TicketModify', 'AddTicketAttachment'];
const { AttachmentData: _, ...attachment } = VALUES.AddTicketAttachment;
const given = { ...VALUES, AddTicketAttachment: attachment };

/** Serves the bridge until all three operations were seen. */
const served = (client: (wsdl: string) => Promise<unknown>) =>
  serve(['ticket-bridge'], (_, further) => client(further.WSDL ?? ''), { once: OPERATIONS });

async function run(program: string, args: string[]) {
  const { code, stderr } = await start(program, args, temporaryFolder(), process.env, JSON.stringify(given)).ended;
  expect(code, stderr.slice(-1000)).toBe(0);
}

describe('SOAP clients at the served bridge', () => {
  testWith(PEERS.zeep, 'zeep', async () => {
    expectRecorded('zeep', await served((wsdl) => run(PYTHON, [`${PROGRAMS}zeep_client.py`, wsdl])));
  });

  testWith(PEERS.suds, 'suds', async () => {
    expectRecorded('suds', await served((wsdl) => run(PYTHON, [`${PROGRAMS}suds_client.py`, wsdl])));
  });

  testWith(PEERS['soap-lite'], 'SOAP::Lite', async () => {
    const results = await served((wsdl) => run('perl', [`${PROGRAMS}soap_lite_client.pl`, wsdl]));
    expectRecorded('soap-lite-client', results);
  });

  test('npm soap', async () => expectRecorded('npm-soap', await served(askWithNpmSoap)));
});

test('a request below the path of the endpoint is a warning', async () => {
  const results = await serve(
    ['ticket-bridge'],
    async ({ TICKET_BRIDGE_URL: url, TICKET_BRIDGE_NAMESPACE: namespace }) => {
      const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><m:TicketModify xmlns:m="${namespace}"/></e:Body></e:Envelope>`;
      await fetch(`${url}/x`, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body });
    },
  );
  expect(alarms(results)).toEqual(['warn ticket-bridge/client/known-operation']);
  expect(resultOf(results, 'ticket-bridge/client/known-operation')?.got).toBe('POST /NoAuth/ticket-bridge/x');
});

async function askWithNpmSoap(wsdl: string) {
  const client = (await soap.createClientAsync(wsdl)) as unknown as Record<
    string,
    (values: unknown) => Promise<unknown>
  >;
  await client.TicketCreateAsync?.(VALUES.TicketCreate);
  await client.TicketModifyAsync?.(VALUES.TicketModify);
  const { ExternalTicketId, AttachmentName } = attachment;
  await client.AddTicketAttachmentAsync?.({ ExternalTicketId, AttachmentData: 'AAEC', AttachmentName });
}
