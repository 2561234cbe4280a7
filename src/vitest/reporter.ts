/** A vitest reporter that stays out of the way: the report is the engine's, the exit code the gate's. */
import type { Reporter, TestModule } from 'vitest/node';
import { worstExitCode } from '../engine/account/gate.ts';
import type { Results } from '../engine/words/types.ts';

export class VerdictReporter implements Reporter {
  /** The gate's, where vitest could show everything; else that of a fault, if nothing worse holds. */
  exitCode: number;

  constructor(
    results: Results,
    private readonly render: () => string,
  ) {
    this.exitCode = results.exitCode;
  }

  /** Says how many tests vitest showed, then the report; the gate decides the exit code. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const states = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) states[test.result().state] += 1;
    process.stdout.write(
      `${this.render()}\n\nvitest: ${states.passed} passed, ${states.failed} failed, ${states.skipped} not shown as either\n`,
    );
    const faults = [...errors, ...modules.flatMap((module) => module.errors())];
    for (const { message } of faults) process.stderr.write(`vitest: ${message}\n`);
    if (faults.length > 0) this.exitCode = worstExitCode([this.exitCode, 4]);
    process.exitCode = this.exitCode;
  }
}
