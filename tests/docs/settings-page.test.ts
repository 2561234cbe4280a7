/** docs/settings.md contains the table of settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { ASSAY } from '../../src/settings/table.ts';
import type { Setting } from '../../src/settings/types.ts';
import { describeKind } from '../../src/settings/values.ts';
import { ROOT } from '../architecture/project-files.ts';

const GROUPS = [
  ...SETTINGS_TABLE.interfaces.map((one) => [one.title, one.interface] as const),
  ['Assay itself', ASSAY] as const,
];

const rowOf = (setting: Setting) => {
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
  const rows = SETTINGS_TABLE.settings.filter((setting) => setting.interface === group).map(rowOf);
  return `${[text.trimEnd(), '', '| setting | meaning | value |', '|---|---|---|', ...rows].join('\n')}\n\n`;
}

test('docs/settings.md lists every setting (after a change: npm test -- tests/docs/settings-page --update)', async () => {
  const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
  const sections = page.split(/^(?=## )/m).map(withTable);
  expect(SETTINGS_TABLE.settings.filter(({ name }) => !sections.join('').includes(`| \`${name}\` |`))).toEqual([]);
  await expect(`${sections.join('').trimEnd()}\n`).toMatchFileSnapshot('../../docs/settings.md');
});
