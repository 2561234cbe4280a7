/** Counts and lists that all reports show. */

import type { Basis } from '../../contract/types.ts';
import { grouped } from '../../engine/account/grouping.ts';
import {
  FINDINGS,
  isVerifiable,
  type Residue,
  type Result,
  type Results,
  type Verdict,
} from '../../engine/words/types.ts';
import { UNREACHED } from '../../wire/connect/wire-error.ts';

/** The verdict under which every report counts a result. A gap is left open, even if it was not observed. */
export const countedAs = ({ basis, verdict }: Result): Verdict =>
  basis === 'gap' && verdict !== 'error' ? 'observed' : verdict;

/** Returns the results that are counted under these verdicts, in the order of the verdicts. */
export function findingsIn(results: readonly Result[], verdicts: readonly Verdict[] = FINDINGS): Result[] {
  return verdicts.flatMap((verdict) => results.filter((result) => countedAs(result) === verdict));
}

/** Returns the number of items by key. */
export function numbers<T, K extends string>(items: readonly T[], key: (item: T) => K): ReadonlyMap<K, number> {
  return new Map([...grouped(items, key)].map(([name, own]) => [name as K, own.length]));
}

/** Outcome of a requirement; `tested`: the outcome is not known yet. */
const OUTCOMES = [
  'tested',
  'verified',
  'also passed',
  'failed',
  'warned',
  'inconclusive',
  'skipped',
  'not applicable',
  'error',
  'cannot be tested',
  'left open',
] as const;
type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME: Readonly<Record<Verdict, Outcome>> = {
  pass: 'also passed',
  fail: 'failed',
  warn: 'warned',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  'not-applicable': 'not applicable',
  observed: 'left open',
  error: 'error',
};

/** Returns the outcome that a table counts. A pass of a documented or standard requirement is `verified`. */
const outcomeOf = (result: Result) =>
  result.verdict === 'pass' && isVerifiable(result.basis) ? 'verified' : OUTCOME[countedAs(result)];

/** Words of a table before an outcome, by basis: none for the requirements that the conclusion is about. */
const PARTS: Readonly<Record<Basis, string>> = {
  documented: '',
  standard: '',
  inferred: 'inferred',
  profile: 'profile',
  gap: 'left open',
};

/** The requirements of a run, or of a run to come. */
export interface Countable extends Pick<Results, 'requirements' | 'notPlanned'> {
  /** Ids of requirements that a future run will test. */
  readonly asked?: ReadonlySet<string>;
}

/** The parts in the order of every table and sentence. */
const ORDER = [...new Set(Object.values(PARTS))];

type Counted = ReturnType<typeof counted>[number];

/**
 * Returns every requirement once, including those that cannot be tested. All numbers of `run`, `plan` and `doctor` come
 * from here.
 */
function counted({ requirements, notPlanned, asked }: Countable) {
  return [
    ...requirements.map((result) => ({
      of: result.interface,
      part: PARTS[result.basis],
      outcome: asked?.has(result.id) ? ('tested' as const) : outcomeOf(result),
    })),
    ...untestable(notPlanned).flatMap(({ ids }) =>
      ids.map((id) => ({ of: id.split('/')[0] ?? '', part: PARTS.documented, outcome: 'cannot be tested' as const })),
    ),
  ];
}

/** `162 requirements: 97 verified, 65 skipped; inferred: 10 skipped; left open: 15.` */
export function sumOf(of: Countable): string {
  const all = counted(of);
  const parts = ORDER.flatMap((part) => {
    const own = all.filter((one) => one.part === part);
    const said = [...numbers(own, ({ outcome }) => outcome)]
      .sort(([one], [other]) => OUTCOMES.indexOf(one) - OUTCOMES.indexOf(other))
      .map(
        ([outcome, count]) => `${count}${outcome === part ? '' : ` ${outcome.replace(/^tested/, 'would be tested')}`}`,
      );
    return own.length === 0 ? [] : `${part || number(own.length, 'requirement')}: ${said.join(', ')}`;
  });
  const more =
    of.asked && all.some(({ outcome }) => outcome === 'skipped')
      ? ' A run skips more if the service has too few objects to test with.'
      : '';
  return `${parts.join('; ')}.${more}`;
}

/** Rows of a label and a number per interface: outcomes by basis, and the total. */
export function tableOf(results: Results): (readonly [label: string, ...numbers: number[]])[] {
  const all = counted(results);
  const row = (label: string, own: readonly Counted[]) =>
    [label, ...Object.keys(results.conclusions).map((name) => own.filter(({ of }) => of === name).length)] as const;
  const parts = ORDER.flatMap((part) =>
    OUTCOMES.flatMap((outcome) => {
      const own = all.filter((one) => one.part === part && one.outcome === outcome);
      const label = part === '' || part === outcome ? outcome : `${part}: ${outcome}`;
      return own.length === 0 ? [] : [row(label, own)];
    }),
  );
  return [...parts, row('total', all)];
}

/** Returns the results without the requirements that `--only` left out, and without interfaces that have no others. */
export function selectedIn<T extends Pick<Results, 'requirements' | 'notPlanned' | 'conclusions'>>(results: T): T {
  const requirements = results.requirements.filter(({ notSelected }) => notSelected !== true);
  if (requirements.length === results.requirements.length) return results;
  const notPlanned = results.notPlanned.filter(({ notSelected }) => !notSelected);
  const selected = new Set([...requirements, ...notPlanned].map(({ id }) => id.split('/')[0] ?? ''));
  return {
    ...results,
    conclusions: Object.fromEntries(Object.entries(results.conclusions).filter(([name]) => selected.has(name))),
    requirements,
    notPlanned,
  };
}

