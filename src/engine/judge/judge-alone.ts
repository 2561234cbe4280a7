/** Judges a single response. Pure. */
import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import type { AnyProbe, Fact, RecordedLane, Suite } from '../words/types.ts';
import { judge } from './judge.ts';

/** Returns the probe whose checks judge a single response of this operation, or undefined if no probe calls it. */
export function probeOf(operation: string, { probes }: Pick<Suite, 'probes'>): AnyProbe | undefined {
  return probes.find((one) => one.operation === operation && !one.last);
}

/** Returns facts from the checks that need only the responses of this exchange's probe; other checks are left out. */
export function judgeAlone(
  exchange: Exchange,
  lane: RecordedLane,
  contract: Contract,
  suite: Pick<Suite, 'checks'>,
): Fact[] {
  const probes = [{ probe: exchange.probe, lane: lane.name, state: 'done' as const, exchanges: [exchange.id] }];
  const checks = checksAlone(exchange.probe, suite);
  const recording = { interface: contract.interface, lanes: [lane], probes, exchanges: [exchange] };
  const found = judge(recording, contract, { checks });
  return found.filter(({ kind }) => kind === 'upheld' || kind === 'contradicted' || kind === 'observed');
}

/** Returns the checks that need the responses of only one probe, and at most use those of others. */
export function checksAlone(probe: string, { checks }: Pick<Suite, 'checks'>): Suite['checks'] {
  return checks.filter(({ needs }) => {
    const needed = needs.filter(({ optional }) => optional !== true);
    return needed.length > 0 && needed.every((need) => need.probe.name === probe);
  });
}
