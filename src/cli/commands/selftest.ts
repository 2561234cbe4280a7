/** `assay selftest`: verifies that the suite detects faults and accepts legal variants. */
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interface } from '../../contract/types.ts';
import { given, InputError } from '../../files/input.ts';
import { writeWhole } from '../../files/write-file.ts';
import { first } from '../../report/parts/tally.ts';
import { SUITED } from '../../run/suited.ts';
import { proofHtml } from '../../selftest/html.ts';
import { proofPage, updatedPage } from '../../selftest/markdown.ts';
import { type InterfaceProof, type Proof, triedIn } from '../../selftest/proof.ts';
import { selftest } from '../../selftest/selftest.ts';
import { notKnown } from '../../settings/nearest.ts';
import { answerWith, type Context } from '../context.ts';
import { listenForInterruption } from '../interruption.ts';
import { type Options, wordsOf } from '../program/options.ts';
import { CLEAR_LINE } from '../progress.ts';

interface SelftestOptions extends Options {
  readonly seeds?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly alone?: true;
  readonly proof?: string;
}

/** Per interface; more would take days. */
const MOST_SEEDS = 100_000;
const MOST_SEED = 999_999_999;
const MOST_WORKERS = 64;

/** @returns 0 if everything is proven, 1 if something is not or could not be tested, 4 if a control failed, 130 if interrupted */
export async function selftestCommand(context: Context, options: SelftestOptions): Promise<number> {
  const interfaces = interfacesOf(options.interface);
  const numbers = {
    seeds: whole('seeds', options.seeds, MOST_SEEDS),
    seed: whole('seed', options.seed, MOST_SEED),
    workers: whole('workers', options.workers, MOST_WORKERS),
  };
  // Checked before the campaign starts.
  if (options.out !== undefined) await folder(options.out);
  const interruption = listenForInterruption(context);
  try {
    const proof = await selftest({
      ...(interfaces && { interfaces }),
      ...given(numbers, ['seeds', 'seed', 'workers']),
      alone: options.alone === true,
      signal: interruption.signal,
      on: progressOf(context),
    });
    answerWith(context, options.json, proof, () => shown(proof, options.out));
    if (options.out !== undefined) {
      await writeWhole(join(options.out, 'selftest.json'), `${JSON.stringify(proof, null, 2)}\n`);
      await writeWhole(join(options.out, 'selftest.html'), proofHtml(proof));
    }
    if (options.proof !== undefined) {
      if (proof.left.length > 0)
        context.remark(
          `${options.proof} not written: ${proof.left.map((one) => one.interface).join(', ')} not tested.`,
        );
      else
        await writeWhole(
          options.proof,
          interfaces && existsSync(options.proof)
            ? updatedPage(readFileSync(options.proof, 'utf8'), proof)
            : proofPage(proof),
        );
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

function interfacesOf(values: readonly string[] | undefined): Interface[] | undefined {
  const names = values && wordsOf(values);
  const unknown = names?.find((name) => !SUITED.includes(name));
  if (unknown !== undefined) throw new InputError(notKnown('interface', unknown, SUITED));
  return names;
}

function whole(name: string, value: string | undefined, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) > most)
    throw new InputError(`--${name} "${value}" must be a whole number from 0 to ${most}. Example: --${name} 2`);
  return Number(value);
}

async function folder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new InputError(`Cannot write to --out "${path}" (${(error as Error).message}).`);
  }
}

/** A progress line, on a terminal only. */
function progressOf({
  interactive,
}: Context): (progress: { readonly done: number; readonly of: number; readonly interface: string }) => void {
  if (!interactive) return () => undefined;
  return ({ done, of, interface: name }) =>
    void process.stderr.write(done === of ? CLEAR_LINE : `${CLEAR_LINE}${done} of ${of} runs, ${name}`);
}

function shown(proof: Proof, out: string | undefined): string {
  const seconds = (proof.durationMs / 1000).toFixed(1);
  const tried = triedIn(proof);
  return [
    ...proof.reasons,
    ...(proof.alone ? [] : ['Several faults, and several variants, were tried at once. --alone tries each by itself.']),
    '',
    ...proof.interfaces.flatMap(linesOf),
    // Interfaces named on the command line are among the reasons.
    ...proof.left
      .map(({ interface: of, why }) => `${of} was not tested: ${why}`)
      .filter((line) => !proof.reasons.includes(line)),
    `${tried} faults, variants and random deployments in ${seconds} s (${Math.round((tried / proof.durationMs) * 60_000)} per minute), ${Math.round(proof.peakMemoryBytes / 2 ** 20)} MiB peak${out === undefined ? '; use --out DIR to write selftest.json and an HTML page' : `; ${join(out, 'selftest.html')}`}`,
  ].join('\n');
}

/** Maximum number of printed problems of one kind. */
const MOST_LINES = 12;

function linesOf({ interface: of, requirements, faults, lawful, unlawful, coverage, flaws }: InterfaceProof): string[] {
  const documented = requirements.filter(({ basis }) => basis === 'documented');
  const some = (problems: readonly string[]): string[] =>
    first(
      problems,
      MOST_LINES,
      (problem) => `    ${problem}`,
      (left) => `    and ${left} more`,
    );
  return [
    of,
    `  ${documented.filter(({ killed }) => killed > 0).length} of ${documented.length} documented requirements shown to fail; ${requirements.length - documented.length} standard and inferred requirements`,
    `  ${faults.killed} of ${faults.total} faults killed`,
    ...some(faults.survivors.map(({ id, why }) => `survived: ${id}: ${why}`)),
    ...some(faults.undeclared.map(({ id, red }) => `undeclared: ${id}: ${red.join(' ')}`)),
    `  ${lawful.alone} variants, ${lawful.together} combinations, ${lawful.drawn} random legal deployments: ${lawful.misjudged.length} misjudged`,
    ...some(
      lawful.misjudged.map(
        ({ of: parts, seed, alarms, lost }) =>
          `${seed === undefined ? '' : `seed ${seed}: `}${parts.join(' + ')}: ${[...alarms, ...lost.map((id) => `lost ${id}`)].slice(0, 3).join('; ')}`,
      ),
    ),
    `  ${unlawful.named} of ${unlawful.drawn} random contradictions detected`,
    ...some(unlawful.misses.map(({ seed, kills, what, instead }) => `seed ${seed}: ${what}: ${kills}: ${instead}`)),
    ...some(coverage.unproven.map((id) => `no fault: ${id}`)),
    ...some(coverage.strangers.map((id) => `no requirement: ${id}`)),
    ...some(coverage.redGaps.map((id) => `a gap that failed: ${id}`)),
    ...some(flaws.map((flaw) => `flawed: ${flaw}`)),
    '',
  ];
}
