/**
 * The API resolves with results for every outcome, errors in Assay included, and writes them to the results file too.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Results, runConformance } from '../../src/index.ts';
import { temporaryFile, temporaryFolder } from '../afterwards.ts';
import { shown } from '../report/fixed-results.ts';

const BRIDGE = { TICKET_BRIDGE_URL: 'http://127.0.0.1:9/bridge', TICKET_BRIDGE_NAMESPACE: 'urn:example:bridge' };

const folder = temporaryFolder();

const written = (out: string) => JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;

test('settings that cannot be used are exit 2, with the setting by its name', async () => {
  const env = { TRANSFER_URL: 'https://127.0.0.1:9', TRANSFER_TOKEN: 'a-token-of-nobody' };
  const results = await runConformance({ env: { ...env, TRANSFER_CA: temporaryFile('empty.pem', 'nothing') } });
  expect(results).toMatchObject({ exitCode: 2, run: { requests: 0 } });
  expect(results.problems).toEqual([expect.stringMatching(/TRANSFER_CA: .*contains no certificate: name the file/)]);
});

describe('a fault of ours is exit 4, and resolves', () => {
  test('a ledger that cannot be read', async () => {
    const out = join(folder, 'odd-ledger');
    mkdirSync(join(out, 'ledger.jsonl'), { recursive: true });
    const results = await runConformance({ env: BRIDGE, out });
    expect(results).toMatchObject({ exitCode: 4, conclusion: 'invalid', requirements: [] });
    expect(results.gate[0]).toContain('ledger.jsonl');
    expect(written(out)).toEqual(results);
    const screen = shown(results);
    expect(screen).toContain('INVALID');
    expect(screen).toContain('Internal error: Cannot read the ledger');
    expect(screen).not.toContain('verified');
  });

  test('no secret of the settings is reported with it', async () => {
    const out = join(folder, 'a-token-of-nobody');
    mkdirSync(join(out, 'ledger.jsonl'), { recursive: true });
    const results = await runConformance({
      env: { ...BRIDGE, DATA_HUB_TOKEN: 'a-token-of-nobody', DATA_HUB_ZONE_URL: 'https://127.0.0.1:9' },
      out,
    });
    expect(results.exitCode).toBe(4);
    expect(JSON.stringify(results)).not.toContain('a-token-of-nobody');
  });
});
