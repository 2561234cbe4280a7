/** Commands that print and explain requirements, settings and words. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type Act, examples, json, only } from './options.ts';

/** Adds them to the program. */
export function addExplanationCommands(program: Command, context: Context, act: Act): void {
  program.commandsGroup('Understand the results:');
  program
    .command('list')
    .description(
      'print requirements, gaps, settings, operations, profiles, plans, or the faults and variants of the references',
    )
    .addHelpText(
      'after',
      examples('assay list requirements --only INTERFACE/RECORD', 'assay list settings', 'assay list faults --only ID'),
    )
    .argument(
      '[what]',
      'requirements, client-requirements, gaps, settings, operations, profiles, plans, faults, variants',
      'requirements',
    )
    .addOption(only)
    .addOption(json)
    .action((what, options) =>
      act(async () => (await import('../commands/list.ts')).listCommand(context, what, options)),
    );

  program
    .command('explain')
    .description(
      'explain a requirement, field, setting, operation, fault or word of a report; without a word, list the topics',
    )
    .addHelpText('after', examples('assay explain ID', 'assay explain inconclusive', 'assay explain exit-codes'))
    .argument('[word]', 'an id, a name, or a topic')
    .addOption(json)
    .action((word, options) =>
      act(async () => (await import('../commands/explain.ts')).explainCommand(context, word, options)),
    );
}
