/** Submissions with each documented addition, and with several at once, and their jobs read back. */

import {
  type AnyProbe,
  ASIDE,
  type Exchange,
  ifSent,
  type Probe,
  type ProbeContext,
  probe,
  type Settings,
  statusOf,
  succeeded,
} from '../../words.ts';
import { type Addition, jobIn } from '../submission.ts';
import { withoutStatusPath } from './reading.ts';
import { refuseSubmit } from './refusing.ts';
import { readOwnJob, submit, submitPlain, withoutStorages } from './submitting.ts';

/** Whether the status rejects a request for its content: other statuses are about the caller, or about the service. */
function refusesContent({ outcome }: Exchange) {
  if (outcome.kind !== 'answer') return false;
  return outcome.status >= 400 && outcome.status <= 500 && !ASIDE.has(outcome.status);
}

/**
 * Additions that show whether a form was rejected because of the values of the settings: only the second storages,
 * another value.
 */
const TWINS: Readonly<Partial<Record<string, Addition>>> = {
  'several-storages': 'second-storages',
  'checksum-value': 'made-checksum-value',
};

/** Submissions of one form, and the job that one of them made, if it was read back. */
export type FormRoles = {
  /** Two exchanges, if the first was rejected. */
  readonly tries: readonly Exchange[];
  readonly twin?: Exchange;
  readonly control?: Exchange;
  readonly readBack: readonly Exchange[];
};

/** Submissions by their additions. */
export type Forms = Readonly<Record<string, FormRoles>>;

/**
 * Submits with additions, and reads the job that this makes, if it can be read. If the additions are rejected, submits
 * them again, and then a plain job: quotas and collisions reject every submission, and an algorithm that Assay chose
 * may be unknown to the service. After a 500, a plain job that is accepted is followed by another try.
 */
async function submitForm(context: ProbeContext, additions: readonly Addition[]) {
  const name = additions.join('+');
  const tries = [(await submit(context, additions, name)).exchange];
  const again = async () => {
    const number = tries.length;
    tries.push((await submit(context, additions, `${name}-again${number}`, { madeUp: number })).exchange);
    return tries.every(refusesContent);
  };
  const refused = tries.every(refusesContent) && (await again());
  const bare = refused ? TWINS[name] : undefined;
  const twin = bare && (await submit(context, [bare], `${name}-twin`)).exchange;
  const control = refused ? (await submit(context, [], `${name}-control`, { purpose: 'other' })).exchange : undefined;
  // Submitting may have failed for a while.
  if (control && succeeded(control) && tries.some((one) => statusOf(one) === 500)) await again();
  const [id] = submissionsIn({ tries, twin }).flatMap((one) => jobIn(one) ?? []);
  const readBack = id && withoutStatusPath(context.settings) === undefined ? [await readOwnJob(context, id)] : [];
  return { tries, twin, control, readBack };
}

/** Returns all submissions with the additions: the tries, and the twin if one was sent. */
export function submissionsIn({ tries, twin }: Pick<FormRoles, 'tries' | 'twin'>): readonly Exchange[] {
  return twin === undefined ? tries : [...tries, twin];
}

/** Returns why no job can be submitted with further storages, if so. */
function withoutFurtherStorages(settings: Settings) {
  const { source2, destination2 } = settings;
  if (typeof source2 !== 'string' && typeof destination2 !== 'string')
    return 'neither TRANSFER_SOURCE_2 nor TRANSFER_DESTINATION_2 is set';
  return withoutStorages(settings);
}

type Row = readonly [name: string, additions: readonly Addition[], more?: Partial<Pick<AnyProbe, 'unless' | 'after'>>];

/** Probes with the additions that each tries one after the other; the first names the requirement. */
const FORMS: readonly Row[] = [
  ['submitSeveralFiles', ['several-files']],
  ['submitFileTokens', ['file-tokens']],
  ['submitChecksumName', ['checksum-name']],
  ['submitChecksumValue', ['checksum-value']],
  ['submitSeveralSources', ['several-sources']],
  ['submitSeveralStorages', ['several-storages'], { unless: withoutFurtherStorages }],
  // The last form follows the attempts with invalid credentials, so that it also shows that submitting still succeeds.
  ['submitOverwrite', ['overwrite', 'no-overwrite'], { after: [refuseSubmit] }],
];

/** The documented additions to a plain submission: the probe and the requirement of each. */
export const forms: readonly { readonly probe: Probe<string, Forms>; readonly requirement: string }[] = FORMS.map(
  ([name, additions, more]) => ({
    requirement: `transfer/submit-job/accepts-${additions[0]}`,
    probe: probe({
      name,
      operation: 'submit-job',
      needs: [submitPlain],
      creates: ['jobs'],
      unless: withoutStorages,
      ...more,
      async run(_, context) {
        const made: Record<string, FormRoles> = {};
        for (const addition of additions) made[addition] = await submitForm(context, [addition]);
        return made;
      },
    }),
  }),
);

/**
 * Choices that are combined, three per row: the nine combinations of the square contain each pair of choices from two
 * rows.
 */
const CHOICES: readonly (readonly [Addition | undefined, Addition | undefined, Addition | undefined])[] = [
  ['several-files', undefined, 'several-files'],
  ['file-tokens', 'file-tokens', undefined],
  ['checksum-name', 'checksum-value', undefined],
  ['overwrite', 'no-overwrite', undefined],
];

/**
 * Returns one combination with a choice from each row; at depth `thorough`, also a third of the square in each round.
 */
function combinations({ depth, round }: Pick<ProbeContext, 'depth' | 'round'>) {
  const rich: Addition[] = ['several-files', 'file-tokens', 'checksum-value', 'overwrite'];
  if (depth === 'standard') return [rich];
  // An orthogonal array: columns i, j, i + j and i + 2j modulo 3.
  const square = [0, 1, 2].map((j) => [round, round + 2 * j, j, round + j]);
  return [rich, ...square.map((at) => CHOICES.flatMap((choices, column) => choices[(at[column] ?? 0) % 3] ?? []))];
}

/** Returns the parts of a combination with at least two members, the smallest first. */
function partsOf(whole: readonly Addition[]) {
  const subsets: Addition[][] = [[]];
  for (const one of whole) subsets.push(...subsets.map((part) => [...part, one]));
  return subsets.filter(({ length }) => length > 1 && length < whole.length).sort((a, b) => a.length - b.length);
}

/** Submits the additions that were accepted alone; if rejected together, finds the smallest rejected combination. */
export const submitCombined = probe({
  name: 'submitCombined',
  operation: 'submit-job',
  needs: [submitPlain, ...forms.map(({ probe }) => ifSent(probe))],
  creates: ['jobs'],
  unless: withoutStorages,
  async run(evidence, context) {
    const alone: Partial<Record<string, Forms[string]>> = Object.assign(
      {},
      ...forms.map(({ probe }) => evidence[probe.name]),
    );
    const accepted = (one: Addition) => alone[one]?.tries.some(succeeded);
    const made: Record<string, FormRoles> = {};
    const submitOnce = async (additions: readonly Addition[]) => {
      const name = additions.join('+');
      made[name] ??= await submitForm(context, additions);
      return made[name].control !== undefined;
    };
    for (const combination of combinations(context)) {
      const whole = combination.filter(accepted);
      if (whole.length < 2 || !(await submitOnce(whole))) continue;
      for (const part of partsOf(whole)) if (await submitOnce(part)) break;
    }
    return made;
  },
});
