/** Judges the exchanges of a bundle again, with the suites and contracts of this installation. */

import type { Interface } from '../contract/types.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import type { Results } from '../engine/words/types.ts';
import { profileFrom } from '../profile/profile.ts';
import type { BundledEvidence, SuiteSource } from './types.ts';

export interface JudgedAgain {
  readonly results: Results;
  /** Digest of each interface's contract in this installation, without a profile. */
  readonly contracts: Readonly<Record<Interface, string>>;
  /** Requirements of the contracts, without gaps and excluded ones. */
  readonly stated: ReadonlySet<string>;
}

/** Judges again. Rethrows errors of judges on impossible evidence. */
export async function judgeBundled(
  { exchanges, testimony }: BundledEvidence,
  source: SuiteSource,
): Promise<JudgedAgain> {
  const { context, recordings } = testimony;
  const profile = testimony.profile && profileFrom(testimony.profile);
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const contracts: Record<Interface, string> = {};
  const stated = new Set<string>();
  const judgeables: Judgeable[] = [];
  for (const recorded of recordings) {
    const { suite, contract } = await source.load(recorded.interface, recorded.side, recorded.lanes[0]?.given ?? {});
    const recording = {
      ...recorded,
      exchanges: recorded.exchanges.map((id) => byId.get(id)).filter((exchange) => exchange !== undefined),
    };
    const plain = contract(undefined);
    const own = profile === undefined && recorded.side !== 'client' ? plain : contract(profile);
    contracts[recorded.interface] = plain.digest;
    for (const row of own.requirements.values())
      if (row.basis !== 'gap' && row.excluded === undefined) stated.add(row.id);
    judgeables.push({ suite, contract: own, recording });
  }
  return { results: buildResults(judgeables, context), contracts, stated };
}
