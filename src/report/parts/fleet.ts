/** The sentences about a fleet in every report. */
import type { FleetOverview, MemberState } from '../../compare/fleet.ts';
import { someOf } from '../../records/preview.ts';
import { number } from './tally.ts';

/** Words for the state of a deployment. */
export const STATES: Readonly<Record<MemberState, string>> = {
  judged: 'judged',
  'nothing-verified': 'not verified',
  'not-run': 'not run',
};

/** How a deployment ended, by its exit code. */
const ENDED: Readonly<Record<number, string>> = {
  1: 'failed',
  2: 'not started',
  3: 'not fully verified',
  4: 'ended with an error',
  130: 'interrupted',
};

/** Returns how many deployments passed, and how the others ended. */
export function fleetLines({ deployments, exitCode, shard, planned }: FleetOverview): string[] {
  const passed = deployments.filter((one) => one.exitCode === 0).length;
  const part = shard ? ` Part ${shard.index} of ${shard.of}; the fleet has ${planned.length}.` : '';
  const ended = Object.entries(ENDED).flatMap(([code, how]) => {
    const own = deployments.flatMap((one) => (one.exitCode === Number(code) ? one.name : []));
    return own.length > 0 ? [`${own.length} ${how} (${someOf(own, 3)})`] : [];
  });
  return [
    `${number(deployments.length, 'deployment')}: ${passed} passed, ${deployments.length - passed} did not`,
    `${ended.length > 0 ? `${ended.join(', ')}. ` : ''}Exit code ${exitCode}.${part}`,
  ];
}
