/** Traffic of a whole run, recorded by another program. */
import { judgePassively } from '../../src/clients/passive.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { toHarEntry } from '../../src/wire/evidence/har.ts';
import { closing } from '../afterwards.ts';
import { SHORT } from '../short.ts';
import { withVerdict } from '../verdicts.ts';

test('no alarm from anything that the references answer, whatever it was asked for', async () => {
  const references = closing(await startReferences({ tested: ['ticket-bridge', 'transfer', 'data-hub'] }));
  const { conducted } = await hostRun({ env: { ...references.env, ...SHORT.transfer, ...SHORT['data-hub'] } });
  const exchanges = conducted?.judgeables.flatMap(({ recording }) => recording.exchanges) ?? [];
  const entries = exchanges.map((exchange) => {
    const { _assay, ...foreign } = toHarEntry(exchange, Date.now());
    return foreign;
  });
  const { TICKET_BRIDGE_URL, TRANSFER_URL, DATA_HUB_AUTH_URL, DATA_HUB_ZONE_URL, DATA_HUB_PROVIDER_URL } =
    references.env as Record<string, string>;
  const bases = {
    'ticket-bridge': TICKET_BRIDGE_URL,
    transfer: TRANSFER_URL,
    'identity-provider': DATA_HUB_AUTH_URL,
    zone: DATA_HUB_ZONE_URL,
    provider: DATA_HUB_PROVIDER_URL,
  } as Record<string, string>;
  const env = { TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}' };
  const { results } = await judgePassively(entries, { bases, env });
  expect(withVerdict(results, 'fail', 'warn', 'error').map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(results.verified['ticket-bridge']).toBeGreaterThan(20);
  expect(results.verified.transfer).toBeGreaterThan(50);
  expect(results.verified['data-hub']).toBeGreaterThan(15);
});
