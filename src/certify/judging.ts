/** Judges a bundle's exchanges again, with the suites and contracts that are here. */
import type { Profile } from '../contract/profile.ts';
import type { Interface } from '../contract/types.ts';
import { buildResults, type Judgeable } from '../engine/results.ts';
import type { Results } from '../engine/types.ts';
import type { BundledEvidence, SuiteSource } from './types.ts';

export interface JudgedAgain {
  readonly results: Results;
  /** Digest of each interface's contract as it is here, without a profile. */
  readonly contracts: Readonly<Partial<Record<Interface, string>>>;
  /** Requirements that the contracts state here, gaps and excluded ones left out. */
  readonly stated: ReadonlySet<string>;
}

/** Judges again. Throws whatever a judge or a suite throws on evidence that nobody could have recorded. */
export async function judgeBundled({ exchanges, testimony }: BundledEvidence, source: SuiteSource): Promise<JudgedAgain> {
  const { profile: recordedProfile, context, recordings } = testimony;
  const profile: Profile | undefined = recordedProfile && { ...recordedProfile, names: new Map(recordedProfile.names), fills: new Map(recordedProfile.fills) };
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const contracts: Partial<Record<Interface, string>> = {};
  const stated = new Set<string>();
  const judgeables: Judgeable[] = [];
  for (const recorded of recordings) {
    const { suite, contract } = await source.load(recorded.interface, recorded.side, recorded.lanes[0]?.given ?? {});
    const recording = { ...recorded, exchanges: recorded.exchanges.map((id) => byId.get(id)).filter((exchange) => exchange !== undefined) };
    const plain = contract(undefined);
    const own = profile === undefined && recorded.side !== 'client' ? plain : contract(profile);
    contracts[recorded.interface] = plain.digest;
    for (const row of own.requirements.values()) if (row.basis !== 'gap' && row.excluded === undefined) stated.add(row.id);
    judgeables.push({ suite, contract: own, recording });
  }
  return { results: buildResults(judgeables, context), contracts, stated };
}
