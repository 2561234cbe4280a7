/**
 * Properties of every run against every deployment: no gap failed or warned, readable messages, and the same verdicts
 * when the evidence is judged again.
 */
import type { ConductedRun } from '../engine/send/run.ts';
import { isFinding, type Result, type Verdict } from '../engine/words/types.ts';
import { rejudge } from '../run/judge-again.ts';
import type { Observed } from './tasks.ts';

/** The longest message, in characters. */
const LONGEST_MESSAGE = 600;

/** Verdicts with a blame. */
const BLAMED: ReadonlySet<Verdict> = new Set(['fail', 'warn', 'inconclusive', 'skipped', 'error']);

/** Text that no reader should see, with the reason. */
const UNREADABLE: readonly (readonly [RegExp, string])[] = [
  // A quotation mark is escaped after an odd number of backslashes. A server's own text may contain an even number
  // before one.
  [/(?<!\\)(?:\\\\)*\\"/, 'an escaped quotation mark'],
  // A server's own text begins after a quotation mark.
  [/(?<!")\bundefined\b(?! entity)/, 'the word undefined'],
  [/\[object \w+\]/, 'an object without a text'],
];
/** Wrong ends of sentences, which only a value of the server may have. */
const BADLY_ENDED: readonly [RegExp, string] = [/(?<!\.)\.\.$/, 'two full stops'];

/** Observations of a run, whichever task it belongs to. */
export function observed(conducted: ConductedRun): Observed {
  const { requirements } = conducted.results;
  return {
    gaps: requirements.filter(({ basis, verdict }) => basis === 'gap' && isFinding(verdict)).map(({ id }) => id),
    flaws: flawsOf(conducted),
  };
}

/**
 * Returns results that lack what a reader needs, or whose texts are unreadable or contain a secret: `<requirement>:
 * <flaw>`.
 */
function flawsOf({ results, redactor }: ConductedRun) {
  // Redaction is the most expensive part, so all texts are searched at once, and one by one only if that finds
  // something.
  const all = results.requirements.flatMap(textsOf).join('\n');
  const secret = redactor.text(all) === all ? () => false : (text: string) => redactor.text(text) !== text;
  return results.requirements.flatMap((result) => {
    const { got = '' } = result;
    // The text may end with a value of the server's that ends in full stops.
    const asGot = (text: string) => got.endsWith('..') && text.endsWith(got);
    const flaws = [
      ...missingIn(result).map((name) => `no ${name}`),
      ...textsOf(result).flatMap((text) => flawsOfText(text, secret(text), asGot(text))),
    ];
    return flaws.map((flaw) => `${result.id}: ${flaw}`);
  });
}

/** Returns every text of a result that a reader is shown. */
function textsOf({ message, expected, got, also = [] }: Result) {
  return [message, expected, got, ...also.flatMap((other) => [other.expected, other.got])].filter(
    (text) => text !== undefined,
  );
}

function missingIn({ verdict, blame, message, expected, got, at, exchanges }: Result) {
  const contradicted = isFinding(verdict);
  const needed: readonly (readonly [string, boolean])[] = [
    ['blame', !BLAMED.has(verdict) || blame !== undefined],
    ['message', !(BLAMED.has(verdict) || verdict === 'not-applicable') || Boolean(message)],
    ['expected', !contradicted || Boolean(expected)],
    ['got', !contradicted || Boolean(got)],
    ['place', !contradicted || at !== undefined || exchanges.length > 0],
  ];
  return needed.filter(([, there]) => !there).map(([name]) => name);
}

function flawsOfText(text: string, secret: boolean, asGot: boolean) {
  if (secret) return ['a text with a secret'];
  return [
    ...[...UNREADABLE, ...(asGot ? [] : [BADLY_ENDED])]
      .filter(([pattern]) => pattern.test(text))
      .map(([, flaw]) => `${flaw} in: ${text}`),
    ...(text.length > LONGEST_MESSAGE ? [`a text of ${text.length} characters: ${text.slice(0, 80)}…`] : []),
  ];
}

/** Returns requirements whose verdict differs when the run is judged again from its evidence. */
export function judgedOtherwise(conducted: ConductedRun): string[] {
  const before = new Map(conducted.results.requirements.map(({ id, verdict }) => [id, verdict]));
  return rejudge(conducted)
    .requirements.filter(({ id, verdict }) => before.get(id) !== verdict)
    .map(({ id, verdict }) => `${id}: ${before.get(id)}, and ${verdict} when judged again`);
}
