/**
 * A run's steps against the embedded references in this process, to estimate how many requests a run sends and what it
 * creates.
 */

import type { Contract, Creation, Interface } from '../contract/types.ts';
import { sendRequests } from '../engine/send/run.ts';
import { patternOf } from '../engine/send/select.ts';
import type { ProbeOutcome } from '../engine/words/types.ts';
import { namesIn } from '../files/read-file.ts';
import { SETTINGS_TABLE } from '../run/installed/settings-table.ts';
import { descriptorOf } from '../run/installed/suites.ts';
import { makeReady, settingsOf } from '../run/ready.ts';
import type { Depth, Environment } from '../settings/types.ts';
import type { Exchange } from '../wire/types.ts';
import { type InProcessReference, inProcess, inProcessReferenceOf } from './in-process.ts';

/** Requests and creations of one step. */
export interface Rehearsed {
  /** Retries and clean-up included. */
  readonly requests: number;
  readonly created: Readonly<Record<Creation, number>>;
}

/** Returns the key of a step. */
export const stepKey = (lane: string, probe: string): string => `${lane} ${probe}`;

/**
 * Runs the steps of one interface against its reference, with the settings that `env` sets; sends no request to a
 * deployment. A profile is not applied.
 * @returns by step; undefined if the reference does not work with such settings, or needs a separate process
 */
export async function rehearse(
  of: Interface,
  env: Environment,
  only: readonly string[],
  depth: Depth,
): Promise<ReadonlyMap<string, Rehearsed> | undefined> {
  if (descriptorOf(of).machine !== undefined) return undefined;
  const reference = await inProcessReferenceOf(of);
  try {
    const made = await makeReady(settingsOf([of], settingsLike(env, reference)));
    if (!made.ok) return undefined;
    const [ready] = made.ready;
    const selected = ready && selectedIn(only, ready.contract);
    if (ready === undefined || selected === undefined) return new Map();
    const handlers = await reference.deploy({});
    const { judgeables } = await sendRequests({
      ready: [ready],
      target: { ...made.target, depth },
      only: selected,
      ...inProcess(handlers),
    });
    const { exchanges = [], probes = [] } = judgeables[0]?.recording ?? {};
    const run = probes.filter(({ state }) => state === 'done');
    return counted(exchanges, run, ready.contract);
  } finally {
    await reference.close();
  }
}

/**
 * Returns the reference's values for the settings that are set, and for all numbers. Keeps the settings about what may
 * be created and what is not offered.
 */
function settingsLike(env: Environment, reference: InProcessReference) {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  const own = Object.entries(reference.env).filter(
    ([name]) => isSet(name) || isSet(`${name}_FILE`) || SETTINGS_TABLE.named(name)?.kind.is === 'integer',
  );
  return {
    ...Object.fromEntries(own),
    ASSAY_ALLOW_CREATE: env['ASSAY_ALLOW_CREATE'],
    ASSAY_NOT_OFFERED: env['ASSAY_NOT_OFFERED'],
  };
}

/** Returns the patterns that select something in a contract, or undefined if there are patterns, and none does. */
function selectedIn(only: readonly string[], { requirements }: Contract) {
  const patterns = namesIn(only).filter((pattern) => pattern !== '');
  const own = patterns.filter((pattern) => {
    const glob = patternOf(pattern.replace(/\/+$/, ''));
    return [...requirements.keys()].some((id) => glob.test(id));
  });
  return patterns.length > 0 && own.length === 0 ? undefined : own;
}

/** Returns the steps that ran, without those that exist only because of a profile. */
function counted(exchanges: readonly Exchange[], run: readonly ProbeOutcome[], contract: Contract) {
  const steps = new Map<string, Rehearsed>(
    run.map(({ lane, probe }) => [stepKey(lane, probe), { requests: 0, created: {} }]),
  );
  for (const { lane, probe, operation, attempts, ledger, outcome } of exchanges) {
    const before = steps.get(stepKey(lane, probe)) ?? { requests: 0, created: {} };
    const kind =
      ledger === undefined || (outcome.status ?? 0) >= 300 ? undefined : contract.operations.get(operation)?.creates;
    const created =
      kind === undefined ? before.created : { ...before.created, [kind]: (before.created[kind] ?? 0) + 1 };
    steps.set(stepKey(lane, probe), { requests: before.requests + attempts.length, created });
  }
  return steps;
}
