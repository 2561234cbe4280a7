/** Shows requirements as vitest tests: the engine runs once per interface, and each test shows one verdict. */

import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Interface } from '../contract/types.ts';
import { grouped } from '../engine/account/grouping.ts';
import type { Result, Results } from '../engine/words/types.ts';
import { inTwo } from '../report/parts/tally.ts';
import { catalogue } from '../run/installed/catalogue.ts';
import { cannotBegin, onlyOthersConfigured } from '../run/ready.ts';
import type { Environment } from '../settings/types.ts';
import { failureOf } from './failure-message.ts';

export interface ConformanceTestOptions {
  /** Settings; default `process.env`. */
  readonly env?: Environment;
  readonly only?: string | readonly string[];
  /** Directory for results.json and evidence. */
  readonly out?: string;
  /** Run against the embedded reference. */
  readonly reference?: boolean;
}

/**
 * Registers one test per requirement of an interface, grouped by operation. No request is sent while tests are
 * collected, so `vitest list` sends no request. The engine runs once before the first test and tests only this
 * interface, even if the settings configure others. If the settings configure other interfaces only, every test is
 * skipped; if they configure none or have a problem, the gate fails, and no other test is registered.
 */
export function conformance(of: Interface, options: ConformanceTestOptions = {}): void {
  let results: Results | undefined;
  let absent = false;
  const interruption = new AbortController();
  describe(of, async () => {
    beforeAll(async () => {
      const env = options.env ?? process.env;
      absent = !options.reference && onlyOthersConfigured(of, env);
      if (absent) return;
      // Not loaded to list the tests.
      const { hostRun } = await import('../run/run-conformance.ts');
      ({ results } = await hostRun({
        env,
        interface: of,
        signal: interruption.signal,
        only: options.only,
        out: options.out,
        reference: options.reference,
      }));
    }, 3_600_000);
    afterAll(() => interruption.abort());
    test('gate', ({ skip }) => {
      if (results?.problems && results.problems.length > 0) throw withoutStack(results.problems);
      // Nothing verified, an error in Assay, an interruption: the gate is closed although no requirement failed.
      if (results && results.exitCode > 1) throw withoutStack(results.gate);
      if (absent) skip(`${of} is not configured`);
    });
    // A single error is enough: its requirements would all be skipped for the same reason.
    if (!options.reference && cannotBegin(of, options.env ?? process.env)) return;
    for (const [subject, requirements] of await requirementsBySubject(of)) {
      describe(subject, () => {
        for (const requirement of requirements) {
          test(`${inTwo(requirement.title)[1]} [${requirement.id}]`, { retry: 0 }, ({ skip }) => {
            const result = results?.requirements.find((one) => one.id === requirement.id);
            const left = results?.notPlanned.find((one) => one.id === requirement.id);
            if (result === undefined) return skip(left?.why ?? (absent ? `${of} is not configured` : 'not planned'));
            show(result, skip);
          });
        }
      });
    }
  });
}

async function requirementsBySubject(of: Interface) {
  const listed = (await catalogue()).find((one) => one.interface === of);
  const groups = grouped(listed?.requirements ?? [], ({ title }) => inTwo(title)[0]);
  if (groups.size === 0) throw new Error(`Unknown interface: ${of}.`);
  return groups;
}

/** Returns an error about the settings or the service: places in Assay's code would only distract. */
function withoutStack(sentences: readonly string[]) {
  const error = new Error(sentences.join('\n'));
  error.stack = `Error: ${error.message}`;
  return error;
}

/**
 * Shows a result as the outcome of its test: a pass passes, a fail or an error in Assay fails, every other verdict is
 * skipped with its reason.
 */
function show(result: Result, skip: (note?: string) => void) {
  if (result.verdict === 'pass') return;
  const failure = failureOf(result);
  if (failure) throw failure;
  skip(`${result.verdict}: ${result.message ?? result.got ?? ''}`);
}
