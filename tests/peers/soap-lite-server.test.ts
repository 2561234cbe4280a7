/** A bridge in Perl on third-party SOAP code: SOAP::Lite conforms as CGI; as a daemon, it renumbers its parts. */
import { runConformance } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { type RunningBridge, startCgi, startDaemon } from '../ticket-bridge/peers/soap-lite.ts';
import { PEERS, testWith } from './peer.ts';
import { expectRecorded } from './record.ts';

const NAMESPACE = 'http://bridge.example/TicketBridgeHandler';
const VALUES = JSON.stringify({
  Requestor: 'ada@example.org',
  Priority: 'low',
  Status: 'open',
  AffectedSite: 'EXAMPLE-SITE',
});

async function verdictsOf(
  peer: string,
  { url }: RunningBridge,
): Promise<{ red: string[]; conclusion: string; exitCode: number; unverified: string[] }> {
  const env = {
    TICKET_BRIDGE_URL: url,
    TICKET_BRIDGE_NAMESPACE: NAMESPACE,
    TICKET_BRIDGE_VALUES: VALUES,
    ASSAY_ALLOW_CREATE: 'tickets,attachments',
  };
  const results = await runConformance({ env });
  await expectRecorded(peer, 'server', 'ticket-bridge', results);
  return {
    red: results.requirements
      .filter((result) => ['fail', 'warn', 'error'].includes(result.verdict))
      .map((result) => result.id),
    unverified: results.requirements
      .filter((result) => result.basis !== 'gap' && !['pass', 'fail'].includes(result.verdict))
      .map((result) => `${result.id}: ${result.verdict} ${result.message}`),
    conclusion: results.conclusion,
    exitCode: results.exitCode,
  };
}

describe('a bridge written with SOAP::Lite', () => {
  testWith(PEERS['soap-lite'], 'as CGI conforms', async () => {
    expect(await verdictsOf('soap-lite-cgi', closing(await startCgi(NAMESPACE)))).toEqual({
      red: [],
      unverified: [],
      conclusion: 'conformant',
      exitCode: 0,
    });
  });

  testWith(
    PEERS['soap-lite'],
    'as a daemon gets exactly one finding an operation, the names of its parts',
    async () => {
      const { red, unverified, exitCode } = await verdictsOf('soap-lite-daemon', closing(await startDaemon(NAMESPACE)));
      expect(red).toEqual(
        ['TicketCreate', 'TicketModify', 'AddTicketAttachment'].map(
          (operation) => `ticket-bridge/${operation}/part-names`,
        ),
      );
      expect(unverified).toEqual([]);
      expect(exitCode).toBe(1);
    },
  );
});