/** Whether the results are about clients. */
export const areOfClients = ({ target }: Results): boolean =>
  Object.values(target.interfaces).some(({ side }) => side === 'client');

/** Says that a run tested the embedded reference, and with which deviations; empty for a deployment. */
export function referenceOf({ target, run: { invocation: { fault, variants = [] } = {} } }: Results): string {
  if (!target.reference) return '';
  const deviations = [fault === undefined ? [] : `fault ${fault}`, variants.map((one) => `variant ${one}`)].flat();
  return `Embedded reference${deviations.length === 0 ? '' : ` with the ${new Intl.ListFormat('en-GB').format(deviations)}`}, not a deployment.`;
}

/** `405 of 410 requirements verified`, with those that no suite can test. */
export function verifiedOf({ requirements, notPlanned, verified }: Results): string {
  const never = untestable(notPlanned).flatMap(({ ids }) => ids).length;
  const selected = requirements.filter(({ basis, notSelected }) => isVerifiable(basis) && !notSelected).length;
  const sum = `${verifiedIn({ verified })} of ${number(selected + never, 'requirement')} verified`;
  return never > 0 ? `${sum}; ${never} cannot be tested` : sum;
}

/**
 * Returns the numbers of requirements by basis: ` (14 documented or standard, 2 inferred)`; empty if all are
 * documented or standard.
 */
export function splitOf(requirements: Parameters<typeof splitIn>[0]): string {
  const split = splitIn(requirements);
  return split && ` (${split})`;
}

/** Like `splitOf`, without brackets. A requirement without a basis is documented or standard. */
export function splitIn(requirements: readonly { readonly basis?: Basis }[]): string {
  const counts = numbers(requirements, ({ basis = 'documented' }) => PARTS[basis]);
  const parts = ORDER.flatMap((part) =>
    counts.has(part) ? [`${counts.get(part)} ${part || 'documented or standard'}`] : [],
  );
  return counts.size > (counts.has('') ? 1 : 0) ? parts.join(', ') : '';
}

/** Sum of the verified requirements. */
export function verifiedIn({ verified }: Pick<Results, 'verified'>): number {
  return Object.values(verified).reduce((sum, number) => sum + number, 0);
}

/** Returns selected requirements, documented or standard, that cannot be tested, by reason. */
export function untestable(notPlanned: Results['notPlanned']): { why: string; ids: string[] }[] {
  const documented = notPlanned.filter(({ basis, notSelected }) => isVerifiable(basis) && !notSelected);
  return [...grouped(documented, ({ why }) => why)].map(([why, own]) => ({ why, ids: own.map(({ id }) => id) }));
}

/** `462 requests in 4.1 s, depth standard`; `6 attempts to connect` if no service was reached. */
export function trafficOf({ run, unanswered = [], verified }: Results): string {
  const { requests, startedAt, endedAt, depth = 'standard' } = run;
  const isUnreached = unanswered.length > 0 && unanswered.every(({ failure }) => UNREACHED.has(failure));
  const isPartly = unanswered.some(({ failure }) => UNREACHED.has(failure));
  const tried =
    isUnreached && verifiedIn({ verified }) === 0
      ? `${number(requests, 'attempt')} to connect`
      : `${number(requests, 'request')}${isPartly ? ' and attempts to connect' : ''}`;
  const seconds = ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
  return `${tried} in ${seconds} s, depth ${depth}`;
}

/** Returns a number with its noun, in the singular or plural. */
export function number(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the kind of one object: `job`, of `jobs`. */
export const oneOf = (kind: string): string => kind.replace(/s$/, '');

/**
 * Returns residue as lines, `what names: why`: objects of one kind that are left for one reason together. An object is
 * named by its identifier, if that is known.
 * @param most names of a line
 */
export function residueLines(residue: readonly Residue[], most: number) {
  return [...grouped(residue, ({ kind, why }) => `${kind} ${why}`).values()].map((all) => {
    const [{ kind, why }] = all;
    const names = [...new Set(all.map(({ identifier, name }) => identifier ?? name))].slice(0, most);
    if (all.length === 1) return { what: oneOf(kind), names, why };
    return { what: `${all.length} ${kind}${all.length > most ? ', for example' : ''}`, names, why };
  });
}

/** Returns the first items, and a line about those beyond `most`. */
export function first<T>(
  items: readonly T[],
  most: number,
  more = (left: number) => `and ${left} more`,
): (T | string)[] {
  const left = items.length - most;
  return left > 0 ? [...items.slice(0, most), more(left)] : [...items];
}

/** Returns a text with a capital letter. */
export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Returns the first words of a text, at most `most` characters, with an ellipsis if it was longer. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A long word, such as an address, is cut.
  return `${text.slice(0, most + 1).replace(/\s\S{0,80}$|.$/s, '')}…`;
}

export const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  inconclusive: '?',
  skipped: '–',
  'not-applicable': '·',
  observed: '·',
  error: 'E',
};

/** The signs, each with its verdict; two share one. */
export const LEGEND: readonly (readonly [verdict: string, sign: string])[] = Object.entries(SIGNS).filter(
  ([verdict]) => verdict !== 'observed',
);

/**
 * Splits a title at its first colon: `GET /jobs`, `rejects an expired proxy certificate`. Without a colon, the subject
 * is empty.
 */
export function inTwo(title: string): readonly [subject: string, predicate: string] {
  const [, subject = '', predicate = title] = /^(.*?): (.*)$/s.exec(title) ?? [];
  return [subject, predicate];
}

/** `fts3 (0123456789ab)`: name and digest of the profile. */
export function profileOf({ suite: { profile } }: Results): string | undefined {
  return profile && `${profile.name} (${profile.digest.slice(0, 12)})`;
}
