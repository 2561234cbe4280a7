/** The transfer service's suite. */
import { isNearlyValid, jsonOf, kindOf, type SendingSuite } from '../words.ts';
import { cancelling, tried } from './checks/cancelling.ts';
import { lasting, others } from './checks/lasting.ts';
import { delegatingFirst, identifying, listing, listingByOrganisation } from './checks/reading.ts';
import { readingBack, readingFinishedJob, readingJobs, readingSubmitted } from './checks/reading-back.ts';
import { ownIdentifiers, submittingForms } from './checks/submitting.ts';
import { prepareTransfer } from './prepare.ts';
import { delegate, delegation } from './probes/delegating.ts';
import { forms, readAgain, submitCombined } from './probes/forms.ts';
import { closing, identity, listJobs, readFinishedJob, readListedJob } from './probes/reading.ts';
import { listByOrganisation, refuseCancel, refuseList, refuseSubmit } from './probes/refusing.ts';
import { cancelJob, readSubmittedJob, submitPlain } from './probes/submitting.ts';
import { transferSettings } from './settings.ts';

export const transferSuite: SendingSuite = {
  interface: 'transfer',
  prepare: (values, ...more) => prepareTransfer(transferSettings.target(values), ...more),
  // Probes follow those that they wait for.
  probes: [
    identity,
    listJobs,
    readListedJob,
    delegate,
    delegation,
    submitPlain,
    readSubmittedJob,
    cancelJob,
    readFinishedJob,
    refuseList,
    listByOrganisation,
    refuseSubmit,
    ...forms.map(({ probe }) => probe),
    submitCombined,
    refuseCancel,
    readAgain,
    closing,
  ],
  checks: [
    identifying,
    listing,
    listingByOrganisation,
    delegatingFirst,
    ...readingJobs,
    readingFinishedJob,
    ownIdentifiers,
    ...submittingForms,
    readingSubmitted,
    ...readingBack,
    cancelling,
    lasting,
    others,
  ],
  tried,
  // The path of a job, a setting, may be that of the listing.
  accomplished: (exchange) => exchange.operation !== 'job-status' || !Array.isArray(jsonOf(exchange).json),
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
