/** Renders settings files from the table of settings. */
import { parse } from 'dotenv';
import { ASSAY, type SettingsTable } from './table.ts';
import { meaningAndForm } from './values.ts';

const COPY =
  '# Settings of Assay. Copy this file to .env and fill in the interfaces to test; `--env-file FILE` names another file.';
const INTRODUCTION = `# Environment variables override this file; an empty variable unsets the setting of its name.
# An interface is configured by its first setting, or by any of its addresses if it has several.`;

/** Returns the text of `.env.example`: every setting, commented out, with its meaning, syntax and default. */
export function renderEnvExample(table: SettingsTable): string {
  return rendered(table, COPY, new Map());
}

/**
 * Returns a settings file for some interfaces: like `.env.example`, with some values set. Throws for a value that
 * cannot be quoted.
 */
export function renderEnvFile(
  table: SettingsTable,
  chosen: readonly string[],
  values: ReadonlyMap<string, string>,
): string {
  const interfaces = table.interfaces.filter(({ interface: name }) => chosen.includes(name));
  return rendered({ ...table, interfaces }, `# Settings of Assay for ${chosen.join(', ')}.`, values);
}

function rendered({ interfaces, settings }: SettingsTable, first: string, values: ReadonlyMap<string, string>) {
  const groups = [...interfaces.map((one) => [one.interface, one.title] as const), [ASSAY, 'Assay itself'] as const];
  const blocks = groups.map(([group, title]) => {
    const lines = settings
      .filter((setting) => setting.interface === group)
      .map((setting) => {
        const value = values.get(setting.name);
        return `# ${meaningAndForm(setting)}${setting.secret ? ' Secret.' : ''}\n${value === undefined ? '#' : ''}${setting.name}=${quoted(value ?? setting.example)}`;
      });
    return `# ---- ${title} ----\n\n${lines.join('\n\n')}`;
  });
  return `${[`${first}\n${INTRODUCTION}`, ...blocks].join('\n\n')}\n`;
}

/** Returns a value as dotenv reads it back: it requires quotes around spaces, `#` and quotes. */
function quoted(value: string) {
  const bare = /[\s#"'`]/.test(value) ? [] : [value];
  const found = [...bare, `'${value}'`, `"${value}"`, `\`${value}\``].find((text) => parse(`X=${text}`).X === value);
  if (found === undefined) throw new Error('a settings file cannot contain a value with all three kinds of quotes');
  return found;
}
