/** A proxy with VOMS attributes that we did not make: voms-proxy-fake's, signed with SHA-1 as grid proxies often are. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { loadX509Credential } from '../../src/auth/x509-credential.ts';
import { runConformance } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { PEERS, testWith } from './peer.ts';
import { expectRecorded } from './record.ts';

const run = promisify(execFile);

describe('a proxy made by voms-proxy-fake', () => {
  testWith(PEERS['voms-clients'], 'is read, presented and judged like any other', async () => {
    const served = closing(await startTransferReference());
    const file = (name: string) => join(served.dir, name);
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=voms.example.org',
      '-days',
      '1',
      '-out',
      file('host.pem'),
      '-keyout',
      file('host-key.pem'),
    ]);
    const options = {
      cert: served.credentials['user certificate'] ?? '',
      key: served.credentials['user key'] ?? '',
      hostcert: file('host.pem'),
      hostkey: file('host-key.pem'),
      voms: 'assay',
      uri: 'localhost:15000',
      fqan: '/assay/Role=NULL/Capability=NULL',
      certdir: served.dir,
      out: file('made-by-voms.pem'),
      hours: '1',
    };
    await run('voms-proxy-fake', ['-rfc', ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])], {
      env: { ...process.env, HOME: served.dir },
    });
    expect(await loadX509Credential({ cert: options.out })).toMatchObject({ kind: 'voms-proxy', problems: [] });
    const results = await runConformance({
      env: { ...served.env, TRANSFER_CERT: options.out, ASSAY_ALLOW_CREATE: 'jobs' },
    });
    expect(results.requirements.filter((result) => result.basis === 'documented' && result.verdict !== 'pass')).toEqual(
      [],
    );
    await expectRecorded('voms-proxy-fake', 'credential', 'transfer', results);
    expect(results).toMatchObject({ conclusion: 'conformant', exitCode: 0 });
  });
});
