/** Commands for clients, claims and the self-test. */
import { INTERFACES } from '../../../suites/index.ts';
import type { CommandRow } from './command.ts';
import { baseline, deviating, failOnAlone, json, repeated, under } from './options.ts';

const SERVED = INTERFACES.flatMap(({ name, served }) => (served ? [name] : []));

/** Commands in the order of the help. */
export const CLAIM_COMMANDS: readonly CommandRow[] = [
  {
    name: 'serve',
    examples: [`assay serve ${SERVED.at(-1)}`, `assay serve ${SERVED.at(-1)} --once OPERATION --out served`],
    arguments: [['<interface...>', `one or more of ${SERVED.join(', ')}`]],
    options: [
      [
        '--out <dir>',
        'directory for results and evidence (without it, they are not kept); while serving, it also contains the settings for a client (client.env)',
      ],
      [
        '--once <operation>',
        'stop as soon as the client has called every one of these operations (assay list operations), and judge only these; comma-separated or repeated',
        repeated,
      ],
      ...deviating,
      ...under(
        'Services:',
        [
          '--port <n>',
          'port of the first service, such as 8443, at most 65533; each further one uses the next (default, or 0: any free ports)',
        ],
        [
          '--keys <kind>',
          'key type of certificates; some clients read only RSA keys',
          { choices: ['rsa', 'ec'], usual: 'rsa' },
        ],
        [
          '--profile <profile>',
          'use the names of a deployment, as this profile maps them: a shipped profile, or a file (default: ASSAY_PROFILE)',
        ],
      ),
      ...under(
        'Results and gate:',
        ['--replace', 'replace the results of an earlier run in the directory of --out'],
        baseline,
        failOnAlone,
        json,
      ),
    ],
    load: async () => (await import('../commands/claims/serve.ts')).serveCommand,
  },
  {
    name: 'certify',
    examples: [
      'assay certify --new-key vendor.key --new-statement vendor.yaml',
      'assay certify claim --statement vendor.yaml --key vendor.key --out claim.assay',
    ],
    arguments: [['[dir]', 'directory of a run, or its results.json', { run: true }]],
    usual: ['--new-key', '--new-statement', '--statement', '--key', '--out'],
    options: [
      ...under(
        'Prepare a claim (without DIR):',
        ['--new-key <file>', 'create a private key, readable only by you, and its public key in FILE.pub'],
        ['--new-statement <file>', 'write a template of a statement'],
      ),
      ...under(
        'Pack a claim (DIR and these three options are required):',
        [
          '--statement <file>',
          'your statement of vendor, product and interfaces, YAML (--new-statement writes a template)',
        ],
        ['--key <file>', 'your private key, PEM: Ed25519 or P-256 (--new-key creates one)'],
        ['--out <file>', 'file for the bundle; an existing one is overwritten only with --replace'],
      ),
      ...under(
        'Pack a claim (optional):',
        ['--plan <plan>', 'certification plan (default: the plan of the run; required if the run had none)'],
        ['--certificate <file>', "the key's certificate and its chain, PEM"],
        ['--selftest <file>', 'self-test report whose digest is included in the bundle'],
        ['--replace', 'replace an existing file of --out'],
        ['--practice', 'accept a run against the embedded reference; the bundle is marked as practice'],
        ['--env-file <file>', 'settings of the run, whose secrets the bundle must not contain (default: .env)'],
      ),
      ...under('For certifiers (without DIR):', [
        '--challenge <file>',
        'create a challenge, which the vendor gives to assay run --nonce, and you to assay verify --nonce',
      ]),
      json,
    ],
    load: async () => (await import('../commands/claims/certify.ts')).certifyCommand,
  },
  {
    name: 'verify',
    examples: ['assay verify claim.assay --key vendor.key.pub'],
    arguments: [['<bundle>', 'file written by assay certify']],
    options: [
      ['--key <file>', 'public key of the vendor, obtained separately from the bundle; repeatable', repeated],
      [
        '--trust <file>',
        "PEM file of certificates that you trust; the signer's certificate must chain to one of them; repeatable",
        repeated,
      ],
      ['--nonce <file>', 'challenge file that you created for this claim (assay certify --challenge)'],
      ['--sample <dir>', 'directory of your own run of the same deployment, to compare the claim with', { run: true }],
      ['--practice', 'accept a practice bundle, made against the embedded reference'],
      [
        '--html <file>',
        'write the result as an HTML page; for a verified claim, this is its certificate of conformance',
      ],
      json,
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
      ['--interface <name>', 'interface to test; comma-separated or repeated (default: all)', repeated],
      ['--seeds <n>', 'number of random legal deployments, and of random contradictions, per interface (default: 10)'],
      ['--seed <s>', 'seed of the first random deployment; each further one uses the next seed (default: 1)'],
      [
        '--alone',
        'try each fault and each variant by itself, instead of several at once: about six times as many runs',
      ],
      [
        '--sometimes',
        'also try intermittent faults, at depths standard and thorough, and variants at depth thorough: many more runs',
      ],
      [
        '--fault <glob>',
        "try only these faults (ids, or patterns such as '**/refuses/**'), each by itself; repeatable",
        repeated,
      ],
      [
        '--variant <glob>',
        'try only these variants (ids, or patterns as for --fault), each by itself; repeatable',
        repeated,
      ],
      [
        '--workers <n>',
        'number of worker processes; 0 runs everything in the main process (default: one per processor, at most 4)',
      ],
      ['--out <dir>', 'directory for the results, selftest.json, which assay certify --selftest takes'],
      ['--proof <file>', 'write the proof page (docs/evidence/proof.md); with --interface, those sections of it'],
      json,
    ],
    load: async () => (await import('../commands/claims/selftest.ts')).selftestCommand,
  },
];
