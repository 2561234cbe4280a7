/** A delegation that an earlier run left, and `assay clean --remove`. */
import { errorResponse } from '../../reference/transfer/answers.ts';
import { runConformance } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { Workplace } from '../cli/command.ts';
import { delegating, delegatingProfile, ledgerLines, NEVER_REMOVED, transferReference } from './deployment.ts';

/** Makes a run whose delegation could not be removed, with a service that can remove it now. */
async function leftBehind() {
  let broken = true;
  const started = await transferReference({
    delegationRequired: true,
    around: (handler) => (request) =>
      broken && request.method === 'DELETE' && request.target.startsWith('/delegation/')
        ? Promise.resolve(errorResponse(409, 'in use'))
        : handler(request),
  });
  const out = temporaryFolder();
  const env = delegating(started.env);
  const { residue } = await runConformance({ env, out, only: 'transfer/submit-job/answers-certificate' });
  expect(residue.map(({ kind }) => kind)).toEqual(['delegations']);
  broken = false;
  const clean = async (more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await new Workplace().run(['clean', out, '--remove'], { ...env, ...more });
    return { code, text: `${stdout}${stderr}`.replace(/\s+/g, ' ') };
  };
  return { started, out, clean };
}

test('it is removed as the profile says, and closed in the ledger', async () => {
  const { started, out, clean } = await leftBehind();
  expect(started.handshakes.delegated.size).toBe(1);
  expect(await clean()).toEqual({ code: 0, text: 'No residue. 1 of 1 removed. ' });
  expect(started.handshakes.delegated.size).toBe(0);
  expect((await ledgerLines(out)).filter(({ kind }) => kind === 'delegations').at(-1)).toMatchObject({
    state: 'closed',
  });
});

test('it stays without a profile, without the step that removes it, without a certificate, and if another client made it', async () => {
  const { started, clean } = await leftBehind();
  const cases: [Record<string, string>, string][] = [
    [{ ASSAY_PROFILE: '' }, 'no profile declares transfer/handshake/delegation (ASSAY_PROFILE)'],
    [{ ASSAY_PROFILE: delegatingProfile(NEVER_REMOVED) }, 'the profile specifies no removal'],
    [
      { TRANSFER_CERT: '', TRANSFER_KEY: '', TRANSFER_TOKEN: 'x.y.z' },
      'created with a certificate, but no valid one is configured (TRANSFER_CERT)',
    ],
  ];
  for (const [more, why] of cases)
    expect(await clean(more)).toMatchObject({ code: 1, text: expect.stringContaining(why) });
  const [id = ''] = started.handshakes.delegated.keys();
  (started.handshakes.delegated as Map<string, number>).set(id, Date.now() + 86_400_000);
  expect(await clean()).toMatchObject({ code: 1, text: expect.stringContaining('so another client may have made it') });
  expect(started.handshakes.delegated.size).toBe(1);
});
