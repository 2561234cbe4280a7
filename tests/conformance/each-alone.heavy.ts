/** `--only` with one requirement sends all requests that it needs: its verdict is that of a whole run. */
import pMap from 'p-map';
import type { Interface } from '../../src/contract/types.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { runsOf, startCampaign, wantedVerdict } from '../../src/selftest/campaign.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { closing } from '../afterwards.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { resultOf } from '../verdicts.ts';

/**
 * Faults that a run of one requirement does not detect: other operations reveal them or confirm the values of settings,
 * or an older job must show that jobs do not end so soon. Such a run is inconclusive.
 */
const UNDECIDED_ALONE =
  /^transfer\/submit-job\/accepts-checksum-\w+@\d+$|^data-hub\/(cdmi-list|cdmi-write|upload-file|create-share)\/answers@(404|405|410|501|slash-not-found)$|^transfer\/identity\/answers-\w+@\d+$|^transfer\/(identity\/returns-json-object|list-jobs\/returns-json-array)@html$|^ticket-bridge\/TicketCreate\/accepts-any-text@status-500$|^transfer\/cancel-job\/cancels-that-job-alone@/;

/** Faults that such a run does not meet: they need more objects or requests of one kind than the requirement does. */
const UNSEEN_ALONE = [
  'data-hub/cdmi-write/read-back/text@lost-later',
  'data-hub/upload-file/read-back-cdmi/text@spoilt-later',
  'transfer/delegation/termination_time@a-number-in-later-answers',
  'transfer/job/agrees@overwrite-flag-differs-by-organisation',
  'transfer/job/agrees@one-element-is-of-another-organisation',
  'transfer/job/submit_time@a-word-in-the-listing-by-organisation',
  'transfer/responses/single-headers@content-type-in-the-listing-by-organisation',
  'transfer/submit-job/returns-job-id@a-number-in-the-third',
  'transfer/cancel-job/leaves-a-trace@nothing-happens-from-the-second-on',
];

/** Returns `describe`, or for the client library one that needs Python. */
const groupOf = (of: Interface) => (of === 'client-library' ? describeWith.bind(undefined, PEERS.python) : describe);

for (const of of SUITED) {
  groupOf(of)(of, () => {
    test('what passes in a whole run passes alone', () => passesAlone(of));
    if (of !== 'client-library')
      test('what a fault turns red in a whole run turns red alone, or stays undecided', () => isSeenAlone(of));
  });
}

/** EACH_ALONE=1 tries every requirement and every fault. */
const ALL = process.env.EACH_ALONE !== undefined;
/** Returns what is wrong with one in so many; some runs wait, so several are made at once. */
const wrongIn = async <T>(every: number, all: T[], wrong: (one: T) => Promise<string | undefined>) =>
  (
    await pMap(
      all.filter((_, at) => ALL || at % every === 0),
      wrong,
      { concurrency: 4 },
    )
  ).filter(Boolean);

async function passesAlone(of: Interface) {
  const reference = closing(await inProcessReferenceOf(of));
  const campaign = await startCampaign(reference);
  const passed = campaign.clean.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  const lost = await wrongIn(4, passed, async (id) => {
    const alone = resultOf((await campaign.run({}, [id])).results, id);
    return alone?.verdict === 'pass' ? undefined : `${id}: ${alone?.verdict}: ${alone?.message}`;
  });
  expect(lost).toEqual([]);
  expect(passed.length).toBeGreaterThan(30);
}

async function isSeenAlone(of: Interface) {
  const reference = closing(await inProcessReferenceOf(of));
  const runOf = await runsOf(reference);
  const seen = reference.faults.filter((fault) => !UNSEEN_ALONE.includes(fault.id));
  // The requests of a run depend on the requirement, so one fault of each shows the same.
  const each = [...new Map(seen.map((fault) => [ALL ? fault.id : fault.kills, fault])).values()];
  const missed = await wrongIn(2, each, async ({ id, kills }) => {
    const { verdict, basis } = resultOf((await runOf({ fault: id }, [kills])).results, kills) ?? {};
    const isRight = verdict === wantedVerdict(basis) || (UNDECIDED_ALONE.test(id) && verdict === 'inconclusive');
    return isRight ? undefined : `${id}: ${verdict}`;
  });
  expect(missed).toEqual([]);
}
