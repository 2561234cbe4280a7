/** Commands for clients, claims and the self-test. */
import { INTERFACES } from '../../../suites/index.ts';
import type { CommandRow } from './command.ts';
import { deviating, failOnAlone, idsOf, plan, repeated, under } from './options.ts';

const SERVED = INTERFACES.flatMap(({ name, served }) => (served ? [name] : []));

/** Commands in the order of the help. */
export const CLAIM_COMMANDS: readonly CommandRow[] = [
  {
    name: 'serve',
    examples: [`assay serve ${SERVED.at(-1)}`, `assay serve ${SERVED.at(-1)} --once OPERATION --out served`],
    arguments: [['<interface...>', { suggested: () => SERVED }]],
    options: [
      '--out <dir>',
      ['--once <operation>', repeated],
      ...deviating,
      ...under(
        'Services:',
        '--port <n>',
        ['--keys <kind>', { choices: ['rsa', 'ec'], usual: 'rsa' }],
        ['--profile <profile>', { suggested: idsOf('profiles') }],
      ),
      ...under('Results and gate:', '--replace', '--baseline <file>', failOnAlone, '--json', '-v, --verbose'),
    ],
    load: async () => (await import('../commands/claims/serve.ts')).serveCommand,
  },
  {
    name: 'certify',
    examples: [
      'assay certify --new-key vendor.key --new-statement vendor.yaml',
      'assay certify claim --statement vendor.yaml --key vendor.key --out claim.assay',
    ],
    arguments: [['[dir]', { run: true }]],
    usual: ['--new-key', '--new-statement', '--statement', '--key', '--out'],
    options: [
      ...under('Prepare a claim (without DIR):', '--new-key <file>', '--new-statement <file>'),
      ...under(
        'Pack a claim (DIR and these three options are required):',
        '--statement <file>',
        '--key <file>',
        '--out <file>',
      ),
      ...under(
        'Pack a claim (optional):',
        plan,
        '--certificate <file>',
        '--selftest <file>',
        '--replace',
        '--practice',
        '--env-file <file>',
      ),
      ...under('For certifiers (without DIR):', '--challenge <file>'),
      '--json',
    ],
    load: async () => (await import('../commands/claims/certify.ts')).certifyCommand,
  },
  {
    name: 'verify',
    examples: ['assay verify claim.assay --key vendor.key.pub'],
    arguments: ['<bundle>'],
    options: [
      ['--key <file>', repeated],
      ['--trust <file>', repeated],
      '--nonce <file>',
      ['--sample <dir>', { run: true }],
      '--practice',
      '--html <file>',
      '--json',
    ],
    load: async () => (await import('../commands/claims/certify.ts')).verifyCommand,
  },
  {
    name: 'selftest',
    examples: [
      'assay selftest',
      `assay selftest --interface ${SERVED.at(-1)} --seeds 100`,
      "assay selftest --fault '**/refuses/**'",
    ],
    options: [
      ['--interface <name>', { repeated: true, suggested: () => SERVED }],
      '--seeds <n>',
      '--seed <s>',
      '--alone',
      '--sometimes',
      ['--fault <glob>', { ...repeated, suggested: idsOf('faults') }],
      ['--variant <glob>', { ...repeated, suggested: idsOf('variants') }],
      '--workers <n>',
      '--out <dir>',
      '--proof <file>',
      '--json',
    ],
    load: async () => (await import('../commands/claims/selftest.ts')).selftestCommand,
  },
];
