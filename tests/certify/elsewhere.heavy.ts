/** The commands of vendor and certifier: a bundle is made on one machine, and verified on another without a network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification } from '../../src/certify/types.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { closing } from '../afterwards.ts';
import { WarmWorkplace } from '../cli/warm.ts';
import type { Ended } from '../process.ts';
import { STATEMENT } from './honest-run.ts';

const NO_NETWORK = ['--import', join(packageRoot(), 'tests', 'certify', 'preloaded', 'no-network.mjs')];

// The interface of which a run at the depth of a claim takes the least time.
const deployment = closing(await startReferences({ tested: ['ticket-bridge'] }));
const vendor = new WarmWorkplace();
const certifier = new WarmWorkplace();
let ran: Ended;
let certified: Ended;
beforeAll(async () => {
  vendor.write('statement.json', JSON.stringify(STATEMENT));
  await certifier.run('certify --challenge challenge.json');
  vendor.write('challenge.json', readFileSync(certifier.path('challenge.json')));
  await vendor.run('certify --new-key vendor.key');
  certifier.write('vendor.pub', readFileSync(vendor.path('vendor.key.pub')));
  ran = await vendor.run(
    'run --plan ticket-bridge --nonce challenge.json --statement statement.json --out claim',
    deployment.env,
  );
  certified = await vendor.run(
    'certify claim --plan ticket-bridge --statement statement.json --key vendor.key --out claim.assay',
    deployment.env,
  );
  // The certifier has the bundle that the vendor certified.
  certifier.write('claim.assay', readFileSync(vendor.path('claim.assay')));
});

test('the run names its plan, carries the nonce, and has the depth of a claim', () => {
  expect([ran.code, certified.code], certified.stderr).toEqual([0, 0]);
  const { run } = JSON.parse(vendor.read('claim/results.json')) as {
    run: { id: string; plan: string; depth: string };
  };
  const { nonce } = JSON.parse(vendor.read('challenge.json')) as { nonce: string };
  expect(run).toMatchObject({
    id: expect.stringContaining(`${nonce}-`),
    plan: expect.stringMatching(/^ticket-bridge-\d+$/),
    depth: 'thorough',
  });
});

describe('verified elsewhere, without a network', () => {
  test('the plan of an interface', async () => {
    const args = 'verify claim.assay --key vendor.pub --nonce challenge.json --html page.html --json';
    const { code, stdout, stderr } = await certifier.start(args, {}, NO_NETWORK).ended;
    const { verified, rung, checks, claim } = JSON.parse(stdout) as Verification;
    expect(checks.filter(({ state }) => state === 'refused')).toEqual([]);
    expect({ code, stderr, verified, rung, vendor: claim?.statement.vendor }).toEqual({
      code: 0,
      stderr: 'Written: page.html\n',
      verified: true,
      rung: 'fresh',
      vendor: STATEMENT.vendor,
    });
    const page = certifier.read('page.html');
    expect(page).toContain('Conformant to the plan ticket-bridge-');
    expect(page).not.toMatch(/<script|href="https?:|src="https?:|url\(|@import/);
    // The style sheet contains percentages, too.
    const [before, style, after] = page.split(/<\/?style>/);
    expect(style).toContain('{');
    expect(`${before}${after}`).not.toMatch(/\d\s*%/);
  });

  test('a socket would have been noticed', async () => {
    const { code, stderr } = await certifier.start(
      'run --only transfer/identity',
      { TRANSFER_URL: 'https://127.0.0.1:9', TRANSFER_TOKEN: 'a-token-of-nobody' },
      NO_NETWORK,
    ).ended;
    expect({ code, stderr: stderr.split('\n').at(-2) }).toEqual({
      code: 97,
      stderr: expect.stringContaining('a socket was opened'),
    });
  });
});

test('without the vendor’s key it is not believed, and with another it is refused', async () => {
  const unproven = await certifier.run('verify claim.assay');
  expect(unproven.stdout).toMatch(/^NOT VERIFIED/);
  expect(unproven.stdout.match(/No trusted key given/g)).toHaveLength(1);
  await certifier.run('certify --new-key other');
  const { code, stdout } = await certifier.run('verify claim.assay --key other.pub');
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(
      /^REFUSED: Signed with .*fingerprint\s\S+\s\(--key\snames\s.*but its signer is not\s+trusted/s,
    ),
  });
});
