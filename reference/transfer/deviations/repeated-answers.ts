/** Faults that only one of several answers shows: a later reading, the listing by organisation, an element in the middle. */
import { IDENTITY, isByVo, JOB, member, type Place } from '../operators.ts';
import { type FaultDefinition, fault } from './fault.ts';

const LATER = { lane: 'certificate', nth: { from: 2 } } as const;
const IN_THE_MIDDLE: Place = { at: 'list-jobs', element: 2 };
const RESULT = 'transfer/submission-result';

/** Members of a wrong type or form in one answer alone. */
const wrongOnce = (): FaultDefinition[] => [
  fault(
    `${JOB}/priority`,
    'a-text-in-the-second-reading',
    member(JOB, 'priority', 'high', { at: 'job-status', nth: 2 }),
    {
      tags: ['member', 'status'],
    },
  ),
  fault(
    `${JOB}/submit_time`,
    'a-word-in-the-listing-by-organisation',
    member(JOB, 'submit_time', 'yesterday', { ...IN_THE_MIDDLE, when: isByVo }),
    { tags: ['member', 'listing'] },
  ),
  fault(`${IDENTITY}/base_id`, 'no-uuid-in-later-answers', member(IDENTITY, 'base_id', 'base', LATER), {
    tags: ['member', 'lane:certificate'],
  }),
  fault(
    `${IDENTITY}/returns-json-object`,
    'a-page-in-later-answers',
    { at: 'identity', ...LATER, operator: 'text', argument: '<html><body>Welcome.</body></html>' },
    { tags: ['body', 'lane:certificate'] },
  ),
  fault(
    'transfer/delegation/termination_time',
    'a-number-in-later-answers',
    member('transfer/delegation', 'termination_time', 1_772_600_000, LATER),
    { tags: ['member', 'lane:certificate'] },
  ),
  fault('transfer/submit-job/returns-job-id', 'a-number-in-the-third', member(RESULT, 'job_id', 3, { nth: 3 }), {
    tags: ['member', 'jobs'],
  }),
];

export const repeatedAnswers = (): FaultDefinition[] => [...wrongOnce()];
