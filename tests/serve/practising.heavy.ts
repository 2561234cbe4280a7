/** A run against served references, with the settings file that serving writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { runConformance } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { alarms } from '../verdicts.ts';
import { served } from './served.ts';

test.each(['transfer', 'data-hub', 'ticket-bridge'])(
  'the requests of a run against %s are no faults of a client',
  async (of) => {
    const out = temporaryFolder();
    let ran: Awaited<ReturnType<typeof runConformance>> | undefined;
    const results = await served(
      [of],
      async () => {
        ran = await runConformance({
          env: { ...parse(readFileSync(join(out, 'client.env'))), ASSAY_ALLOW_CREATE: 'all' },
        });
      },
      { out },
    );
    expect(ran).toMatchObject({ exitCode: 0, conclusion: 'conformant' });
    expect(alarms(results)).toEqual([]);
    expect(results).toMatchObject({ exitCode: 3, run: { requests: 0 } });
    expect(JSON.stringify(results)).toMatch(/\d+ requests of Assay itself/);
  },
);
