/** Runs with named faults and variants of a reference, and renders the messages of single requirements. */

import pMap from 'p-map';
import type { Interface } from '../../src/contract/types.ts';
import { grouped } from '../../src/engine/account/grouping.ts';
import type { Result, Results } from '../../src/engine/words/types.ts';
import { runsOf } from '../../src/selftest/campaign.ts';
import { type Deviations, type InProcessReference, inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { closing } from '../afterwards.ts';
import { resultOf } from '../verdicts.ts';

/**
 * The id of a fault or the name of a variant, or `clean`, with the requirement to show (default: the one that the fault
 * names); without the interface.
 */
export type Sample = string | [run: string, requirement: string];

/** Number of concurrent runs: some wait for a cancellation or an event. */
const AT_ONCE = 4;

/** Identifiers, numbers of exchanges and serial numbers differ between runs. */
const CHANGING: [RegExp, string][] = [
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32}\b/g, '<identifier>'],
  [/\be\d+\b/g, '<exchange>'],
  [/(?<=CN=)\d{5,}/g, '<serial>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, '<time>'],
];

/** Returns the samples as text, one paragraph each. */
export async function shownSamples(of: Interface, samples: Sample[]) {
  const reference = closing(await inProcessReferenceOf(of));
  const runOf = await runsOf(reference);
  const wanted = samples.map((sample) => {
    const [name, requirement] = [sample].flat();
    const fault = reference.faults.find(({ id }) => id === `${of}/${name}`);
    const variant = reference.variants.find(({ id }) => id.split('/').at(-1) === name);
    const run = name === 'clean' ? name : (fault ?? variant)?.id;
    const shows = requirement === undefined ? fault?.kills : `${of}/${requirement}`;
    if (run === undefined || shows === undefined) throw new Error(`${name}: no such run, or no requirement to show`);
    return { run, requirement: shows };
  });
  const runs = await pMap(
    grouped(wanted, ({ run }) => run),
    async ([run, shows]) => {
      const only = shows.map(({ requirement }) => requirement);
      return [run, (await runOf(deviationsOf(reference, run), only)).results] as const;
    },
    { concurrency: AT_ONCE },
  );
  const results = new Map(runs);
  const paragraphs = wanted.map(({ run, requirement }) => {
    const result = resultOf(results.get(run) as Results, requirement);
    if (result === undefined) throw new Error(`${run}: no result of ${requirement}`);
    return `${run}\n${shown(result)}`;
  });
  return `${paragraphs.join('\n\n')}\n`;
}

function deviationsOf({ faults }: InProcessReference, run: string): Deviations {
  if (run === 'clean') return {};
  return faults.some(({ id }) => id === run) ? { fault: run } : { variants: [run] };
}

function shown({ id, verdict, blame, message, got, at }: Result) {
  const head = `  ${verdict}${blame === undefined ? '' : ` (${blame})`} ${id}${at === undefined ? '' : ` at ${at}`}`;
  return CHANGING.reduce(
    (text, [pattern, name]) => text.replace(pattern, name),
    `${head}\n  ${message ?? got ?? ''}`.trimEnd(),
  );
}
