/** Commands that explain requirements and words, and read the files of runs. */
import type { Command } from 'commander';
import type { CommandRow, OptionRow } from './command.ts';
import { BASELINE_FILE, envFile, json, onlyEntries, quiet, repeated, reports } from './options.ts';

const baselineFile: OptionRow = ['--baseline <file>', 'file of known failures', { usual: BASELINE_FILE }];

export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'list',
    examples: ["assay list requirements --only '**/refuses/**'", 'assay list settings', 'assay list faults'],
    arguments: [
      [
        '[kind]',
        'what to list (default: how many there are of each; with --only or --json: requirements)',
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
    options: [onlyEntries, json],
    load: async () => (await import('../commands/results/list.ts')).listCommand,
  },
  {
    name: 'explain',
    examples: ['assay explain inconclusive', 'assay explain ASSAY_ALLOW_CREATE', 'assay explain e12 reports/latest'],
    arguments: [
      [
        '[word...]',
        'an id, a name, a setting, an exit code, a word of a report, or a topic; or exchanges of a run, such as e12, and its directory (default: reports/latest)',
      ],
    ],
    options: [json],
    load: async () => (await import('../commands/results/explain.ts')).explainCommand,
  },
  {
    name: 'open',
    examples: ['assay open', 'assay open reports/latest'],
    arguments: [['[dir]', 'directory of a run or a fleet (default: reports/latest)', { run: true }]],
    load: async () => (await import('../commands/results/open.ts')).openCommand,
  },
  {
    name: 'report',
    examples: ['assay report reports/latest --to html=report.html --to junit=junit.xml'],
    arguments: [['<dir>', 'directory of a run, or its results.json', { run: true }]],
    options: [
      [
        '--to <format=file>',
        'format and file of a report, such as junit=junit.xml; repeatable',
        { ...reports, mandatory: true },
      ],
    ],
    load: async () => (await import('../commands/results/report.ts')).reportCommand,
  },
  {
    name: 'judge',
    examples: ['assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'],
    arguments: [
      ['<dir>', 'directory of a run, its evidence.har, or a HAR file that another tool recorded', { run: true }],
    ],
    options: [
      [
        '--base <service=url>',
        "for another tool's HAR file: address of a service; repeatable (default: from the settings)",
        repeated,
      ],
      envFile,
      json,
      quiet,
      ['-v, --verbose', 'list every requirement in the report'],
    ],
    load: async () => (await import('../commands/results/judge.ts')).judgeCommand,
  },
  {
    name: 'diff',
    examples: ['assay diff last-good reports/latest'],
    arguments: [
      ['<before>', 'directory of the earlier run, or its results.json'],
      ['<after>', 'directory of the later run, or its results.json'],
    ],
    options: [
      json,
      ['--markdown', 'print Markdown on stdout, for the summary of a CI job'],
      ['-v, --verbose', 'list every change'],
    ],
    load: async () => (await import('../commands/results/history.ts')).diffCommand,
  },
  {
    name: 'history',
    examples: ['assay history', 'assay history --report html=history.html'],
    arguments: [['[dir...]', 'directories of runs, or directories that contain them (default: reports)']],
    options: [
      ['--last <n>', 'number of runs, counted from the newest', { usual: '30' }],
      [
        '--report <format=file>',
        'write the history as html or markdown, such as html=history.html; repeatable',
        repeated,
      ],
      json,
      ['-v, --verbose', 'list every change'],
    ],
    load: async () => (await import('../commands/results/history.ts')).historyCommand,
  },
  {
    name: 'baseline',
    description: 'manage the baseline (known failures) and the base run (with which later runs are compared)',
    examples: ['assay baseline init reports/latest', 'assay baseline check'],
    about: `The baseline is a YAML file (${BASELINE_FILE}). Each entry names a requirement, its verdict, the reason, an owner and the last day on which the entry is live. Until the end of that day, the finding does not turn the gate red in assay run --baseline ${BASELINE_FILE}. The subcommand accept does not change the file: it makes a run the base run, with which assay run --base compares.`,
    commands: [
      {
        name: 'init',
        examples: ['assay baseline init reports/latest'],
        arguments: [['<dir>', 'directory of a run, or its results.json']],
        options: [
          baselineFile,
          ['--expires <day>', 'last day on which the entries are live, YYYY-MM-DD (default: in 30 days)'],
          ['--warn', 'also add entries for warnings'],
          json,
        ],
        load: async () => (await import('../commands/results/baseline.ts')).initCommand,
      },
      {
        name: 'check',
        examples: ['assay baseline check', 'assay baseline check reports/latest'],
        arguments: [['[dir]', 'directory of a run, or its results.json']],
        options: [baselineFile, json],
        load: async () => (await import('../commands/results/baseline.ts')).checkCommand,
      },
      {
        name: 'prune',
        examples: ['assay baseline prune reports/latest'],
        arguments: [['<dir>', 'directory of a run, or its results.json']],
        options: [baselineFile, json],
        load: async () => (await import('../commands/results/baseline.ts')).pruneCommand,
      },
      {
        name: 'accept',
        examples: ['assay baseline accept reports/latest --base last-good'],
        arguments: [['<dir>', 'directory of a run, or its results.json']],
        options: [
          [
            '--base <dir>',
            'directory of the base run, as in assay run --base; a run that it contains is replaced',
            { mandatory: true },
          ],
          json,
        ],
        load: async () => (await import('../commands/results/baseline.ts')).acceptCommand,
      },
    ],
  },
  {
    name: 'completion',
    examples: ['source <(assay completion bash)', 'assay completion fish > ~/.config/fish/completions/assay.fish'],
    arguments: [['<shell>', 'the shell', { choices: ['bash', 'zsh', 'fish'] }]],
    load: async () => {
      const { completionCommand } = await import('../commands/results/completion.ts');
      return (context, shell: string, _: object, { parent }: Command) =>
        completionCommand(context, parent as Command, shell);
    },
  },
];
