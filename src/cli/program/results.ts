/** Commands that explain requirements and words, and read the files of runs. */
import type { CommandRow, OptionRow } from './command.ts';
import { BASELINE_FILE, envFile, json, onlyEntries, quiet, REPORT_FORMATS, repeated } from './options.ts';

const baselineFile: OptionRow = ['--baseline <file>', 'file of known findings', { usual: BASELINE_FILE }];

/** Requirements, settings and words; files of runs, and known findings. */
export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'list',
    description: 'list requirements, settings, operations, faults and more',
    examples: ['assay list requirements --only INTERFACE/RECORD', 'assay list settings', 'assay list faults --only ID'],
    arguments: [
      [
        '[what]',
        'requirements, client-requirements, gaps, settings, operations, profiles, plans, faults, variants',
        { usual: 'requirements' },
      ],
    ],
    options: [onlyEntries, json],
    load: async () => (await import('../commands/results/list.ts')).listCommand,
  },
  {
    name: 'explain',
    description:
      'explain a requirement, field, setting, operation, fault or word of a report; without one, list the topics',
    examples: ['assay explain ID', 'assay explain inconclusive', 'assay explain exit-codes'],
    arguments: [['[word...]', 'an id, a name, or a topic']],
    options: [json],
    load: async () => (await import('../commands/results/explain.ts')).explainCommand,
  },
  {
    name: 'open',
    description: 'print the path of a report; on a terminal, also open it in the browser',
    examples: ['assay open', 'assay open report'],
    arguments: [['[dir]', 'directory of a run, or its results.json (default: reports/latest)', { run: true }]],
    load: async () => (await import('../commands/results/open.ts')).openCommand,
  },
  {
    name: 'report',
    description: 'convert a recorded run to other formats',
    examples: ['assay report reports/latest --to junit=junit.xml'],
    arguments: [['<dir>', 'directory of a run, or its results.json', { run: true }]],
    options: [['--to <format=file>', `write this report: ${REPORT_FORMATS}`, repeated]],
    load: async () => (await import('../commands/results/report.ts')).reportCommand,
  },
  {
    name: 'judge',
    description: 'judge a recorded run again, or a HAR file of another tool, offline',
    about: 'Exit codes: those of assay run (assay explain exit-codes).',
    examples: ['assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'],
    arguments: [['<dir>', "directory of a run, its evidence.har, or another tool's HAR file", { run: true }]],
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
    load: async () => (await import('../commands/results/report.ts')).judgeCommand,
  },
  {
    name: 'diff',
    description: 'show the changes between two runs',
    about: 'Exit codes: 0 no regression, 1 a regression, 3 the later run did not reach a\nservice, 2 wrong usage.',
    examples: ['assay diff last-night reports/latest'],
    arguments: [
      ['<before>', 'directory of a run, or its results.json'],
      ['<after>', 'directory of the later run, or its results.json'],
    ],
    options: [
      json,
      ['--markdown', 'print Markdown, for the summary of a CI job'],
      ['-v, --verbose', 'list every change'],
    ],
    load: async () => (await import('../commands/results/history.ts')).diffCommand,
  },
  {
    name: 'history',
    description: 'show earlier runs side by side: which requirements changed, and when',
    examples: ['assay history'],
    arguments: [['[dir...]', 'directories of runs, or directories that contain them (default: reports)']],
    options: [
      ['--last <n>', 'number of runs, counted from the newest', { usual: '30' }],
      ['--report <format=file>', 'write a report: html, markdown; repeatable', repeated],
      json,
      ['-v, --verbose', 'list every change'],
    ],
    load: async () => (await import('../commands/results/history.ts')).historyCommand,
  },
  {
    name: 'baseline',
    description: 'keep known findings from turning the gate red; accept a run as the one to compare with',
    examples: ['assay baseline init reports/latest', 'assay baseline check'],
    about: `init, check and prune take --baseline <file> (default: ${BASELINE_FILE}). For other\noptions, see assay baseline help <command>.`,
    commands: [
      {
        name: 'init',
        description: 'add an entry for each failed requirement of a run; fill in reason and owner afterwards',
        examples: [],
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
        description: 'check every entry',
        about:
          'Exit codes: 0 every entry is valid and live, 1 one has expired, 2 one is invalid. The\ncomparison with DIR does not change it.',
        examples: [],
        arguments: [['[dir]', 'directory of a run to compare the entries with']],
        options: [baselineFile, json],
        load: async () => (await import('../commands/results/baseline.ts')).checkCommand,
      },
      {
        name: 'prune',
        description: 'remove expired entries, and stale entries whose requirement passes in a run',
        examples: [],
        arguments: [['<dir>', 'directory of a run, or its results.json']],
        options: [baselineFile, json],
        load: async () => (await import('../commands/results/baseline.ts')).pruneCommand,
      },
      {
        name: 'accept',
        description: 'make a run the base of later runs, although its gate was red',
        examples: [],
        arguments: [['<dir>', 'directory of a run, or its results.json']],
        options: [
          [
            '--base <dir>',
            'directory that later runs name with --base; the run kept there is replaced',
            { mandatory: true },
          ],
          json,
        ],
        load: async () => (await import('../commands/results/baseline.ts')).acceptCommand,
      },
    ],
  },
];
