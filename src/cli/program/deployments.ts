/** Commands that test one deployment or many, prepare for it, and tidy up afterwards. */

import { INTERFACES } from '../../../suites/index.ts';
import { InputError } from '../../files/read-file.ts';
import { DEPTHS } from '../../settings/types.ts';
import type { MonitorOptions } from '../commands/deployments/run.ts';
import type { CommandRow, OptionRow } from './command.ts';
import { ABOUT_OPTIONS, ABOUT_SETTINGS, base, deviating, failOn, only, plan, reports, under } from './options.ts';

const depth: OptionRow = ['--depth <depth>', { choices: DEPTHS }];

/** Commands about one deployment. */
export const DEPLOYMENT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'init',
    about: `Interfaces: ${INTERFACES.map(({ name }) => name).join(', ')}. ${ABOUT_OPTIONS}`,
    examples: ['assay init', 'assay init --transfer-url URL --transfer-cert proxy.pem --out staging.env'],
    options: [
      ['--interface <name>', { repeated: true, suggested: () => INTERFACES.map(({ name }) => name) }],
      ['--out <file>', { usual: '.env' }],
      '--no-doctor',
    ],
    load: async () => (await import('../commands/deployments/init.ts')).initCommand,
  },
  {
    name: 'doctor',
    about: ABOUT_SETTINGS,
    examples: ['assay doctor', 'assay doctor --env-file staging.env --quiet'],
    options: ['--reference', '--env-file <file>', '-q, --quiet', '--json'],
    load: async () => (await import('../commands/deployments/doctor.ts')).doctorCommand,
  },
  {
    name: 'plan',
    about: ABOUT_SETTINGS,
    examples: ['assay plan', 'assay plan --reference'],
    options: [
      '--reference',
      '--env-file <file>',
      only,
      depth,
      '--json',
      ...under('Claims:', plan, '--statement <file>'),
    ],
    load: async () => (await import('../commands/deployments/plan.ts')).planCommand,
  },
  {
    name: 'run',
    about: ABOUT_SETTINGS,
    examples: [
      'assay run --reference',
      'assay run --env-file staging.env --out report',
      'assay run --allow-create jobs',
      "assay run --only '**/refuses/**'",
      'assay run --baseline baseline.yaml --base last-good',
      'assay run --transfer-url URL --transfer-cert FILE',
    ],
    usual: [
      '--env-file',
      '--reference',
      '--only',
      '--out',
      '--verbose',
      '--depth',
      '--baseline',
      '--fail-on',
      '--base',
      '--report',
      '--json',
      '--quiet',
    ],
    options: [
      '--env-file <file>',
      '--reference',
      only,
      '--out <dir>',
      '-v, --verbose',
      depth,
      ...under('Gate:', '--baseline <file>', failOn, '--require-complete'),
      ...under('Earlier runs:', base, '--compare <dir>', ['--only-failed-from <dir>', { conflicts: ['only'] }]),
      ...under('Results and reports:', '--replace', ['--report <format=file>', reports], '--no-report', '--json', [
        '-q, --quiet',
        { conflicts: ['verbose'] },
      ]),
      ...under('With the embedded reference:', ...deviating),
      ...under('Claims:', plan, '--statement <file>', '--nonce <file>'),
      ...under(
        'Monitoring:',
        ['--monitor <kind>', { choices: ['nagios'], conflicts: ['json', 'verbose'] }],
        '-t, --timeout <seconds>',
      ),
    ],
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
    examples: ['assay clean reports/latest', 'assay clean reports/latest --remove'],
    arguments: [['<dir>', { run: true }]],
    options: ['--remove', '--env-file <file>', '--json'],
    load: async () => (await import('../commands/deployments/clean.ts')).cleanCommand,
  },
];

/** Commands about many deployments. */
export const FLEET_COMMANDS: readonly CommandRow[] = [
  {
    name: 'fleet',
    examples: ['assay fleet fleet/ --out reports/fleet', 'assay fleet fleet/ --out reports/fleet --resume'],
    arguments: ['<dir>'],
    options: [
      '--out <dir>',
      '--resume',
      only,
      '-v, --verbose',
      '--json',
      ...under('Gate:', '--baseline <file>', failOn, '--require-complete'),
      ...under('Earlier runs:', base, '--compare <dir>'),
      ...under('Large fleets:', '--at-once <n>', '--shard <i/n>'),
    ],
    load: async () => (await import('../commands/deployments/fleet.ts')).fleetCommand,
  },
  {
    name: 'merge',
    examples: ['assay merge part-1 part-2 --out overview'],
    arguments: ['<dirs...>'],
    options: [['--out <dir>', { mandatory: true }], '--json', '-v, --verbose'],
    load: async () => (await import('../commands/deployments/fleet.ts')).mergeCommand,
  },
];
