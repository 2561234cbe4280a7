/** Shows requirements as vitest tests: one run of the engine, each test only tells its verdict. */
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import type { Interface, Requirement } from '../contract/types.ts';
import type { Result, Results } from '../engine/types.ts';
import { runConformance } from '../run/run-conformance.ts';
import { loadContract } from '../run/suites.ts';
import { failureMessage } from './failure-message.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assay?: Results;
    /** Where the evidence lies, if Allure is to be told. */
    assayAllure?: string;
  }
}

export interface ConformanceTestOptions {
  /** Settings; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly only?: string | readonly string[];
  /** Directory for results.json and evidence. */
  readonly out?: string;
  /** Run against the embedded reference. */
  readonly reference?: boolean;
}

/**
 * Registers one test a requirement of an interface, under its operation. Nothing is sent while tests are collected,
 * so `vitest list` sends nothing. Results that the host provides are shown; else the engine runs once before the first test.
 * Do not let vitest retry: a verdict does not change by asking again.
 */
export function conformance(of: Interface, options: ConformanceTestOptions = {}): void {
  const contract = loadContract(of);
  const groups = new Map<string, Requirement[]>();
  for (const row of contract.requirements.values()) {
    const group = row.operation ?? 'interface';
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  let results: Results | undefined;
  const interruption = new AbortController();
  describe(of, () => {
    beforeAll(async () => {
      results = inject('assay') ?? (await runConformance({ env: options.env ?? process.env, signal: interruption.signal, ...withoutUndefined(options) }));
    }, 3_600_000);
    afterAll(() => interruption.abort());
    test('gate', async ({ skip }) => {
      if (inject('assayAllure') !== undefined) await (await import('./allure.ts')).placeInAllure(of, 'gate', undefined);
      if (results?.problems && results.problems.length > 0) throw new Error(results.problems.join('\n'));
      // Nothing verified, a fault of ours, an interruption: no requirement has failed, and yet nothing has passed. A host tells of its gate itself.
      if (results && results.exitCode > 1 && inject('assay') === undefined) throw new Error(results.gate.join('\n'));
      if (results?.notConfigured.includes(of)) skip(`${of} is not configured`);
    });
    for (const [operation, rows] of groups) {
      describe(operation, () => {
        for (const row of rows) {
          test(`${row.title} [${row.id}]`, { retry: 0 }, async ({ task, skip }) => {
            const result = results?.requirements.find((one) => one.id === row.id);
            const left = results?.notPlanned.find((one) => one.id === row.id);
            task.meta.assay = result;
            const directory = inject('assayAllure');
            const allure = directory === undefined ? undefined : await import('./allure.ts');
            if (result === undefined || results === undefined) {
              await allure?.placeInAllure(of, operation, left?.why);
              return skip(left?.why ?? 'it was not planned');
            }
            if (directory !== undefined) await allure?.tellAllure(result, results, directory);
            show(result, results, skip);
          });
        }
      });
    }
  });
}

declare module 'vitest' {
  interface TaskMeta {
    assay?: Result | undefined;
  }
}

/** A pass passes, a fail or a fault of ours fails, everything else is skipped with its verdict and reason. */
function show(result: Result, results: Results, skip: (note?: string) => void): void {
  if (result.verdict === 'pass') return;
  if (result.verdict === 'fail' || result.verdict === 'error') throw new Error(failureMessage(result, results));
  skip(`${result.verdict}: ${result.message ?? result.got ?? ''}`);
}

function withoutUndefined(options: ConformanceTestOptions): Pick<ConformanceTestOptions, 'only' | 'out' | 'reference'> {
  return {
    ...(options.only !== undefined && { only: options.only }),
    ...(options.out !== undefined && { out: options.out }),
    ...(options.reference !== undefined && { reference: options.reference }),
  };
}
