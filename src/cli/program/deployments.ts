/** Commands that test one deployment or many, prepare for it, and tidy up afterwards. */

import { InputError } from '../../files/read-file.ts';
import { DEPTHS } from '../../settings/types.ts';
import type { MonitorOptions } from '../commands/deployments/run.ts';
import type { CommandRow, OptionRow } from './command.ts';
import {
  ABOUT_SETTINGS,
  base,
  baseline,
  claimed,
  compare,
  deviating,
  envFile,
  failOn,
  json,
  only,
  quiet,
  reference,
  repeated,
  replace,
  reports,
  requireComplete,
  under,
} from './options.ts';

const depth: OptionRow = [
  '--depth <depth>',
  'how much evidence to gather; thorough is for staging, weekly runs and claims, and sends several times as many requests (default: ASSAY_DEPTH, or else standard; with --plan: thorough)',
  { choices: DEPTHS },
];

const outOfRun: OptionRow = [
  '--out <dir>',
  'directory for results, evidence and ledger (default: a new directory in reports/)',
];

/** Commands about one deployment. */
export const DEPLOYMENT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'init',
    about:
      'The interface at the beginning of an option may be left out (--path instead of --client-library-path), unless several of the configured interfaces have such an option.',
    examples: ['assay init', 'assay init --transfer-url URL --transfer-cert proxy.pem --out staging.env'],
    options: [
      [
        '--interface <name>',
        'interface to configure (with --help: whose settings to list); comma-separated or repeated',
        repeated,
      ],
      ['--out <file>', 'settings file to write; an existing file is never overwritten', { usual: '.env' }],
      ['--no-doctor', 'write the file, but do not check the settings (assay doctor checks them)'],
    ],
    load: async () => (await import('../commands/deployments/init.ts')).initCommand,
  },
  {
    name: 'doctor',
    about: ABOUT_SETTINGS,
    examples: ['assay doctor', 'assay doctor --env-file staging.env --quiet'],
    options: [reference, envFile, ['-q, --quiet', 'print only warnings and problems'], json],
    load: async () => (await import('../commands/deployments/doctor.ts')).doctorCommand,
  },
  {
    name: 'plan',
    about: ABOUT_SETTINGS,
    examples: ['assay plan', 'assay plan --reference'],
    options: [reference, envFile, only, depth, json, ...under('Claims:', ...claimed)],
    load: async () => (await import('../commands/deployments/plan.ts')).planCommand,
  },
  {
    name: 'run',
    about: ABOUT_SETTINGS,
    examples: [
      'assay run --reference',
      'assay run --env-file staging.env --out report',
      "assay run --only '**/refuses/**'",
      'assay run --baseline baseline.yaml --base last-good',
      'assay run --url URL --cert FILE --ca FILE',
    ],
    usual: ['--env-file', '--reference', '--only', '--out', '--verbose', '--depth', '--baseline', '--base'],
    options: [
      envFile,
      reference,
      only,
      outOfRun,
      ['-v, --verbose', 'print each request as it completes, and list every requirement in the report'],
      depth,
      ...under('Gate:', baseline, failOn, requireComplete),
      ...under('Earlier runs:', base, compare, [
        '--only-failed-from <dir>',
        'test only the requirements that failed or warned in the earlier run in this directory',
        { conflicts: ['only'] },
      ]),
      ...under(
        'Results and reports:',
        replace,
        [
          '--report <format=file>',
          'write a report to a file in this format, such as junit=junit.xml; html=FILE is written instead of report.html; repeatable',
          reports,
        ],
        ['--no-report', 'write no report.html (results.json and evidence.har are still written)'],
        json,
        [quiet[0], quiet[1], { conflicts: ['verbose'] }],
      ),
      ...under('With the embedded reference:', ...deviating),
      ...under('Claims:', ...claimed, [
        '--nonce <file>',
        "challenge file from the certifier. The run's id, each request and each name of a created object will contain its nonce",
      ]),
      ...under(
        'Monitoring:',
        [
          '--monitor <kind>',
          'run as a plugin of Nagios or Icinga: print a status line and the reasons, with the exit codes 0 OK, 1 WARNING, 2 CRITICAL and 3 UNKNOWN instead of the usual ones',
          { choices: ['nagios'], conflicts: ['json', 'verbose'] },
        ],
        [
          '-t, --timeout <seconds>',
          'with --monitor: end the check after this number of seconds, with UNKNOWN (default: 60)',
        ],
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
    arguments: [['<dir>', 'directory of a run, or its results.json', { run: true }]],
    options: [['--remove', 'try to remove the objects, with the credentials in the settings'], envFile, json],
    load: async () => (await import('../commands/deployments/clean.ts')).cleanCommand,
  },
];

/** Commands about many deployments. */
export const FLEET_COMMANDS: readonly CommandRow[] = [
  {
    name: 'fleet',
    examples: ['assay fleet fleet/ --out reports/fleet', 'assay fleet fleet/ --out reports/fleet --resume'],
    arguments: [['<dir>', 'directory of settings files, one NAME.env for each deployment']],
    options: [
      [
        '--out <dir>',
        'directory for the overview and the results of each deployment (default: a new directory in reports/)',
      ],
      [
        '--resume',
        'continue the fleet in the directory of --out: test only deployments without results, or with exit code 2, 3 or 130',
      ],
      only,
      ['-v, --verbose', 'print each deployment as it ends, and list everything in the overview'],
      json,
      ...under('Gate:', baseline, failOn, requireComplete),
      ...under(
        'Earlier runs:',
        [
          '--base <dir>',
          'compare each deployment with its base run (the last run that passed) in this directory; a run that passes replaces it',
          { conflicts: ['compare'] },
        ],
        ['--compare <dir>', 'compare with the earlier fleet run in this directory; it is not changed'],
      ),
      ...under(
        'Large fleets:',
        ['--at-once <n>', 'number of concurrent runs (default: the number of processors)'],
        ['--shard <i/n>', 'test only part i of n of the deployments, such as 1/4; combine the parts with assay merge'],
      ),
    ],
    load: async () => (await import('../commands/deployments/fleet.ts')).fleetCommand,
  },
  {
    name: 'merge',
    examples: ['assay merge part-1 part-2 --out overview'],
    arguments: [['<dirs...>', 'directories of the parts, as given to assay fleet --shard I/N --out DIR']],
    options: [
      ['--out <dir>', 'directory for the overview', { mandatory: true }],
      json,
      ['-v, --verbose', 'list everything in the overview'],
    ],
    load: async () => (await import('../commands/deployments/fleet.ts')).mergeCommand,
  },
];
