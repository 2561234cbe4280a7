/** Commands that explain requirements and words, and read the files of runs. */
import type { Command } from 'commander';
import type { CommandRow, OptionRow } from './command.ts';
import { BASELINE_FILE, idsOf, only, repeated, reports } from './options.ts';

const baseline = () => import('../commands/results/baseline.ts');
const baselineFile: OptionRow = ['--baseline <file>', { usual: BASELINE_FILE }];

export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'list',
    examples: ["assay list requirements --only '**/refuses/**'", 'assay list settings', 'assay list faults'],
    arguments: [
      [
        '[kind]',
        {
          choices: [
            'requirements',
            'client-requirements',
            'gaps',
            'settings',
            'operations',
            'profiles',
            'plans',
            'faults',
            'variants',
          ],
        },
      ],
    ],
    options: [only, '--json'],
    load: async () => (await import('../commands/results/list.ts')).listCommand,
  },
  {
    name: 'explain',
    examples: ['assay explain inconclusive', 'assay explain ASSAY_ALLOW_CREATE', 'assay explain e12 reports/latest'],
    arguments: [
      [
        '[word...]',
        {
          suggested: async () => [
            ...Object.keys((await import('../topics.ts')).TOPICS),
            ...(await idsOf('requirements', 'gaps')()),
          ],
        },
      ],
    ],
    options: ['--json'],
    takesOptions: true,
    load: async () => (await import('../commands/results/explain.ts')).explainCommand,
  },
  {
    name: 'open',
    examples: ['assay open', 'assay open reports/latest'],
    arguments: [['[dir]', { run: true }]],
    load: async () => (await import('../commands/results/open.ts')).openCommand,
  },
  {
    name: 'report',
    examples: ['assay report reports/latest --to html=report.html --to junit=junit.xml'],
    arguments: [['<dir>', { run: true }]],
    options: [['--to <format=file>', { ...reports, mandatory: true }]],
    load: async () => (await import('../commands/results/report.ts')).reportCommand,
  },
  {
    name: 'judge',
    examples: ['assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'],
    arguments: [['<dir>', { run: true }]],
    options: [['--base <service=url>', repeated], '--env-file <file>', '--json', '-q, --quiet', '-v, --verbose'],
    load: async () => (await import('../commands/results/judge.ts')).judgeCommand,
  },
  {
    name: 'diff',
    examples: ['assay diff last-good reports/latest'],
    arguments: ['<before>', '<after>'],
    options: ['--json', '--markdown', '-v, --verbose'],
    load: async () => (await import('../commands/results/history.ts')).diffCommand,
  },
  {
    name: 'history',
    examples: ['assay history', 'assay history --report html=history.html'],
    arguments: ['[dir...]'],
    options: [['--last <n>', { usual: '30' }], ['--report <format=file>', repeated], '--json', '-v, --verbose'],
    load: async () => (await import('../commands/results/history.ts')).historyCommand,
  },
  {
    name: 'baseline',
    description: 'manage the baseline (known failures) and the base run (with which later runs are compared)',
    examples: ['assay baseline init reports/latest', 'assay baseline check'],
    about: `The baseline is a YAML file (${BASELINE_FILE}). An entry names a requirement, its verdict, a reason, an owner and the last day on which it is live. Until then, the finding does not turn the gate red in assay run --baseline ${BASELINE_FILE}.`,
    commands: [
      {
        name: 'init',
        examples: ['assay baseline init reports/latest'],
        arguments: ['<dir>'],
        options: [baselineFile, '--expires <day>', '--warn', '--json'],
        load: async () => (await baseline()).initCommand,
      },
      {
        name: 'check',
        examples: ['assay baseline check', 'assay baseline check reports/latest'],
        arguments: ['[dir]'],
        options: [baselineFile, '--json'],
        load: async () => (await baseline()).checkCommand,
      },
      {
        name: 'prune',
        examples: ['assay baseline prune reports/latest'],
        arguments: ['<dir>'],
        options: [baselineFile, '--json'],
        load: async () => (await baseline()).pruneCommand,
      },
      {
        name: 'accept',
        examples: ['assay baseline accept reports/latest --base last-good'],
        arguments: ['<dir>'],
        options: [['--base <dir>', { mandatory: true }], '--json'],
        load: async () => (await baseline()).acceptCommand,
      },
    ],
  },
  {
    name: 'completion',
    examples: ['source <(assay completion bash)', 'assay completion fish > ~/.config/fish/completions/assay.fish'],
    arguments: [['<shell>', { choices: ['bash', 'zsh', 'fish'] }], '[words...]'],
    load: async () => {
      const { completionCommand } = await import('../commands/results/completion.ts');
      return (context, shell: string, words: string[], _: object, { parent }: Command) =>
        completionCommand(context, parent as Command, shell, words);
    },
  },
];
