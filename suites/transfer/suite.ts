/** The transfer service's suite. */
import { isNearlyValid, kindOf, type SendingSuite } from '../words.ts';
import { cancelling, tried } from './checks/cancelling.ts';
import { lasting } from './checks/lasting.ts';
import { delegatingFirst, identifying, listing, listingByOrganisation } from './checks/reading.ts';
import { ending, readingBack, readingFinishedJob, readingJobs } from './checks/reading-back.ts';
import { ownIdentifiers, submittingForms } from './checks/submitting.ts';
import { prepareTransfer } from './prepare.ts';
import { delegation } from './probes/delegating.ts';
import { closing } from './probes/reading.ts';
import { namesOneOfSeveral } from './submission.ts';

export const transferSuite: SendingSuite = {
  interface: 'transfer',
  prepare: prepareTransfer,
  // Probes for which no check waits; the others follow from the checks.
  probes: [delegation, closing],
  checks: [
    identifying,
    listing,
    ending,
    listingByOrganisation,
    delegatingFirst,
    ...readingJobs,
    readingFinishedJob,
    ownIdentifiers,
    ...submittingForms,
    readingBack,
    cancelling,
    lasting,
  ],
  tried,
  mayDiffer: namesOneOfSeveral,
  notPlanned(contract, lanes) {
    const made = new Set(lanes.flatMap((lane) => lane.credentials.filter((name) => !isNearlyValid(name)).map(kindOf)));
    const reasons = new Map(
      lanes.flatMap(({ notMade = {} }) => Object.entries(notMade).map(([kind, why]) => [kindOf(kind), why] as const)),
    );
    const requirements = new Map<string, string>();
    for (const { id, lane } of contract.requirements.values()) {
      const [kind = '', refuses] = id.split('/').reverse();
      // A requirement whose lane is not configured is skipped.
      const isDue = lane === undefined || lanes.some(({ name }) => name === lane);
      if (refuses === 'refuses' && !made.has(kind) && isDue)
        requirements.set(id, reasons.get(kind) ?? 'No credential of this kind was made.');
    }
    return requirements;
  },
};
