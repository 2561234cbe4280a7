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

async function runAgainst({ url }: RunningBridge) {
  const env = {
    TICKET_BRIDGE_URL: url,
    TICKET_BRIDGE_NAMESPACE: NAMESPACE,
    TICKET_BRIDGE_VALUES: VALUES,
    ASSAY_ALLOW_CREATE: 'tickets,attachments',
  };
  return runConformance({ env });
}

describe('a bridge written with SOAP::Lite', () => {
  testWith(PEERS['soap-lite'], 'as CGI', async () => {
    const results = await runAgainst(closing(await startCgi(NAMESPACE)));
    expectRecorded('soap-lite-cgi', results);
    expect(results).toMatchObject({ conclusion: 'conformant', exitCode: 0 });
  });

  testWith(PEERS['soap-lite'], 'as a daemon', async () => {
    const results = await runAgainst(closing(await startDaemon(NAMESPACE)));
    expectRecorded('soap-lite-daemon', results);
    expect(results.exitCode).toBe(1);
  });
});
