/** Unmodified bundles of every interface are verified on another machine, without a network, quickly. */
import { readChallenge } from '../../src/certify/documents.ts';
import { readSigner, withChain } from '../../src/certify/signature.ts';
import type { Verification } from '../../src/certify/types.ts';
import { claimParts } from '../../src/report/parts/claim.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { runConformance } from '../../src/run/run-conformance.ts';
import { closing } from '../afterwards.ts';
import { authority } from '../wire/throwaway-pki.ts';
import { allRefusals, HonestRun, NONCE, refusals, STATEMENT } from './honest-run.ts';

const honest = await HonestRun.shared();

const challenge = (issued = -3_600_000, expires = 3_600_000, nonce = NONCE) =>
  readChallenge(
    JSON.stringify({
      format: 'assay-challenge/1',
      nonce,
      issuedAt: new Date(Date.now() + issued).toISOString(),
      expires: new Date(Date.now() + expires).toISOString(),
    }),
  );

/** Returns what the report of a verification says to do next. */
const nextStep = (verification: Verification) =>
  claimParts(verification)
    .find(({ heading }) => heading === 'Next')
    ?.rows.join();

test.each(['ticket-bridge', 'transfer', 'client-library', 'data-hub', 'whole'])(
  'a bundle of the plan %s',
  async (name) => {
    const verification = await honest.verify(await honest.bundle(name));
    expect(allRefusals(verification)).toEqual([]);
    expect(verification).toMatchObject({
      ...{ verified: true, rung: 're-judged' },
      ...{ claim: { conclusion: 'conformant' }, next: { rung: 'fresh' } },
    });
  },
);

test('the same run, plan, statement and key give the same bytes', async () => {
  const [one, other] = [await honest.bundle(), await honest.bundle('transfer', { now: Date.now() + 1000 })];
  expect(Buffer.compare(one, other)).toBe(0);
});

describe('freshness', () => {
  test('a run that answers the challenge', async () => {
    expect(await honest.verify(await honest.bundle(), { challenge: challenge() })).toMatchObject({
      verified: true,
      rung: 'fresh',
      next: { rung: 'sampled' },
    });
  });

  test.each([
    ['another nonce', challenge(-3_600_000, 3_600_000, 'abcdef0123456789abcd'), 'does not carry the nonce'],
    ['a challenge that came later', challenge(3_600_000, 7_200_000), 'began before the challenge'],
    ['a challenge that had expired', challenge(-7_200_000, -3_600_000), 'after the challenge had expired'],
  ])('%s', async (_, given, why) => {
    const verification = await honest.verify(await honest.bundle(), { challenge: given });
    expect(verification).toMatchObject({ verified: false, rung: 're-judged' });
    expect(refusals(verification, 'challenge')).toContain(why);
    expect(nextStep(verification)).toContain('run Assay again (with --nonce and your challenge file');
  });
});

test('a sample bears the claim out, if it is the certifier’s own and of the same deployment', async () => {
  const bundle = await honest.bundle();
  const references = closing(await startReferences());
  const own = await runConformance({
    env: { ...references.env, TRANSFER_CANCEL_WAIT_MS: '300' },
    only: 'transfer',
  });
  const elsewhere = refusals(await honest.verify(bundle, { challenge: challenge(), sample: own }), 'sample');
  expect(elsewhere).toBe('The sample of transfer used other addresses than the claim.');
  const claimed = JSON.parse(Buffer.from(honest.files.get('results.json') ?? '').toString()) as typeof own;
  const there = { ...own, target: { ...own.target, interfaces: claimed.target.interfaces } };
  expect(await honest.verify(bundle, { challenge: challenge(), sample: there })).toMatchObject({
    verified: true,
    rung: 'sampled',
  });
  const contradicting = {
    ...there,
    requirements: there.requirements.map((one) =>
      one.id === 'transfer/job/priority' ? { ...one, verdict: 'fail' as const } : one,
    ),
  };
  const refused = await honest.verify(bundle, { challenge: challenge(), sample: contradicting });
  expect(refusals(refused, 'sample')).toContain('passed in the claim: transfer/job/priority');
  expect(nextStep(refused)).toContain('issue no certificate');
  const same = await honest.verify(bundle, { sample: claimed });
  expect(refusals(same, 'sample')).toContain('the claimed run itself');
  expect(nextStep(same)).toContain('--sample own');
  expect(JSON.stringify(claimParts(same))).toContain('["Level","re-judged: ');
});

describe('certificates', () => {
  const at = async (chain: string, key: string, anchors: string) => {
    const { readCertificates } = await import('../../src/certify/signature.ts');
    const bundle = await honest.bundle('transfer', { signer: withChain(readSigner(key), chain) });
    return honest.verify(bundle, { trust: { keys: [], certificates: readCertificates(anchors) } });
  };

  test('one that a trusted authority issued', async () => {
    const [trusted, stranger] = [await authority('Trusted'), await authority('Stranger')];
    const { cert, key } = await trusted.issue('vendor');
    expect(await at(cert, key, trusted.pem)).toMatchObject({ verified: true, signer: { name: 'CN=vendor' } });
    expect(refusals(await at(cert, key, stranger.pem), 'signer')).toContain('does not lead to a trusted certificate');
    expect(refusals(await at(`${cert}${stranger.pem}`, key, stranger.pem), 'signer')).toContain(
      'was not issued by the next one',
    );
  });

  test('one that another’s user issued, who is not an authority', async () => {
    const trusted = await authority('Trusted');
    const [user, other] = [await trusted.issue('user'), await (await authority('user')).issue('vendor')];
    expect(refusals(await at(`${other.cert}${user.cert}`, other.key, trusted.pem), 'signer')).not.toBe('');
  });
});

test('a name that would be markup is text on the certificate', async () => {
  const { renderCertificate } = await import('../../src/report/html/certificate.ts');
  const vendor = '<img src=x onerror=alert(1)>\u202e';
  const page = renderCertificate(
    await honest.verify(await honest.bundle('transfer', { statement: { ...STATEMENT, vendor } })),
  );
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('\u202e');
  expect(page).not.toContain('<img');
});
