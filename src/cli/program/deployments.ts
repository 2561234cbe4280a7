/** Commands that test one deployment or many, prepare for it, and tidy up afterwards. */

import { INTERFACES } from '../../../suites/index.ts';
import { InputError } from '../../files/read-file.ts';
import type { MonitorOptions } from '../commands/deployments/run.ts';
import type { CommandRow } from './command.ts';
import { ABOUT_OPTIONS, ABOUT_SETTINGS } from './options.ts';

/** Commands about one deployment. */
export const DEPLOYMENT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'init',
    about: `Interfaces: ${INTERFACES.map(({ name }) => name).join(', ')}. ${ABOUT_OPTIONS}`,
    table: ['Required settings:', 'docs/lookup/settings.md', 'interface'],
    suggested: { '--interface': () => INTERFACES.map(({ name }) => name) },
    load: async () => (await import('../commands/deployments/init.ts')).initCommand,
  },
  {
    name: 'doctor',
    about: ABOUT_SETTINGS,
    load: async () => (await import('../commands/deployments/doctor.ts')).doctorCommand,
  },
  {
    name: 'plan',
    about: ABOUT_SETTINGS,
    groups: { Claims: '--plan --statement' },
    load: async () => (await import('../commands/deployments/plan.ts')).planCommand,
  },
  {
    name: 'run',
    about: ABOUT_SETTINGS,
    table: ['Exit codes with --monitor nagios:', 'docs/monitoring.md', 'code'],
    usual: '--reference --env-file --out --only --depth --verbose --quiet --baseline --fail-on --base --report --json',
    groups: {
      Gate: '--baseline --fail-on --require-complete',
      'Earlier runs': '--base --compare --only-failed-from',
      'Results and reports': '--replace --report --no-report --json --quiet',
      'With the embedded reference': '--fault --variant',
      Claims: '--plan --statement --nonce',
      Monitoring: '--monitor --timeout',
    },
    load: async () => async (context, options: MonitorOptions & { readonly monitor?: string }) => {
      const { monitorCommand, runCommand } = await import('../commands/deployments/run.ts');
      if (options.monitor) return monitorCommand(context, options);
      if (options.timeout !== undefined)
        throw new InputError(
          '--timeout needs --monitor nagios. For a time limit of the whole run, give --run-timeout-ms MS.',
        );
      return runCommand(context, options);
    },
  },
  {
    name: 'clean',
    about: ABOUT_SETTINGS,
    load: async () => (await import('../commands/deployments/clean.ts')).cleanCommand,
  },
];

/** Commands about many deployments. */
export const FLEET_COMMANDS: readonly CommandRow[] = [
  {
    name: 'fleet',
    groups: {
      Gate: '--baseline --fail-on --require-complete',
      'Earlier runs': '--base --compare',
      'Large fleets': '--at-once --shard',
    },
    load: async () => (await import('../commands/deployments/fleet.ts')).fleetCommand,
  },
  {
    name: 'merge',
    load: async () => (await import('../commands/deployments/fleet.ts')).mergeCommand,
  },
];
