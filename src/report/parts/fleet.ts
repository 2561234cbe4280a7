/** The sentences about a fleet in every report. */
import type { FleetOverview, MemberState } from '../../compare/fleet.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { someOf } from '../../records/preview.ts';
import { number } from './tally.ts';

/** Words for the state of a deployment. */
export const STATES: Readonly<Record<MemberState, string>> = {
  judged: 'judged',
  'nothing-verified': 'not verified',
  'not-run': 'not run',
};

/** Returns how many deployments passed; the source of the exit code; and how many are not compared with the others. */
export function fleetLines({ deployments, exitCode, shard, planned }: FleetOverview): string[] {
  const passed = deployments.filter((one) => one.exitCode === 0).length;
  const part = shard ? ` Part ${shard.index} of ${shard.of}; the fleet has ${planned.length}.` : '';
  const worst = deployments.flatMap((one) => (one.exitCode === exitCode ? one.name : []));
  const left = [
    ...grouped(
      deployments.filter(({ state }) => state !== 'judged'),
      ({ state }) => STATES[state],
    ),
  ].map(([state, own]) => `${own.length} ${state}`);
  return [
    `${number(deployments.length, 'deployment')}: ${passed} passed, ${deployments.length - passed} did not`,
    `Exit code ${exitCode}${exitCode === 0 ? '' : `: that of ${someOf(worst, 3)}`}.${part}`,
    ...(left.length > 0 ? [`Not compared with the other deployments: ${left.join(', ')}.`] : []),
  ];
}
