/** `assay selftest`: verifies that the suite detects faults and accepts legal variants. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../contract/root.ts';
import type { Interface } from '../../../contract/types.ts';
import { InputError } from '../../../files/read-file.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { first } from '../../../report/parts/tally.ts';
import { CLEAR_LINE } from '../../../report/terminal/progress.ts';
import { refuseUnwritable } from '../../../run/directory/run-files.ts';
import { SUITED } from '../../../run/installed/suited.ts';
import { proofPage, updatedPage } from '../../../selftest/markdown.ts';
import { countsOf, type InterfaceProof, problemsOf, triedIn } from '../../../selftest/proof.ts';
import { selectedBy } from '../../../selftest/selected.ts';
import { type Proof, selftest } from '../../../selftest/selftest.ts';
import { answerWith, type Context } from '../../context.ts';
import { listenForInterruption } from '../../interruption.ts';
import { interfacesAmong, type Options, wholeNumber } from '../../program/options.ts';

interface SelftestOptions extends Options {
  readonly seeds?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly alone?: true;
  readonly sometimes?: true;
  readonly fault?: readonly string[];
  readonly variant?: readonly string[];
  readonly proof?: string;
}

/** Per interface; more would take days. */
const MOST_SEEDS = 100_000;
const MOST_SEED = 999_999_999;
const MOST_WORKERS = 64;

/**
 * @returns 0 if everything is proven, 1 if something is not or could not be tested, 4 if a control failed, 130 if
 * interrupted
 */
export async function selftestCommand(context: Context, options: SelftestOptions): Promise<number> {
  const interfaces = options.interface && interfacesAmong(options.interface, SUITED);
  const numbers = {
    seeds: wholeNumber('--seeds', options.seeds, 0, MOST_SEEDS),
    seed: wholeNumber('--seed', options.seed, 0, MOST_SEED),
    workers: wholeNumber('--workers', options.workers, 0, MOST_WORKERS),
  };
  // Checked before the campaign starts.
  const selected = await selectedIn(options, interfaces);
  if (options.out !== undefined) refuseUnwritable(options.out);
  const interruption = listenForInterruption(context);
  try {
    const how = {
      interfaces,
      selected,
      ...numbers,
      alone: options.alone === true,
      sometimes: options.sometimes === true,
      signal: interruption.signal,
      on: progressOf(context),
    };
    const proof = await selftest(how);
    await answerWith(context, options.json, proof, () => shown(proof, options.out, selected !== undefined));
    if (options.out !== undefined)
      await writeWhole(join(options.out, 'selftest.json'), `${JSON.stringify(proof, null, 2)}\n`);
    if (options.proof !== undefined) {
      if (proof.left.length > 0)
        context.remark(
          `${options.proof} not written: ${proof.left.map((one) => one.interface).join(', ')} not tested.`,
        );
      else if (proof.exitCode !== 0) context.remark(`${options.proof} not written: the self-test failed.`);
      else {
        const known =
          interfaces && existsSync(options.proof) ? options.proof : join(packageRoot(), 'docs/evidence/proof.md');
        const write = interfaces ? updatedPage : proofPage;
        await writeWhole(options.proof, write(readFileSync(known, 'utf8'), proof));
      }
    }
    return proof.exitCode;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    context.remark('Self-test interrupted. Partial results were discarded.');
    return 130;
  } finally {
    interruption.release();
  }
}

/** Returns the faults and variants that are named, or undefined if none is. */
async function selectedIn(
  { fault = [], variant = [], ...options }: SelftestOptions,
  interfaces: readonly Interface[] = SUITED,
) {
  if (fault.length + variant.length === 0) return undefined;
  const other = (['seeds', 'seed', 'out', 'proof'] as const).find((name) => options[name] !== undefined);
  if (other) throw new InputError(`--${other} cannot be combined with --fault or --variant.`);
  return selectedBy(interfaces, { faults: fault, variants: variant });
}

/** Returns a progress line, on a terminal only. */
function progressOf({ interactive }: Context): NonNullable<Parameters<typeof selftest>[0]>['on'] {
  return ({ done, of, interface: name }) => {
    if (interactive) process.stderr.write(done === of ? CLEAR_LINE : `${CLEAR_LINE}${done} of ${of} runs, ${name}`);
  };
}

function shown(proof: Proof, out: string | undefined, narrowed: boolean) {
  const untested = proof.left.map(({ interface: of, why }) => `${of} was not tested: ${why}`);
  return [
    // The reasons contain the interfaces that were named on the command line and not tested.
    ...new Set([...proof.reasons, ...untested]),
    ...(proof.alone ? [] : ['Several faults, and several variants, were tried at once. --alone tries each by itself.']),
    '',
    ...proof.interfaces.flatMap((one) => linesOf(one, narrowed)),
    `${triedIn(proof)} ${narrowed ? 'tried' : 'faults, variants and random deployments'} in ${(proof.durationMs / 1000).toFixed(1)} s${out === undefined ? '' : `; ${join(out, 'selftest.json')}`}`,
  ];
}

/** Maximum number of printed problems of one kind. */
const MOST_LINES = 12;

/** @param narrowed only named faults and variants were tried: the requirements that they are about are listed */
function linesOf(proof: InterfaceProof, narrowed: boolean) {
  const { interface: of, requirements, faults, sometimes, lawful, unlawful } = proof;
  const { documented, shown, others } = countsOf(proof);
  const legal = lawful.alone + lawful.together + lawful.drawn;
  const lines: readonly (readonly [tried: number, line: string])[] = [
    [
      narrowed ? 0 : documented,
      `${shown} of ${documented} documented requirements shown to fail; ${others} standard and inferred requirements`,
    ],
    [faults.total, `${faults.killed} of ${faults.total} faults detected`],
    [
      sometimes?.total ?? 0,
      `${sometimes?.standard} of ${sometimes?.total} intermittent faults detected at depth standard, ${sometimes?.thorough} at depth thorough`,
    ],
    [sometimes?.drawn ?? 0, `${sometimes?.found} of ${sometimes?.drawn} random intermittent faults detected`],
    [
      legal,
      `${lawful.misjudged.length} of ${legal} legal deployments judged wrongly: ${lawful.alone} with one variant, ${lawful.together} with several, ${lawful.drawn} random`,
    ],
    [unlawful.drawn, `${unlawful.named} of ${unlawful.drawn} random contradictions detected`],
  ];
  return [
    of,
    ...(narrowed
      ? requirements.map(({ id, faults: own, killed }) => `  ${id}: fails with ${killed} of ${own.length} faults`)
      : []),
    ...lines.flatMap(([tried, line]) => (tried > 0 ? [`  ${line}`] : [])),
    ...problemsOf(proof).flatMap((problems) => first(problems, MOST_LINES).map((line) => `    ${line}`)),
    '',
  ];
}
