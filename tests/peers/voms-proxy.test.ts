import { startTransferReference } from '../../reference/transfer/start.ts';
import { loadX509Credential } from '../../src/auth/x509-credential.ts';
import { runConformance } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { FILES } from '../auth/make-credential.ts';
import { PEERS, testWith } from './peer.ts';
import { expectRecorded } from './record.ts';
import { vomsProxy } from './voms.ts';

describe('a proxy made by voms-proxy-fake', () => {
  testWith(PEERS['voms-clients'], 'is read, presented and judged like any other', async () => {
    const served = closing(await startTransferReference());
    const proxy = await vomsProxy(served.dir, served.credentials);
    expect(await loadX509Credential({ cert: proxy }, FILES)).toMatchObject({ problems: [] });
    const results = await runConformance({
      env: { ...served.env, TRANSFER_CERT: proxy, ASSAY_ALLOW_CREATE: 'jobs' },
    });
    expect(results.requirements.filter((result) => result.basis === 'documented' && result.verdict !== 'pass')).toEqual(
      [],
    );
    expectRecorded('voms-proxy-fake', results);
    expect(results).toMatchObject({ conclusion: 'conformant', exitCode: 0 });
  });
});
