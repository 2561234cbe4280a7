/** A reporter that keeps its reports, and exchanges around an attempt. */
import type { Reporter } from '../../src/engine/words/types.ts';
import type { FailurePhase } from '../../src/wire/types.ts';
import { contractOf, type ExchangeOptions, exchange } from './exchanges.ts';

/** Returns a reporter, and the lines that it keeps. */
export function listener(exchanges: Reporter['exchanges'] = []) {
  const lines: string[] = [];
  const unused = () => {
    throw new Error('not used here');
  };
  const report: Reporter = {
    assert(_row, test) {
      lines.push(test ? 'upheld' : 'contradicted');
      return test;
    },
    uphold: () => lines.push('upheld'),
    undecided: (_row, blame) => lines.push(`undecided ${blame}`),
    unstable: () => lines.push('unstable'),
    depends: () => lines.push('depends'),
    noData: () => lines.push('no data'),
    explains: () => undefined,
    notApplicable: () => lines.push('does not apply'),
    observe: (gap, value) => lines.push(`${gap.split('/').at(-1)}: ${String(value)}`),
    answered: unused,
    lane: 'certificate',
    settings: {},
    certificates: undefined,
    exchanges,
    returned: exchanges.filter(({ lane }) => lane === 'certificate'),
    contract: contractOf([]),
  };
  return { report, lines };
}

export const JOB = '{"job_id":"a","job_state":"b","priority":3}';
export const BEFORE = (options: ExchangeOptions = {}) => exchange({ text: JOB, at: 0, ...options });
export const AFTER = (options: ExchangeOptions = {}) => exchange({ text: JOB, at: 1000, ...options });
export const broken = (phase: FailurePhase, status: number): ExchangeOptions => ({
  outcome: { kind: 'failure', phase, code: 'ECODE', message: '', status },
});
export const attempt = (options: ExchangeOptions) =>
  exchange({ purpose: 'refusal', label: 'none', credential: 'none', at: 500, ...options });
