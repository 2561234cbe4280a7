/** Recordings without some scenarios, or with calls that did not return: no contradiction, and no crash. */
import { startClientLibraryReference } from '../../reference/client-library/start.ts';
import type { ConductedRun } from '../../src/engine/send/run.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import type { Exchange } from '../../src/wire/types.ts';
import type { Report, Step } from '../../suites/client-library/scenario.ts';
import { exchangesOf, judgedAgain } from '../damaged.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { redOf } from '../verdicts.ts';

const HUNG: Step['outcome'] = { ended: { how: 'hung', detail: 'no answer within 20000 ms' } };
const NO_CALL: Step['outcome'] = { notMade: 'it was not called', offered: true };

describeWith(PEERS.python, 'a run of the reference library', () => {
  let conducted: ConductedRun;
  beforeAll(async () => {
    const outcome = await hostRun({ env: startClientLibraryReference().env });
    conducted = outcome.conducted as ConductedRun;
  });

  /** Returns the requirements that fail or warn if one exchange is changed. */
  function red(changed: string, change: (exchange: Exchange) => Exchange) {
    const results = judgedAgain(conducted, (each) => (each.id === changed ? change(each) : each));
    return redOf(results).map(({ id, message }) => `${changed}: ${id}: ${message}`);
  }
  /** All but the first way to give a credential, which decides what a run does afterwards. */
  const recorded = () => exchangesOf(conducted).filter(({ label }) => label !== 'certificate-and-key');
  const reportOf = ({ outcome }: Exchange): Report => JSON.parse(Buffer.from(outcome.body?.bytes ?? []).toString());
  const reporting = (exchange: Exchange, steps: Step[]): Exchange => {
    const bytes = Buffer.from(JSON.stringify({ ...reportOf(exchange), steps }));
    const { outcome } = exchange;
    return { ...exchange, outcome: { ...outcome, body: { ...outcome.body, bytes } } as Exchange['outcome'] };
  };

  /** Whether three calls before and after a call are equal to it: that of a hundred equal ones shows nothing more. */
  const isWithinMany = (steps: readonly Step[], at: number) =>
    [-3, -2, -1, 1, 2, 3].every((by) => steps[at + by]?.call === steps[at]?.call);

  test('of which any one scene came to nothing', () => {
    const outcome = { kind: 'failure', phase: 'connect', code: 'NO_INTERPRETER', message: 'not started' } as const;
    expect(recorded().flatMap(({ id }) => red(id, (each) => ({ ...each, outcome })))).toEqual([]);
  });

  test('of which any one call did not return, whether its request arrived or not', () => {
    const alarms = recorded().flatMap((exchange) =>
      reportOf(exchange).steps.flatMap(({ arrivals }, at, steps) =>
        (isWithinMany(steps, at) ? [] : arrivals.length > 0 ? [false, true] : [false]).flatMap((arrived) =>
          red(exchange.id, (each) =>
            reporting(
              each,
              steps.map((step, index) =>
                index < at
                  ? step
                  : index === at
                    ? { ...step, outcome: HUNG, arrivals: arrived ? step.arrivals : [] }
                    : { ...step, outcome: NO_CALL, arrivals: [] },
              ),
            ),
          ),
        ),
      ),
    );
    expect(alarms).toEqual([]);
  });
});
