/** Commands that explain requirements and words, and read the files of runs. */
import type { Command } from 'commander';
import type { CommandRow } from './command.ts';
import { BASELINE_FILE, idsOf } from './options.ts';

const baseline = () => import('../commands/results/baseline.ts');

export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    name: 'list',
    examples: ["assay list requirements --only '**/refuses/**'", 'assay list settings', 'assay list faults'],
    load: async () => (await import('../commands/results/list.ts')).listCommand,
  },
  {
    name: 'explain',
    examples: ['assay explain inconclusive', 'assay explain ASSAY_ALLOW_CREATE', 'assay explain e12 reports/latest'],
    suggested: {
      '[word...]': async () => [
        ...Object.keys((await import('../topics.ts')).TOPICS),
        ...(await idsOf('requirements', 'gaps')()),
      ],
    },
    takesOptions: true,
    load: async () => (await import('../commands/results/explain.ts')).explainCommand,
  },
  {
    name: 'open',
    examples: ['assay open', 'assay open reports/latest'],
    load: async () => (await import('../commands/results/open.ts')).openCommand,
  },
  {
    name: 'report',
    examples: ['assay report reports/latest --to html=report.html --to junit=junit.xml'],
    load: async () => (await import('../commands/results/report.ts')).reportCommand,
  },
  {
    name: 'judge',
    examples: ['assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'],
    load: async () => (await import('../commands/results/judge.ts')).judgeCommand,
  },
  {
    name: 'diff',
    examples: ['assay diff last-good reports/latest'],
    load: async () => (await import('../commands/results/history.ts')).diffCommand,
  },
  {
    name: 'history',
    examples: ['assay history', 'assay history --report html=history.html'],
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
        load: async () => (await baseline()).initCommand,
      },
      {
        name: 'check',
        examples: ['assay baseline check', 'assay baseline check reports/latest'],
        load: async () => (await baseline()).checkCommand,
      },
      {
        name: 'prune',
        examples: ['assay baseline prune reports/latest'],
        load: async () => (await baseline()).pruneCommand,
      },
      {
        name: 'accept',
        examples: ['assay baseline accept reports/latest --base last-good'],
        load: async () => (await baseline()).acceptCommand,
      },
    ],
  },
  {
    name: 'completion',
    examples: ['source <(assay completion bash)', 'assay completion fish > ~/.config/fish/completions/assay.fish'],
    load: async () => {
      const { completionCommand } = await import('../commands/results/completion.ts');
      return (context, shell: string, words: string[], _: object, { parent }: Command) =>
        completionCommand(context, parent as Command, shell, words);
    },
  },
];
