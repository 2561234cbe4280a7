/** The sentences about a fleet in every report. */
import type { FleetOverview, ListedMember, MemberState } from '../../compare/fleet.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { someOf } from '../../records/preview.ts';
import { number } from './tally.ts';

/** Words for the state of a deployment. */
export const STATES: Readonly<Record<MemberState, string>> = {
  judged: 'judged',
  'nothing-verified': 'not verified',
  'not-run': 'not run',
};

/** How the run of a deployment ended, by its exit code. */
const ENDED: Readonly<Record<number, string>> = {
  1: 'failed',
  3: 'not fully verified',
  4: 'ended with an error',
  130: 'interrupted',
};

/** Returns how many deployments passed, and how the others ended. */
export function fleetLines({ deployments, exitCode, shard, planned }: FleetOverview): string[] {
  const part = shard ? ` Part ${shard.index} of ${shard.of}; the fleet has ${planned.length}.` : '';
  const others = deployments.filter((one) => one.exitCode !== 0);
  const incomplete = deployments.filter((one) => one.exitCode === 0 && one.conclusion === 'incomplete').length;
  const howOf = ({ state, exitCode }: ListedMember) =>
    `${state === 'not-run' || (state === 'nothing-verified' && exitCode === 3) ? STATES[state] : ENDED[exitCode]}`;
  const ended = [...grouped(others, howOf)].map(
    ([how, own]) =>
      `${own.length} ${how} (${someOf(
        own.map(({ name }) => name),
        3,
      )})`,
  );
  return [
    `${number(deployments.length, 'deployment')}: ${deployments.length - others.length} passed${incomplete > 0 ? ` (${incomplete} incomplete)` : ''}, ${others.length} did not`,
    `${ended.length > 0 ? `${ended.join(', ')}. ` : ''}Exit code ${exitCode}.${part}`,
  ];
}
