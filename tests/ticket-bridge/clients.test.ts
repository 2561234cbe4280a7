import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { serve } from '../../reference/serve.ts';
import { createTicketBridgeReference, type TicketBridgeReference } from '../../reference/ticket-bridge/reference.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { deployWsdl } from '../../src/soap/wsdl.ts';
import { PEERS, PYTHON, testWith } from '../peers/peer.ts';
import { VALUES } from './sending.ts';

const NAMESPACE = 'http://bridge.example/TicketBridgeHandler';
const PROGRAMS = fileURLToPath(new URL('./peers/', import.meta.url));
const { AttachmentData: bytes, ...attachment } = VALUES.AddTicketAttachment;
const given = { ...VALUES, AddTicketAttachment: attachment };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-clients-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Serves a fresh reference and gives its WSDL's path to `use`. */
async function withBridge<T>(use: (wsdl: string, reference: TicketBridgeReference) => Promise<T>): Promise<T> {
  const reference = createTicketBridgeReference({ namespace: NAMESPACE });
  const server = await serve(reference.handler);
  try {
    const wsdl = join(folder, `bridge-${Math.random().toString(36).slice(2)}.wsdl`);
    writeFileSync(
      wsdl,
      deployWsdl(
        readFileSync(join(packageRoot(), 'specs/ticket-bridge/ticket-bridge.wsdl'), 'utf8'),
        NAMESPACE,
        `${server.url}/NoAuth/bridge`,
      ),
    );
    return await use(wsdl, reference);
  } finally {
    await server.close();
  }
}

/** Runs a client; it reads the values on its input and prints JSON. */
function run(command: string, args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(JSON.parse(Buffer.concat(out).toString()))
        : reject(new Error(`${command} ended with ${code}: ${Buffer.concat(err).toString().slice(-2000)}`)),
    );
    child.stdin.end(JSON.stringify(given));
  });
}

/** What the tracker holds after the three requests of `VALUES`, from whatever client. */
function expectTicket({ tickets, log }: TicketBridgeReference): void {
  expect(log.map(({ operation }) => operation)).toEqual(['TicketCreate', 'TicketModify', 'AddTicketAttachment']);
  expect(tickets.get(4711)).toMatchObject({
    externalId: VALUES.TicketCreate.ExternalTicketId,
    affectedSite: VALUES.TicketCreate.AffectedSite,
    subject: VALUES.TicketModify.Subject,
    priority: VALUES.TicketModify.Priority,
    status: VALUES.TicketModify.Status,
    messages: [
      `${VALUES.TicketCreate.Requestor}\n${VALUES.TicketCreate.Correspondence}`,
      `${VALUES.TicketModify.Requestor}\n${VALUES.TicketModify.Correspondence}`,
    ],
    attachments: [{ name: attachment.AttachmentName, data: bytes }],
  });
  for (const { soapAction } of log) expect(soapAction).toBe('""');
}

const PARTS = [4711, 'reference ticket bridge'];
const EVERY_ANSWER = { TicketCreate: PARTS, TicketModify: PARTS, AddTicketAttachment: PARTS };

// Three more clients, and what each sends: tests/serve/soap-clients.test.ts.
describe('a client that others wrote calls the reference through the WSDL', () => {
  testWith(PEERS.zeep, 'zeep', async () => {
    await withBridge(async (wsdl, reference) => {
      expect(await run(PYTHON, [join(PROGRAMS, 'zeep_client.py'), wsdl])).toEqual(EVERY_ANSWER);
      expectTicket(reference);
    });
  });
});
