/** A run compared with a baseline and an earlier run, in the parts and words of all reports. */
import { RELATIONS, type Relation } from '../../compare/relations.ts';
import type { Comparison, Result, Results } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { findingsIn, splitIn } from './tally.ts';

/** Words for the relations of two runs. */
export const RELATION_HEADINGS: Readonly<Record<Relation, string>> = {
  new: 'New',
  worse: 'Worse',
  lost: 'Lost',
  unreached: 'Not reached',
  vanished: 'Vanished',
  still: 'Still',
  fixed: 'Fixed',
  newlyAsked: 'Newly tested',
  other: 'Other',
};

/** A sentence, with a sign for each of the runs that it is about if there are many. */
export interface ChangedLine {
  readonly said: string;
  readonly runs?: string;
}

/** Changes between two runs, or among many. */
export interface Changes {
  readonly title: string;
  /** Whether the later of two runs regressed. */
  readonly regressed?: boolean;
  readonly facts: readonly ChangedLine[];
  /** Requirements by kind of change; those with the same change are one group. */
  readonly parts: readonly {
    readonly heading: string;
    readonly meaning: string;
    readonly groups: readonly (ChangedLine & { readonly ids: readonly string[] })[];
  }[];
  readonly closing: readonly string[];
}

/** Returns the meaning of a part; with requirements that are neither documented nor standard, also the numbers. */
export const meaningOf = (meaning: string, changed: Parameters<typeof splitIn>[0]): string =>
  [splitIn(changed), meaning].filter(Boolean).join('; ');

/** State of a requirement relative to the baseline and the earlier run. */
export type ChangeLabel = Relation | 'unexpected' | 'expired' | 'known' | 'soon' | 'stale';

/** Requirements in one state. */
export interface ChangePart {
  readonly label: ChangeLabel;
  readonly heading: string;
  readonly meaning?: string;
  /** Shown with the findings, as a list, or only counted. */
  readonly shown: 'findings' | 'list' | 'count';
  /** Each with its entry of the baseline, or the day on which that expires. */
  readonly entries: readonly { readonly id: string; readonly about?: string }[];
}

/** Returns the comparison, unless it is with a baseline alone and has no parts. */
export function shownComparison({ comparison }: Pick<Results, 'comparison'>): Comparison | undefined {
  return comparison && (comparison.still || changeParts(comparison).length > 0) ? comparison : undefined;
}

/** `Changes since run 4c14e27a (2026-11-29 23:25:25 UTC, in "last-good")`. */
export function changesHeading({ earlier }: Comparison): string {
  if (earlier === undefined) return 'Changes';
  const { id, startedAt, path } = earlier;
  return `Changes since run ${id} (${utc(startedAt)}, in ${JSON.stringify(path)})`;
}

/** Returns the parts that are not empty; those that need action first. */
export function changeParts(comparison: Comparison): ChangePart[] {
  const { expired, lost, worse = [], unreached = [], known, soon, fixed, stale, still } = comparison;
  const part = (
    label: ChangeLabel,
    heading: string,
    shown: ChangePart['shown'],
    ids: readonly string[],
    meaning?: string,
    about: ReadonlyMap<string, string> = new Map(),
  ): ChangePart => ({ label, heading, meaning, shown, entries: ids.map((id) => ({ id, about: about.get(id) })) });
  const related = (relation: Relation, ids: readonly string[], shown: ChangePart['shown'] = 'list') =>
    part(relation, RELATION_HEADINGS[relation], shown, ids, RELATIONS[relation]);
  const entries = baselineEntries(comparison);
  const advice = 'correct the service, or extend or remove the entry';
  const knownIds = known.map(({ id }) => id);
  const ends = new Map(soon.map(({ id, expires }) => [id, expires]));
  const parts = [
    still === undefined
      ? part('unexpected', 'Unexpected', 'findings', comparison.new)
      : related('new', comparison.new, 'findings'),
    part('expired', 'Expired baseline entries', 'findings', expired, advice, entries),
    related('lost', lost),
    related('worse', worse),
    related('unreached', unreached, 'count'),
    related('still', still ?? [], 'findings'),
    part('known', 'Known', 'list', knownIds, undefined, entries),
    part('soon', 'Baseline entries that expire soon', 'list', [...ends.keys()], undefined, ends),
    part('fixed', 'Fixed', 'list', fixed),
    part('stale', 'Stale baseline entries', 'list', stale),
  ];
  return parts.filter(({ entries }) => entries.length > 0);
}

/** Returns the entries of known and expired findings, by requirement: `fixed in 4.2 (owner ada, until 2026-02-01)`. */
export function baselineEntries(
  comparison: Pick<Comparison, 'known' | 'expiredEntries'> | undefined,
): ReadonlyMap<string, string> {
  const { known = [], expiredEntries = [] } = comparison ?? {};
  const inWords = (entries: Comparison['known'], end: string) =>
    entries.map(({ id, reason, owner, expires }) => [id, `${reason} (owner ${owner}, ${end} ${expires})`] as const);
  return new Map([...inWords(known, 'until'), ...inWords(expiredEntries, 'expired on')]);
}

/**
 * Returns the state of each requirement that has one; empty without a comparison. The first part that names it counts.
 */
export function changeLabels(comparison: Comparison | undefined): ReadonlyMap<string, ChangeLabel> {
  const parts = comparison === undefined ? [] : changeParts(comparison).filter(({ label }) => label !== 'soon');
  return new Map(parts.reverse().flatMap(({ label, entries }) => entries.map(({ id }) => [id, label] as const)));
}

/** Returns the findings that no live entry of the baseline covers: errors, failures, warnings. */
export function openFindings({ requirements, comparison }: Pick<Results, 'requirements' | 'comparison'>): Result[] {
  const known = new Set(comparison?.known.map(({ id }) => id));
  return findingsIn(requirements).filter(({ id }) => !known.has(id));
}
