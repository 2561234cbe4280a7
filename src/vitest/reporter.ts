/** A vitest reporter that stays out of the way: the report is the engine's, the exit code the gate's. */
import type { Reporter, TestModule } from 'vitest/node';
import type { Results } from '../engine/types.ts';

export class VerdictReporter implements Reporter {
  constructor(
    private readonly results: Results,
    private readonly render: () => string,
  ) {}

  /** Says how many tests vitest showed, then the report; the gate decides the exit code. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) states[test.result().state] += 1;
    process.stdout.write(`${this.render()}\n\nvitest: ${states.passed} passed, ${states.failed} failed, ${states.skipped} not shown as either\n`);
    for (const error of errors) process.stderr.write(`vitest: ${String((error as Error).message ?? error)}\n`);
    process.exitCode = errors.length > 0 && this.results.exitCode === 0 ? 4 : this.results.exitCode;
  }
}
