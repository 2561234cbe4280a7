/** Judges recorded runs again, offline. */

import { loadClientContract } from '../clients/client-side.ts';
import { receivingSuite } from '../clients/received.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import type { Results } from '../engine/words/types.ts';
import { isObject, memberOf } from '../files/json-value.ts';
import { profileFrom } from '../profile/profile.ts';
import { readEvidence } from '../wire/evidence/evidence.ts';
import type { Testimony } from './directory/run-directory.ts';
import { loadContract, loadSuite } from './suites.ts';

/** Evidence that cannot be judged; the message gives the reason. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/**
 * Judges recorded exchanges again, offline, with this suite's checks and contract.
 * @param path a run's directory, or its evidence.har
 * @throws EvidenceError if the file is not evidence of a run
 */
export async function judgeAgain(path: string): Promise<Results> {
  const { exchanges, assay } = await readEvidence(path).catch((error: Error) => {
    throw new EvidenceError(error.message);
  });
  if (!isTestimony(assay))
    throw new EvidenceError(`${path}: log._assay does not say what the exchanges were for, so they cannot be judged`);
  const profile = assay.profile && profileFrom(assay.profile);
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const judgeables: Judgeable[] = [];
  for (const recorded of assay.recordings) {
    const clients =
      recorded.side === 'client' ? loadClientContract(recorded.interface, recorded.lanes[0]?.given) : undefined;
    const suite = clients ? receivingSuite(clients) : await loadSuite(recorded.interface);
    const recording = {
      ...recorded,
      exchanges: recorded.exchanges.map((id) => byId.get(id)).filter((exchange) => exchange !== undefined),
    };
    judgeables.push({ suite, contract: clients ?? loadContract(recorded.interface, profile), recording });
  }
  return buildResults(judgeables, assay.context);
}

function isTestimony(value: unknown): value is Testimony {
  return isObject(memberOf(value, 'context')) && Array.isArray(memberOf(value, 'recordings'));
}
