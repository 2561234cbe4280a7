/** docs/lookup/settings.md has every setting; docs/lookup/commands.md every argument and option of the commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import { meaningsOf } from '../../src/cli/pages.ts';
import { CLAIM_COMMANDS } from '../../src/cli/program/claims.ts';
import { type CommandRow, detailed, type OptionRow } from '../../src/cli/program/command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from '../../src/cli/program/deployments.ts';
import { RESULT_COMMANDS } from '../../src/cli/program/results.ts';
import { valueIn } from '../../src/engine/words/remembered.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { ASSAY } from '../../src/settings/table.ts';
import type { Setting } from '../../src/settings/types.ts';
import { describeKind } from '../../src/settings/values.ts';
import { ROOT } from '../architecture/project-files.ts';

const GROUPS = [
  ...SETTINGS_TABLE.interfaces.map((one) => [one.title, one.interface] as const),
  ['Assay itself', ASSAY] as const,
];

const rowOfSetting = (setting: Setting) => {
  const value = [
    describeKind(setting),
    ...(setting.secret ? ['secret'] : []),
    ...(setting.default === undefined ? [] : [`default \`${setting.default}\``]),
  ];
  return `| \`${setting.name}\` | ${setting.meaning.replace(/\.$/, '')} | ${value.join(', ')} |`;
};

/** Returns a section of the page, with the table of its group at the end. */
function withTable(section: string): string {
  const [, group] = GROUPS.find(([title]) => section.startsWith(`## ${title}\n`)) ?? [];
  if (group === undefined) return section;
  const [text = ''] = section.split('\n| setting |');
  const rows = SETTINGS_TABLE.settings.filter((setting) => setting.interface === group).map(rowOfSetting);
  return `${[text.trimEnd(), '', '| setting | meaning | value |', '|---|---|---|', ...rows].join('\n')}\n\n`;
}

test('docs/lookup/settings.md lists every setting (after a change: npm test -- tests/docs/tables --update)', async () => {
  const page = readFileSync(join(ROOT, 'docs/lookup/settings.md'), 'utf8');
  const sections = page.split(/^(?=## )/m).map(withTable);
  expect(SETTINGS_TABLE.settings.filter(({ name }) => !sections.join('').includes(`| \`${name}\` |`))).toEqual([]);
  await expect(`${sections.join('').trimEnd()}\n`).toMatchFileSnapshot('../../docs/lookup/settings.md');
});

const COMMANDS = [...DEPLOYMENT_COMMANDS, ...FLEET_COMMANDS, ...RESULT_COMMANDS, ...CLAIM_COMMANDS];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '&lt;');

const meanings = new Map<string, ReturnType<typeof meaningsOf>>();

function rowOf(command: string, row: OptionRow) {
  const [form, { choices, usual, mandatory, conflicts, values }] = detailed(row);
  const meaning = valueIn(meanings, command, () => meaningsOf(command)).get(form) ?? '';
  const further = [
    ...(mandatory ? ['Required'] : []),
    ...(choices ? [`Values: ${choices.map((word) => `\`${word}\``).join(', ')}`] : []),
    ...(values
      ? [
          `Values: ${values()
            .map(([word]) => `\`${word}\``)
            .join(', ')}`,
        ]
      : []),
    ...(usual === undefined ? [] : [`Default: \`${usual}\``]),
    ...(conflicts ? [`Not with ${conflicts.map((name) => `\`--${name}\``).join(', ')}`] : []),
  ];
  return `| \`${form.replaceAll('|', '\\|')}\` | ${[cell(meaning), ...further].join('. ')} |`;
}

const HEAD = ['| option | meaning |', '|---|---|'];

/** Returns a command and those below it, each with its full name. */
const withBelow = (command: CommandRow, above = ''): { name: string; command: CommandRow }[] => [
  { name: `${above}${command.name}`, command },
  ...(command.commands ?? []).flatMap((below) => withBelow(below, `${command.name} `)),
];

/** Returns the form of a command, and an example of it. */
function inShort(full: string, { arguments: words = [], options, examples: [first, second = first] }: CommandRow) {
  const form = ['npx assay', full, ...words.map((word) => detailed(word)[0]), ...(options ? ['[options]'] : [])].join(
    ' ',
  );
  return `\`${form}\`, for example \`npx ${second}\``;
}

/** Returns the sections of the commands. Options with the same meaning in several commands are in the first section. */
function sectionsOf(commands: readonly CommandRow[]): string[] {
  const all = commands.flatMap((command) => withBelow(command));
  const optionsOf = ({ name, command }: (typeof all)[number]) =>
    (command.options ?? []).map((option) => rowOf(name, option));
  const taking = (row: string) => all.filter((one) => optionsOf(one).includes(row)).length;
  const every = [...new Set(all.flatMap(optionsOf))];
  const formOf = (row: string) => row.split(' | ')[0];
  // An option with several meanings is here with the most frequent one, if at least half of its commands have that.
  const isFirst = (row: string) => {
    const meanings = every
      .filter((other) => formOf(other) === formOf(row))
      .toSorted((one, other) => taking(other) - taking(one));
    return meanings[0] === row && taking(row) * 2 >= meanings.reduce((sum, other) => sum + taking(other), 0);
  };
  const shared = every.filter((row) => taking(row) > 1 && isFirst(row));
  const own = all.map(({ name, command }) => {
    const { arguments: words = [], options = [] } = command;
    const rows = [...words, ...options].map((word) => rowOf(name, word)).filter((row) => !shared.includes(row));
    const also = options
      .filter((option) => shared.includes(rowOf(name, option)))
      .map((option) => `\`${detailed(option)[0].replace(/ <.*/, '')}\``);
    if (rows.length + also.length === 0) return [];
    return [
      ...[`### ${name}`, '', inShort(name, command), ''],
      ...(rows.length === 0 ? [] : [...HEAD, ...rows, '']),
      ...(also.length === 0 ? [] : [wrapAnsi(`${rows.length === 0 ? 'Takes' : 'Also'} ${also.join(', ')}.`, 150), '']),
    ];
  });
  return [['### Options of several commands', '', ...HEAD, ...shared, ''], ...own]
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'));
}

test('docs/lookup/commands.md lists every option (after a change: npm test -- tests/docs/tables --update)', async () => {
  const [beginning = ''] = readFileSync(join(ROOT, 'docs/lookup/commands.md'), 'utf8').split(/^(?=### )/m);
  const sections = sectionsOf(COMMANDS);
  expect(sections.length).toBeGreaterThan(15);
  // The help takes the meanings from the page: write that of a new option there.
  expect(sections.filter((section) => / \| {2}\|| \| \. /.test(section))).toEqual([]);
  await expect(`${[beginning.trimEnd(), '', ...sections].join('\n').trimEnd()}\n`).toMatchFileSnapshot(
    '../../docs/lookup/commands.md',
  );
});
