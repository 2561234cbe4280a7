/** docs/lookup/settings.md has every setting; docs/lookup/commands.md every argument and option of the commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsIn } from '../../src/cli/commands/results/list.ts';
import { examplesOf, longOf, optionsOf } from '../../src/cli/pages.ts';
import { GROUPS as OF_COMMANDS } from '../../src/cli/program/commands.ts';
import { FAIL_ON } from '../../src/engine/words/types.ts';
import { FORMATS } from '../../src/report/files/formats.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { ASSAY } from '../../src/settings/table.ts';
import { DEPTHS, type Setting } from '../../src/settings/types.ts';
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

const page = readFileSync(join(ROOT, 'docs/lookup/commands.md'), 'utf8');
const COMMANDS = Object.values(OF_COMMANDS)
  .flat()
  .flatMap((one) => [one, ...(one.commands ?? []).map((below) => ({ ...below, name: `${one.name} ${below.name}` }))]);

test('docs/lookup/commands.md has a section for each command, with the options that the help groups', () => {
  expect([...page.matchAll(/^### (?!Options)(.*)$/gm)].map(([, name]) => name)).toEqual(
    COMMANDS.map(({ name }) => name),
  );
  for (const { name, groups = {}, usual = '', suggested = {} } of COMMANDS) {
    const all = optionsOf(name);
    const known = all.map(({ form }) => longOf(form) || form);
    expect(known, name).toEqual([...new Set(known)]);
    const named = [...Object.values(groups), usual].flatMap((names) => names.split(' ').filter(Boolean));
    expect([...named, ...Object.keys(suggested)].filter((one) => !known.includes(one))).toEqual([]);
    expect(all.filter(({ meaning }) => !/^(?:[a-z]|PEM|YAML).*[^.]$/.test(meaning))).toEqual([]);
  }
});

test('it has the form and examples of each command, and explains the options of several commands', () => {
  const [, shared = '', ...sections] = page.split(/^### .*\n/m);
  for (const [at, section] of sections.entries()) {
    const { name } = COMMANDS[at] as (typeof COMMANDS)[number];
    const forms = optionsOf(name).flatMap(({ form }) => (longOf(form) === '' ? form : []));
    expect(section).toContain(`\`npx ${['assay', name, ...forms].join(' ')}`);
    expect(examplesOf(name).filter((one) => !one.includes(`assay ${name}`))).toEqual([]);
    expect(examplesOf(name)).not.toEqual([]);
    for (const [option] of (/^(?:Also|Takes) (.*)$/ms.exec(section)?.[1] ?? '').matchAll(/--[\w-]+/g))
      expect(shared).toContain(`\`${option}`);
  }
});

test('its values are those that the code knows', async () => {
  const valuesOf = (command: string, name: string) =>
    optionsOf(command).find(({ form }) => form.startsWith(name))?.values ?? [];
  for (const [command, name] of [
    ['report', '--to'],
    ['run', '--report'],
  ] as const)
    expect(valuesOf(command, name)).toEqual(Object.keys(FORMATS));
  for (const command of ['run', 'fleet']) expect(valuesOf(command, '--fail-on').toSorted()).toEqual(FAIL_ON.toSorted());
  expect(valuesOf('run', '--depth')).toEqual(DEPTHS);
  for (const kind of valuesOf('list', '[kind]')) expect(await idsIn(kind)).not.toEqual([]);
});
