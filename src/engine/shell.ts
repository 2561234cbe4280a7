/** Words and texts for POSIX shells. Placeholders of secrets become variables. */

const PLACEHOLDER = /\[redacted:([\w.-]+)\]/g;
/** Needs no quotes. */
const BARE = /^[\w@%+=:,./-]+$/;
/** Shows as it is on one line of a terminal: letters, marks, numbers, punctuation, symbols, and the blank. */
const PLAIN = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;

/** Variables that stand for the secrets redacted in a text. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => variableOf(name as string));
}

/** The name of the variable that stands for a secret or a credential: `access-token` is `ACCESS_TOKEN`. */
export function variableOf(name: string): string {
  return name
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
}

/** A text as one word of a command line. */
export function shellWord(text: string): string {
  const parts = text.split(PLACEHOLDER);
  if (parts.length === 1) return BARE.test(text) ? text : singleQuoted(text);
  // An interactive shell expands `!` within double quotes.
  if (text.includes('!')) return parts.map((part, index) => (index % 2 === 1 ? `"$${variableOf(part)}"` : part === '' ? '' : singleQuoted(part))).join('');
  return `"${parts.map((part, index) => (index % 2 === 1 ? reference(part, parts[index + 1]) : part.replace(/[\\"`$]/g, '\\$&'))).join('')}"`;
}

function reference(name: string, after = ''): string {
  return /^\w/.test(after) ? `\${${variableOf(name)}}` : `$${variableOf(name)}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Octets as a text that shows as it is on one line; undefined if they are none. */
export function textOf(octets: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    return PLAIN.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Octets as the quoted format of `printf`, in ASCII. */
export function printfFormat(octets: Uint8Array): string {
  const escaped = Array.from(octets, (octet) => {
    const character = String.fromCharCode(octet);
    if (character === '%') return '%%';
    if (character === '\\') return '\\\\';
    return octet >= 0x20 && octet < 0x7f ? character : `\\${octet.toString(8).padStart(3, '0')}`;
  });
  return singleQuoted(escaped.join(''));
}
