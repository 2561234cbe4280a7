/** All commands, in the order of the help. The code of each, and the suites, are loaded when they are needed. */
import type { Command } from 'commander';
import { InputError } from '../../files/read-file.ts';
import type { MonitorOptions } from '../commands/deployments/run.ts';
import type { CommandRow } from './command.ts';
import { ABOUT_OPTIONS, ABOUT_SETTINGS, idsOf } from './options.ts';

const interfaces = async () => (await import('../../../suites/index.ts')).INTERFACES;
/** Returns the interfaces with a reference that clients can connect to. */
const served = async () => (await interfaces()).flatMap((one) => (one.served ? [one.name] : []));

const baseline = () => import('../commands/results/baseline.ts');

/** Commands that test one deployment; they take settings as options. */
export const DEPLOYMENT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'init',
    about: ABOUT_OPTIONS,
    table: ['Required settings:', 'docs/lookup/settings.md', 'interface'],
    suggested: { '--interface': async () => (await interfaces()).map(({ name }) => name) },
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

/** Commands by heading. */
export const GROUPS: Readonly<Record<string, readonly CommandRow[]>> = {
  'Test a deployment:': DEPLOYMENT_COMMANDS,
  'Test many deployments:': [
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
  ],
  'Understand the results:': [
    {
      name: 'list',
      load: async () => (await import('../commands/results/list.ts')).listCommand,
    },
    {
      name: 'explain',
      suggested: {
        '[word...]': async () => {
          const { TOPICS, WORDS } = await import('../topics.ts');
          const words = [...Object.keys(TOPICS), ...WORDS.keys()].filter((word) => !word.includes(' '));
          return [...new Set(words), ...(await idsOf('requirements', 'gaps', 'settings')())];
        },
      },
      takesOptions: true,
      load: async () => (await import('../commands/results/explain.ts')).explainCommand,
    },
    {
      name: 'open',
      load: async () => (await import('../commands/results/open.ts')).openCommand,
    },
    {
      name: 'report',
      load: async () => (await import('../commands/results/report.ts')).reportCommand,
    },
    {
      name: 'judge',
      load: async () => (await import('../commands/results/judge.ts')).judgeCommand,
    },
    {
      name: 'diff',
      load: async () => (await import('../commands/results/history.ts')).diffCommand,
    },
    {
      name: 'history',
      load: async () => (await import('../commands/results/history.ts')).historyCommand,
    },
    {
      name: 'baseline',
      commands: [
        {
          name: 'init',
          load: async () => (await baseline()).initCommand,
        },
        {
          name: 'check',
          load: async () => (await baseline()).checkCommand,
        },
        {
          name: 'prune',
          load: async () => (await baseline()).pruneCommand,
        },
        {
          name: 'accept',
          load: async () => (await baseline()).acceptCommand,
        },
      ],
    },
    {
      name: 'completion',
      load: async () => {
        const { completionCommand } = await import('../commands/results/completion.ts');
        return (context, shell: string, words: string[], _: object, { parent }: Command) =>
          completionCommand(context, parent as Command, shell, words);
      },
    },
  ],
  'Clients, claims, proofs:': [
    {
      name: 'serve',
      groups: {
        Services: '--port --keys --profile',
        'Results and gate': '--replace --baseline --fail-on --json --verbose',
      },
      suggested: { '<interface...>': served },
      load: async () => (await import('../commands/claims/serve.ts')).serveCommand,
    },
    {
      name: 'certify',
      usual: '--new-key --new-statement --statement --key --out',
      groups: {
        'Prepare a claim (without a run)': '--new-key --new-statement',
        'Pack a claim (the run and these three options are required)': '--statement --key --out',
        'Pack a claim (optional)': '--plan --certificate --selftest --replace --practice --env-file',
        'For certifiers (without a run)': '--challenge',
      },
      load: async () => (await import('../commands/claims/certify.ts')).certifyCommand,
    },
    {
      name: 'verify',
      load: async () => (await import('../commands/claims/certify.ts')).verifyCommand,
    },
    {
      name: 'selftest',
      suggested: { '--interface': served },
      load: async () => (await import('../commands/claims/selftest.ts')).selftestCommand,
    },
  ],
};
