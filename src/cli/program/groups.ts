/** Commands by the module that adds them: a command loads its own group only. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { Act } from './options.ts';

export interface CommandGroup {
  readonly names: readonly string[];
  readonly add: (program: Command, context: Context, act: Act) => Promise<void>;
}

/** In the order of the help. */
export const GROUPS: readonly CommandGroup[] = [
  {
    names: ['init', 'doctor', 'plan', 'run', 'clean'],
    add: async (...to) => (await import('./deployments.ts')).addDeploymentCommands(...to),
  },
  { names: ['fleet', 'merge'], add: async (...to) => (await import('./fleets.ts')).addFleetCommands(...to) },
  {
    names: ['list', 'explain'],
    add: async (...to) => (await import('./explanations.ts')).addExplanationCommands(...to),
  },
  {
    names: ['open', 'report', 'judge', 'diff', 'history'],
    add: async (...to) => (await import('./results.ts')).addResultCommands(...to),
  },
  { names: ['baseline'], add: async (...to) => (await import('./baselines.ts')).addBaselineCommands(...to) },
  // It prints the commands of all groups.
  { names: [], add: async (...to) => (await import('../completion.ts')).addCompletionCommand(...to) },
  {
    names: ['serve', 'certify', 'verify', 'selftest'],
    add: async (...to) => (await import('./claims.ts')).addClaimCommands(...to),
  },
];

/** The groups that a first argument needs: the version none, a command its own, everything else (help, completion, a misspelt word) all of them. */
export function groupsFor(first: string | undefined): readonly CommandGroup[] {
  if (first === '-V' || first === '--version') return [];
  const named = GROUPS.filter(({ names }) => names.includes(first ?? ''));
  return named.length > 0 ? named : GROUPS;
}
