/** docs/options.md contains the arguments and options of every command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIM_COMMANDS } from '../../src/cli/program/claims.ts';
import type { CommandRow, OptionRow } from '../../src/cli/program/command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from '../../src/cli/program/deployments.ts';
import { RESULT_COMMANDS } from '../../src/cli/program/results.ts';
import { ROOT } from '../architecture/project-files.ts';

const COMMANDS = [...DEPLOYMENT_COMMANDS, ...FLEET_COMMANDS, ...RESULT_COMMANDS, ...CLAIM_COMMANDS];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '&lt;');

function rowOf([form, meaning, { choices, usual, mandatory, conflicts, values } = {}]: OptionRow) {
  const further = [
    ...(mandatory ? ['required'] : []),
    ...(choices ? [choices.join(', ')] : []),
    ...(values
      ? [
          values()
            .map(([word]) => `\`${word}\``)
            .join(', '),
        ]
      : []),
    ...(usual === undefined ? [] : [`default \`${usual}\``]),
    ...(conflicts ? [`not with ${conflicts.map((name) => `\`--${name}\``).join(', ')}`] : []),
  ];
  return `| \`${form.replaceAll('|', '\\|')}\` | ${cell(meaning)} | ${further.join('; ')} |`;
}

/** Returns the sections of a command and of those below it. */
function sectionsOf({ name, arguments: words = [], options = [], commands = [] }: CommandRow, above = ''): string[] {
  const rows = [...words, ...options].map(rowOf);
  const own =
    rows.length === 0 ? [] : [`## ${above}${name}`, '', '| option | meaning | values |', '|---|---|---|', ...rows, ''];
  return [own.join('\n'), ...commands.flatMap((below) => sectionsOf(below, `${name} `))].filter((one) => one !== '');
}

test('docs/options.md lists every option (after a change: npm test -- tests/docs/options-page --update)', async () => {
  const [beginning = ''] = readFileSync(join(ROOT, 'docs/options.md'), 'utf8').split(/^(?=## )/m);
  const sections = COMMANDS.flatMap((command) => sectionsOf(command));
  expect(sections.length).toBeGreaterThan(15);
  await expect(`${[beginning.trimEnd(), '', ...sections].join('\n').trimEnd()}\n`).toMatchFileSnapshot(
    '../../docs/options.md',
  );
});
