/** Renders `.env.example`, and what a value of each kind looks like, from the table of settings. */
import { SETTINGS, type Setting } from './settings.ts';

const HEADINGS: Readonly<Record<Setting['interface'], string>> = {
  'ticket-bridge': 'Ticket bridge',
  transfer: 'Transfer service',
  'data-hub': 'Data hub',
  'client-library': 'Client library of the transfer service',
  assay: 'Assay itself',
};

const INTRODUCTION = `# Settings of Assay. Copy to .env and fill in what you test; \`--env-file FILE\` names another file.
# The environment wins over this file, and an empty value is the same as none.
# An interface without its first setting is not configured; of the data hub, one of its three addresses is enough.`;

/** The text of `.env.example`: every setting, commented out, with meaning, kind and default. */
export function renderEnvExample(): string {
  const groups = [...new Set(SETTINGS.map((setting) => setting.interface))];
  const blocks = groups.map((group) => {
    const lines = SETTINGS.filter((setting) => setting.interface === group).map((setting) => `# ${note(setting)}\n#${setting.name}=${quoted(setting.example)}`);
    return `# ---- ${HEADINGS[group]} ----\n\n${lines.join('\n\n')}`;
  });
  return `${[INTRODUCTION, ...blocks].join('\n\n')}\n`;
}

function note(setting: Setting): string {
  return `${setting.meaning} (${describeKind(setting)}${setting.default === undefined ? '' : `; default ${setting.default}`}${setting.secret ? '; secret' : ''})`;
}

/** One phrase on what a value of a setting looks like. */
export function describeKind({ kind }: Pick<Setting, 'kind'>): string {
  switch (kind.is) {
    case 'url':
      return 'address, http or https, without query';
    case 'storage-url':
      return 'address of a file, scheme://host/path';
    case 'file':
      return 'file';
    case 'directory':
      return 'folder';
    case 'file-or-directory':
      return 'file or folder';
    case 'text':
      return kind.like ?? 'text';
    case 'token':
      return 'token';
    case 'passphrase':
      return 'text';
    case 'json-strings':
      return `JSON object of strings${kind.members ? `: ${kind.members.join(', ')}` : ''}`;
    case 'json':
      return 'JSON';
    case 'integer':
      return `${kind.unit}, ${kind.min} to ${kind.max}`;
    case 'list':
      return `comma list${kind.of ? ` of ${kind.of.join(', ')}` : ''}${kind.all ? ', or all' : ''}`;
    case 'path-template':
      return `path with ${kind.placeholders.map((name) => `{${name}}`).join(', ')}`;
    case 'relative-path':
      return 'path';
  }
}

/** dotenv takes a value with blanks or `#` only in quotes. */
function quoted(value: string): string {
  return /[\s#"]/.test(value) ? `'${value}'` : value;
}
