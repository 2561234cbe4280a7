/** Known failures: they change no verdict, only whether the gate passes. Pure: the day is an argument. */

import type { Comparison, Result, Verdict } from '../engine/words/types.ts';
import { objectIn } from '../files/json-value.ts';
import { suggestion } from '../settings/nearest.ts';

/** Verdicts that an entry can be about. */
export const EXCUSABLE = ['fail', 'warn', 'inconclusive', 'skipped'] as const satisfies readonly Verdict[];

/** A known failure, or another known verdict. */
export interface BaselineEntry {
  readonly requirement: string;
  readonly verdict: (typeof EXCUSABLE)[number];
  readonly reason: string;
  /** Person or team responsible. */
  readonly owner: string;
  /** `YYYY-MM-DD`: the last day on which the entry is live (UTC). */
  readonly expires: string;
  /** Reference for follow-up. */
  readonly link?: string;
}

/** Placeholder in a new entry until reason and owner are filled in. */
const PLACEHOLDER = 'TODO';

/** Maximum number of days for which an entry is live. */
export const LONGEST_DAYS = 180;

/** Entries that expire within this number of days are shown in every report. */
const SOON_DAYS = 14;

/**
 * Returns problems of entries: sentences, each with the JSON pointer to the member in the file. An expired entry is not
 * wrong. Members of a wrong type, which the schema reports, are left out.
 * @param today `YYYY-MM-DD`, UTC
 * @param known every requirement id that an entry may name
 */
export function baselineProblems(entries: readonly unknown[], today: string, known: readonly string[]) {
  const ids = new Set(known);
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const { requirement: id = '', ...texts } = textsOf(entry);
    const about = id && `${id}: `;
    const repeated = seen.has(id);
    if (id !== '') seen.add(id);
    const problems: readonly (readonly [member: keyof BaselineEntry, what: string | false | undefined])[] = [
      [
        'requirement',
        id !== '' &&
          !ids.has(id) &&
          `${id} is not a requirement${suggestion(id, known, '. For a list: assay list requirements')}`,
      ],
      ['requirement', repeated && `${id} has more than one entry.`],
      ...(['reason', 'owner'] as const).map(
        (name) => [name, isOpen(texts[name]) && `${about}fill in its ${name}.`] as const,
      ),
      ['expires', texts.expires !== undefined && wrongDay(texts.expires, today, about)],
    ];
    return problems.flatMap(([member, what]) => (what ? [{ pointer: `/entries/${index}/${member}`, what }] : []));
  });
}

/** Returns the members of an entry that are texts. */
function textsOf(entry: unknown): Partial<Record<keyof BaselineEntry, string>> {
  return Object.fromEntries(Object.entries(objectIn(entry) ?? {}).filter(([, value]) => typeof value === 'string'));
}

/** Whether a text still has to be written. */
const isOpen = (text: string | undefined) =>
  text !== undefined && (text.trim() === '' || text.trim().toUpperCase().startsWith(PLACEHOLDER));

function wrongDay(expires: string, today: string, about: string) {
  if ((daysBetween(today, expires) ?? Infinity) <= LONGEST_DAYS) return undefined;
  return `${about}expires must be a day such as ${dayAfter(today, 90)}, at most ${LONGEST_DAYS} days ahead (got ${JSON.stringify(expires)}).`;
}

/** Returns the part of a comparison that a baseline decides. With no entries every failed requirement is unexpected. */
export function compareWithBaseline(
  results: readonly Result[],
  entries: readonly BaselineEntry[],
  today: string,
): Pick<Comparison, 'new' | 'known' | 'stale' | 'expired' | 'expiredEntries' | 'soon'> {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]));
  const expired = entries.filter(({ expires }) => expires < today);
  const live = entries.filter((entry) => !expired.includes(entry));
  const known = live.filter((entry) => verdicts.get(entry.requirement) === entry.verdict);
  const accounted = new Set([...known, ...expired].map((entry) => entry.requirement));
  return {
    new: results.filter(({ id, verdict }) => verdict === 'fail' && !accounted.has(id)).map(({ id }) => id),
    known: known.map(shown),
    stale: live.filter((entry) => verdicts.get(entry.requirement) === 'pass').map((entry) => entry.requirement),
    expired: expired.map((entry) => entry.requirement),
    expiredEntries: expired.map(shown),
    soon: live
      .filter((entry) => (daysBetween(today, entry.expires) ?? 0) <= SOON_DAYS)
      .map(({ requirement, expires }) => ({ id: requirement, expires })),
  };
}

const shown = ({ requirement: id, reason, owner, expires }: BaselineEntry) => ({ id, reason, owner, expires });

/**
 * Returns live entries whose requirement was tested, did not pass, and has another verdict: `ID (fail, now
 * inconclusive)`.
 */
export function changedEntries(
  results: readonly Result[],
  { baseline = [], today = '' }: { readonly baseline?: readonly BaselineEntry[]; readonly today?: string } = {},
): string[] {
  const now = new Map(results.flatMap(({ id, verdict, notSelected }) => (notSelected ? [] : [[id, verdict] as const])));
  return baseline.flatMap(({ requirement, verdict, expires }) =>
    expires < today || [undefined, 'pass', verdict].includes(now.get(requirement))
      ? []
      : [`${requirement} (${verdict}, now ${now.get(requirement)})`],
  );
}

/** Returns a new entry for a finding; the user fills in its reason and owner. */
export function draftEntry(result: Pick<Result, 'id' | 'verdict'>, expires: string): BaselineEntry {
  return {
    requirement: result.id,
    verdict: result.verdict as BaselineEntry['verdict'],
    reason: PLACEHOLDER,
    owner: PLACEHOLDER,
    expires,
  };
}

/** Returns the day (UTC) that comes the given number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one day to another; undefined if one is not in the calendar. */
export function daysBetween(from: string, to: string): number | undefined {
  const [begin = Number.NaN, end = Number.NaN] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  // A day that the month does not have is read as one of the next.
  if (Number.isNaN(begin + end) || dayAfter(to, 0) !== to) return undefined;
  return Math.round((end - begin) / 86_400_000);
}
