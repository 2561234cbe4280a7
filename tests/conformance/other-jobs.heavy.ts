/**
 * A service that responds to a submission with an identifier that may be another job's: neither the run nor `clean
 * --remove` cancels anything by it.
 */
import { member } from '../../reference/transfer/operators.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { Workplace } from '../cli/command.ts';
import { resultOf, verdictOf } from '../verdicts.ts';
import { creating, transferReference } from './deployment.ts';

const OWN_ID = 'transfer/submit-job/returns-own-id';

/** Returns the last segments of the paths of all DELETE requests. */
const deleted = ({ reference }: StartedTransferReference) =>
  reference.log.filter(({ method }) => method === 'DELETE').map(({ target }) => target.split('/').at(-1));

/** Returns the kinds of objects that the run left, each with the reason. */
const left = (results: Results) => [...new Set(results.residue.map(({ kind, why }) => `${kind}: ${why}`))];

const NOT_CANCELLED =
  'jobs: the submission returned an identifier that may be that of another job, so it was not cancelled';

describe.each(['one-that-was-listed', 'later-ones-were-listed'])('the fault %s', (fault) => {
  test('no job of others is cancelled; what was submitted is residue, and the identifier is a finding', async () => {
    const started = await transferReference({ fault: `${OWN_ID}@${fault}` });
    const before = [...started.reference.jobs.keys()];
    const out = temporaryFolder();
    const env = creating(started.env);
    const results = await runConformance({ env, out });
    expect(deleted(started).filter((id) => before.includes(id ?? ''))).toEqual([]);
    expect(verdictOf(results, OWN_ID)).toBe('fail');
    expect(left(results)).toEqual([NOT_CANCELLED]);

    const sent = started.reference.log.length;
    const place = new Workplace();
    const { code, stdout } = await place.run(['clean', out, '--remove'], env);
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain('the identifier may be that of another object; remove it manually');
    expect(started.reference.log.length).toBe(sent);
  });
});

test.each([
  ['of all jobs', 'all'],
  ['that is not of the documented form', 'job-7'],
])('nothing is sent with the identifier %s, and what needs it names it', async (_, id) => {
  const started = await transferReference({ changes: [member('transfer/submission-result', 'job_id', id)] });
  const others = new Set(started.reference.jobs.keys());
  const results = await runConformance({ env: creating(started.env) });
  const addressed = started.reference.log
    .map(({ target }) => target)
    .filter((target) => /^\/jobs\/.|^\/(?!jobs|whoami|delegation)/.test(target));
  expect(addressed.filter((target) => !others.has(target.split('/')[2] ?? ''))).toEqual([]);
  expect(deleted(started)).toEqual([]);
  expect(left(results)).toEqual(['jobs: the submission was accepted without a valid identifier to cancel it by']);
  expect([0, 1, 3]).toContain(results.exitCode);
  const cancelling = resultOf(results, 'transfer/cancel-job/answers-certificate');
  expect(cancelling).toMatchObject({
    verdict: 'inconclusive',
    blame: 'target',
    message: expect.stringMatching(/contradicts transfer\/submit-job\/returns-job-id/),
  });
});
