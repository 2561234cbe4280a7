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

  /** The report, and what vitest could not show; the gate decides the exit code. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    process.stdout.write(this.render());
    const faults = [...errors, ...modules.flatMap((module) => module.errors())];
    for (const { message } of faults) process.stderr.write(`vitest: ${message}\n`);
    if (faults.length > 0) this.exitCode = worstExitCode([this.exitCode, 4]);
    process.exitCode = this.exitCode;
  }
}
