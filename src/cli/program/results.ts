/** Commands that explain requirements and words, and read the files of runs. */
import type { Command } from 'commander';
import type { CommandRow } from './command.ts';
import { idsOf } from './options.ts';

const baseline = () => import('../commands/results/baseline.ts');

export const RESULT_COMMANDS: readonly CommandRow[] = [
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
];
