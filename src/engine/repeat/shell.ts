/** Words and texts for POSIX shells. Placeholders of secrets become variables. */

const PLACEHOLDER = /\[redacted:([\w.-]+)\]/g;
/** Matches a word that needs no quotes. */
const BARE = /^[\w@%+=:,./-]+$/;
/**
 * Matches characters that a terminal shows unchanged on one line: letters, marks, numbers, punctuation, symbols, and
 * the blank.
 */
const PLAIN = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;

/**
 * Matches commands that runners of CI execute if they occur in a log: workflow commands of GitHub at the beginning of a
 * line, wherever the line is wrapped; those of Azure Pipelines, TeamCity and older GitHub runners anywhere.
 */
export const RUNNER_COMMAND =
  /:(?=:(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-[a-z-]+|notice|remove-matcher|save-state|set-env|set-output|stop-commands|warning)\b)|#(?=#(?:\[|vso\[|teamcity\[))/gi;

/** Returns the variables for the secrets redacted in a text. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => variableOf(name as string));
}

/** Returns the name of the variable for a secret or a credential: `access-token` is `ACCESS_TOKEN`. */
export function variableOf(name: string): string {
  return name
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
}

/** Returns a text as one word of a command line. */
export function shellWord(text: string): string {
  const parts = text.split(PLACEHOLDER);
  if (parts.length === 1) return BARE.test(text) ? text : singleQuoted(text);
  // An interactive shell expands `!` within double quotes.
  if (text.includes('!'))
    return parts
      .map((part, index) => (index % 2 === 1 ? `"$${variableOf(part)}"` : part === '' ? '' : singleQuoted(part)))
      .join('');
  return `"${parts.map((part, index) => (index % 2 === 1 ? reference(part, parts[index + 1]) : part.replace(/[\\"`$]/g, '\\$&'))).join('')}"`;
}

function reference(name: string, after = '') {
  return /^\w/.test(after) ? `\${${variableOf(name)}}` : `$${variableOf(name)}`;
}

function singleQuoted(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns bytes as a text if it prints unchanged on one line and no runner of CI takes it for a command, else
 * undefined.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return PLAIN.test(text) && text.search(RUNNER_COMMAND) === -1 ? text : undefined;
  } catch {
    return undefined;
  }
}
